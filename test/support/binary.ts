import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished, TestRunner } from 'vitest'
import { ensureBuilt } from './built.ts'

export interface ProgramOptions {
  /** The DAYBOOK_HOME to run in; see tempHome(). */
  home: string
  env?: Record<string, string>
}

export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the built program to its end. */
export async function runDaybook(
  args: string[],
  { input = '', ...where }: ProgramOptions & { input?: string },
): Promise<RunResult> {
  const child = spawn(process.execPath, [builtProgram(), ...args], { env: environment(where), timeout: 300_000 })
  // A program may end without reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, { code }] = await Promise.all([text(child.stdout), text(child.stderr), waitForExit(child)])
  return { code, stdout, stderr }
}

/**
 * Runs a command in a process that has the program loaded already, because starting one takes much longer than most
 * commands. Use it for what a command prints and does, not for how the process starts and ends.
 */
export function runPreloaded(
  args: string[],
  { input = '', ...where }: ProgramOptions & { input?: string },
): Promise<RunResult> {
  if (['mcp', 'serve', 'start'].includes(args[0] ?? '')) throw new Error(`${args[0]} ends its process; use runDaybook.`)
  const ran = busy.then(async (): Promise<RunResult> => {
    if (preloaded?.exitCode !== null || preloaded.signalCode !== null) {
      ensureBuilt('program')
      // Environment and arguments are sent with each command.
      preloaded = fork(new URL('preloaded-program.mjs', import.meta.url), { execArgv: [], stdio: 'ignore' })
      preloadedExit = waitForExit(preloaded).then(() => [])
    }
    preloaded.send({ args, env: environment(where), input })
    const [answer] = await Promise.race([once(preloaded, 'message'), preloadedExit])
    if (!answer) throw new Error(`The program ended its process: ${args.join(' ')}`)
    return answer
  })
  busy = ran.catch(() => {})
  return ran
}

let preloaded: ChildProcess | undefined
let preloadedExit: Promise<never[]> = Promise.resolve([])
/** One command after the other. */
let busy: Promise<unknown> = Promise.resolve()

/** Starts `daybook serve` on a free port. In a test it is stopped when the test ends; elsewhere call stop(). */
export async function startServer({ args = [], ...where }: ProgramOptions & { args?: string[] }) {
  const child = spawn(process.execPath, [builtProgram(), 'serve', '--port', '0', ...args], {
    env: environment(where),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = waitForExit(child)
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

  const url = await Promise.race([listeningUrl(child.stdout), ended.then(() => undefined), timeoutAfter(120_000)])
  if (!url) {
    await end('SIGKILL')
    throw new Error(`daybook serve did not come up. Its stderr:\n${log}`)
  }
  return {
    url,
    pid: child.pid,
    /** The server's stderr so far. */
    log: () => log,
    /** Resolves when the process has exited, for any reason. */
    ended,
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
  }
}

/** The options that StdioClientTransport of either official MCP client needs to start `daybook mcp`. */
export function mcpStdioCommand({ args = [], ...where }: ProgramOptions & { args?: string[] }) {
  return { command: process.execPath, args: [builtProgram(), 'mcp', ...args], env: environment(where) }
}

const root = new URL('../../', import.meta.url)

function builtProgram(): string {
  ensureBuilt('program')
  return fileURLToPath(new URL('bin/daybook.js', root))
}

// The developer's own Daybook settings must not reach the program under test.
export function environment({ home, env }: ProgramOptions): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DAYBOOK_|NODE_OPTIONS$|VITEST)/.test(name))
  const kept = inherited.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { ...Object.fromEntries(kept), NO_COLOR: '1', NODE_ENV: 'production', DAYBOOK_HOME: home, ...env }
}

async function waitForExit(child: ChildProcess): Promise<ProcessExit> {
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

function timeoutAfter(milliseconds: number) {
  return new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), milliseconds).unref())
}
