import { execFileSync, spawnSync } from 'node:child_process'

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
  const flags = ['--no-config', '--hidden', '--no-ignore', '--no-heading', '--line-number', '-iwF', '-o']
  const { status, stdout, stderr } = spawnSync('rg', [...flags, '-e', text, ...folders], {
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  })
  // It answers 1 where nothing was found.
  if (status !== 0 && status !== 1) throw new Error(`ripgrep failed: ${stderr.slice(0, 300)}`)
  return stdout.split('\n').flatMap(line => /^(.*?:\d+):/.exec(line)?.[1] ?? [])
}
