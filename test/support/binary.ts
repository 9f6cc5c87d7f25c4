import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished, TestRunner } from 'vitest'

export interface Surroundings {
  /** The DAYBOOK_HOME to run in; see tempHome(). */
  home: string
  env?: Record<string, string>
}

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/** Runs the built program to its end. */
export async function runDaybook(args: string[], { input = '', ...where }: Surroundings & { input?: string }) {
  const child = spawn(process.execPath, [program(), ...args], { env: environment(where), timeout: 60_000 })
  // A program that ends without reading its input is no fault of the test's.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, { code }] = await Promise.all([text(child.stdout), text(child.stderr), ending(child)])
  return { code, stdout, stderr }
}

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
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
    const result = await ended
    clearTimeout(force)
    return result
  }
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end('SIGTERM')))

  const url = await Promise.race([listeningUrl(child.stdout), ended.then(() => undefined), waited(30_000)])
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
  if (!existsSync(new URL('dist/daybook.js', root))) throw new Error('Daybook is not built. Run: npm run build')
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
