import { join } from 'node:path'
import { Readable } from 'node:stream'
import { program } from '../../src/entry/cli/program.ts'
import { tempHome } from '../support/tempdir.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A Daybook of its own whose commands run in this process, as a terminal without a keyboard would run them. */
export function tempRoom(home: string = tempHome()) {
  return {
    home,
    file: (...names: string[]) => join(home, ...names),
    /** Where `init --sample` puts the sample. */
    sample: join(home, 'rooms', 'the-low-bell'),
    run: (args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) =>
      inProcess(['room', ...args], { ...env, DAYBOOK_HOME: home }, input),
  }
}

/** One command at a time: a process has one stdout. */
let busy: Promise<unknown> = Promise.resolve()

export function inProcess(args: string[], env: Record<string, string>, input: string): Promise<Ran> {
  const ran = busy.then(() => runOnce(args, env, input))
  busy = ran.catch(() => {})
  return ran
}

async function runOnce(args: string[], env: Record<string, string>, input: string): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const { stdout, stderr } = process
  const before = {
    env: { ...process.env },
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
    stdout: stdout.write,
    stderr: stderr.write,
    exitCode: process.exitCode,
  }
  for (const name of Object.keys(process.env).filter(each => each.startsWith('DAYBOOK_'))) delete process.env[name]
  Object.assign(process.env, env)
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  stdout.write = piece => collect('stdout', piece)
  stderr.write = piece => collect('stderr', piece)
  process.exitCode = undefined
  try {
    return { code: await program(args), ...said }
  } finally {
    stdout.write = before.stdout
    stderr.write = before.stderr
    process.env = before.env
    process.exitCode = before.exitCode
    if (before.stdin) Object.defineProperty(process, 'stdin', before.stdin)
  }

  function collect(name: 'stdout' | 'stderr', piece: string | Uint8Array): boolean {
    said[name] += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8')
    return true
  }
}
