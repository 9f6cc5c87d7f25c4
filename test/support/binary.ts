import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished, TestRunner } from 'vitest'
import { ensureBuilt } from './built.ts'

export interface Surroundings {
  /** The DAYBOOK_HOME to run in; see tempHome(). */
  home: string
  env?: Record<string, string>
}

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the built program to its end. */
export async function runDaybook(
  args: string[],
  { input = '', ...where }: Surroundings & { input?: string },
): Promise<Ran> {
  const child = spawn(process.execPath, [program(), ...args], { env: environment(where), timeout: 300_000 })
  // A program that ends without reading its input is no fault of the test's.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, { code }] = await Promise.all([text(child.stdout), text(child.stderr), ending(child)])
  return { code, stdout, stderr }
}

/**
 * The same in a process that has the program loaded already, because starting one takes much longer than most commands
 * do: for what a command says and does, not for how the process starts and ends.
 */
export function runStanding(args: string[], { input = '', ...where }: Surroundings & { input?: string }): Promise<Ran> {
  if (['mcp', 'serve', 'start'].includes(args[0] ?? '')) throw new Error(`${args[0]} ends its process: use runDaybook.`)
  const ran = busy.then(async (): Promise<Ran> => {
    if (standing?.exitCode !== null || standing.signalCode !== null) {
      ensureBuilt('program')
      // Everything it is to know comes with the commands.
      standing = fork(new URL('standing-program.mjs', import.meta.url), { execArgv: [], stdio: 'ignore' })
      standingEnded = ending(standing).then(() => [])
    }
    standing.send({ args, env: environment(where), input })
    const [answer] = await Promise.race([once(standing, 'message'), standingEnded])
    if (!answer) throw new Error(`The program ended its process: ${args.join(' ')}`)
    return answer
  })
  busy = ran.catch(() => {})
  return ran
}

let standing: ChildProcess | undefined
let standingEnded: Promise<never[]> = Promise.resolve([])
/** One command after the other. */
let busy: Promise<unknown> = Promise.resolve()

/** Starts `daybook serve` on a free port. In a test it is stopped when the test ends; elsewhere call stop(). */
export async function startServer({ args = [], ...where }: Surroundings & { args?: string[] }) {
  const child = spawn(process.execPath, [program(), 'serve', '--port', '0', ...args], {
    env: environment(where),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = ending(child)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', piece => {
    log += piece
  })
  async function end(signal: NodeJS.Signals) {
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const result = await ended
    clearTimeout(force)
    return result
  }
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end('SIGTERM')))

  const url = await Promise.race([listeningUrl(child.stdout), ended.then(() => undefined), waited(120_000)])
  if (!url) {
    await end('SIGKILL')
    throw new Error(`daybook serve did not come up. Its stderr:\n${log}`)
  }
  return {
    url,
    pid: child.pid,
    /** What the server wrote on stderr so far. */
    log: () => log,
    /** Settles when the process is gone, for whatever reason. */
    ended,
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
  }
}

/** What StdioClientTransport of either official MCP client takes to start `daybook mcp`. */
export function mcpStdioCommand({ args = [], ...where }: Surroundings & { args?: string[] }) {
  return { command: process.execPath, args: [program(), 'mcp', ...args], env: environment(where) }
}

const root = new URL('../../', import.meta.url)

function program(): string {
  ensureBuilt('program')
  return fileURLToPath(new URL('bin/daybook.js', root))
}

// The developer's own Daybook settings must not reach the program under test.
function environment({ home, env }: Surroundings): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DAYBOOK_|NODE_OPTIONS$|VITEST)/.test(name))
  const kept = inherited.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { ...Object.fromEntries(kept), NO_COLOR: '1', NODE_ENV: 'production', DAYBOOK_HOME: home, ...env }
}

async function ending(child: ChildProcess): Promise<Ending> {
  const [code, signal] = await once(child, 'exit')
  return { code, signal }
}

async function listeningUrl(stdout: NodeJS.ReadableStream) {
  for await (const line of createInterface(stdout)) {
    const url = /^Daybook listening on (\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  return undefined
}

function waited(milliseconds: number) {
  return new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), milliseconds).unref())
}
