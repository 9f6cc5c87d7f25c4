import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished } from 'vitest'
import { onlyRoots } from '../src/transcripts/agents.ts'
import { runPreloaded } from './support/binary.ts'
import { ensureBuilt } from './support/built.ts'
import { createPostgresDatabase } from './support/postgres.ts'
import { tempHome } from './support/tempdir.ts'

type Environment = { [name: string]: string }

/** How a command of a guide is run. */
export type Runner = (command: string, env: Environment & { DAYBOOK_HOME: string }) => Promise<Printed>

interface Printed {
  code: number
  /** What it wrote on stdout, or else on stderr. */
  printed: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The machine the tests run on may have agents of its own. */
const noTranscripts: Environment = onlyRoots()

const exampleTranscripts: Environment = {
  ...onlyRoots({ 'claude-code': 'examples/transcripts/claude-code', codex: 'examples/transcripts/codex' }),
  DAYBOOK_TIMEZONE: 'UTC',
}

/** The environment variables of each document's commands. */
const environments: { [document: string]: () => Promise<Environment> } = {
  'README.md': async () => noTranscripts,
  'docs/guide/records.md': async () => ({}),
  'docs/guide/context.md': async () => ({}),
  'docs/guide/room.md': async () => ({}),
  'docs/guide/diary.md': async () => exampleTranscripts,
  'docs/guide/diary-agents.md': async () => exampleTranscripts,
  'docs/guide/diary-archive.md': async () => exampleTranscripts,
  'docs/guide/forget.md': async () => exampleTranscripts,
  'docs/guide/why.md': async () => exampleTranscripts,
  'docs/guide/team-server.md': async () => {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    return { DAYBOOK_DB: url }
  },
}

export const guides = Object.keys(environments).filter(document => document !== 'README.md')

/** Runs each `$ command` of the console blocks in turn and compares what it prints; `…` matches anything. */
export async function replay(document: string, run: Runner): Promise<void> {
  const steps = blocksIn(readFileSync(join(root, document), 'utf8'), 'console').flatMap(stepsOf)
  expect(steps.length).toBeGreaterThan(0)
  const env = { ...(await environments[document]?.()), DAYBOOK_HOME: tempHome() }
  let last = 0
  for (const { command, shown } of steps) {
    const { code, printed } = command === 'echo $?' ? { code: 0, printed: `${last}` } : await run(command, env)
    expect(`${printed.trimEnd()}\n`, command).toMatch(patternOf(shown))
    last = code
  }
}

/** In a shell, with a process for each command, as a person runs it. */
export const asTyped: Runner = (command, env) => {
  const { PATH = '' } = process.env
  return runShell(command, { ...env, PATH: `${commandFolder()}${delimiter}${PATH}` })
}

/** `daybook` and its arguments, with what is piped into it and what its output is piped into. */
const piped = /^(?:([^|;&<>]+)\| )?daybook ([^|;&<>]+?)(?: \| ([^;&<>]+))?$/

/** The same, but `daybook` itself, also between pipes, runs in a program that is loaded already. */
export const inPreloadedProgram: Runner = async (command, env) => {
  const [, before, args, after] = command.includes('$(') ? [] : (piped.exec(command) ?? [])
  if (args === undefined) return asTyped(command, env)
  const { DAYBOOK_HOME: home, ...others } = env
  // The shell says what the words are.
  const { printed: words } = await runShell(`printf '%s\\0' ${args}`, env)
  const input = before === undefined ? '' : (await runShell(before, env)).printed
  const { code, stdout, stderr } = await runPreloaded(words.split('\0').slice(0, -1), { home, env: others, input })
  if (after === undefined) return { code: code ?? -1, printed: stdout || stderr }
  const last = await runShell(after, env, stdout)
  return { ...last, printed: last.printed || stderr }
}

export function blocksIn(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
}

function stepsOf(block: string): { command: string; shown: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map(step => {
      const [, command = '', shown = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(step) ?? []
      return { command, shown: shown.trimEnd() }
    })
}

/** What a command prints, each line ended: `…` is the rest of a line, or any lines where it is a line of its own. */
function patternOf(shown: string): RegExp {
  const lines = shown
    .split('\n')
    .map(line => (line === '…' ? '(?:[^\\n]*\\n)*?' : `${line.split('…').map(escaped).join('[^\\n]*')}\\n`))
  return new RegExp(`^${lines.join('')}$`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

let folder: string | undefined

/** A folder with `daybook` in it, as a person who installed it has on the PATH. */
function commandFolder(): string {
  if (folder !== undefined) return folder
  ensureBuilt('program')
  folder = mkdtempSync(join(inject('tempRoot'), 'bin-'))
  const command = join(folder, 'daybook')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/daybook.js')}" "$@"\n`)
  chmodSync(command, 0o755)
  return folder
}

function runShell(command: string, env: Environment, input = ''): Promise<Printed> {
  return new Promise(resolve => {
    const child = execFile('sh', ['-c', command], { env, cwd: root }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, printed: stdout || stderr })
    })
    // A command that ends without reading its input is no fault.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
