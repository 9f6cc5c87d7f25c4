import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** The version of ripgrep on this machine (`apt-get install ripgrep`), or null. */
export function ripgrepVersion(): string | null {
  try {
    return execFileSync('rg', ['--version'], { encoding: 'utf8' }).split('\n', 1)[0] ?? null
  } catch {
    return null
  }
}

/** The lines that hold a text as whole words, in either case, as `path:number`. */
export function ripgrep(text: string, folders: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('rg', [...flags, '-e', text, ...folders], {
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  })
  expectAnswer(status, stderr)
  return stdout.split('\n').flatMap(line => /^(.*?:\d+):/.exec(line)?.[1] ?? [])
}

/** The milliseconds it takes to print all of these lines into a file: a common word is more than a string can hold. */
export function timeRipgrep(text: string, folders: readonly string[], file: string): number {
  const output = openSync(file, 'w')
  try {
    const from = performance.now()
    const { status, stderr } = spawnSync('rg', [...flags, '-e', text, ...folders], {
      encoding: 'utf8',
      stdio: ['ignore', output, 'pipe'],
    })
    expectAnswer(status, stderr)
    return performance.now() - from
  } finally {
    closeSync(output)
  }
}

const flags = ['--no-config', '--hidden', '--no-ignore', '--no-heading', '--line-number', '-iwF', '-o']

/** It answers 1 where nothing was found. */
function expectAnswer(status: number | null, stderr: string): void {
  if (status !== 0 && status !== 1) throw new Error(`ripgrep failed: ${stderr.slice(0, 300)}`)
}
