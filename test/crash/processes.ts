import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Answer } from '../support/engines.ts'
import type { Command } from './worker.ts'

export interface Worker<C = Command> {
  /** Once it has loaded the program and waits for commands. */
  ready: Promise<unknown>
  /** Sends a command without waiting. */
  send(command: C): void
  /** The next line it says; undefined once it is gone. */
  next(): Promise<Answer>
  ask(command: C): Promise<Answer>
  /** SIGKILL; returns the lines it had printed that were not read yet. */
  kill(): Promise<Answer[]>
  end(): Promise<void>
}

/** Gives out processes of a worker; all are gone after the test file. What `first` makes one do is compiled for all of them. */
export function workers<C = Command>(
  entry = writer,
  first: (home: string) => object[] = home => (entry === writer ? writing(home) : []),
) {
  const living = new Set<ChildProcess>()
  let bundle = ''
  beforeAll(async () => {
    bundle = await bundled(entry, first)
  })
  afterAll(() => {
    for (const child of living) child.kill('SIGKILL')
  })

  /** Starts a process; it is ready when the first line comes, so several can be started at once. */
  return function start(wrap: (command: string[]) => string[] = command => command): Worker<C> {
    const [file = '', ...args] = wrap([process.execPath, boot, bundle])
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    living.add(child)
    // Commands to a process that was killed go nowhere.
    child.stdin.on('error', () => {})
    const exit = once(child, 'exit').finally(() => living.delete(child))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const ready = lines.next()
    const next = async () => {
      await ready
      const { done, value } = await lines.next()
      return done ? undefined : JSON.parse(value)
    }
    const send = (command: C) => void child.stdin.write(`${JSON.stringify(command)}\n`)
    return {
      ready,
      send,
      next,
      async ask(command) {
        send(command)
        return next()
      },
      async kill() {
        child.kill('SIGKILL')
        const unread: Answer[] = []
        for (let line = await next(); line !== undefined; line = await next()) unread.push(line)
        await exit
        return unread
      },
      async end() {
        child.stdin.end()
        await exit
      },
    }
  }
}

const writer = 'test/crash/worker.ts'

function writing(home: string): Command[] {
  const args = { type: 'note', title: 'First', summary: 'S', body: 'B' }
  return [
    { do: 'open', location: join(home, 'daybook.db') },
    { do: 'call', name: 'create_record', args },
  ]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const boot = fileURLToPath(new URL('boot.cjs', import.meta.url))

/** What the whole run shares: whichever worker needs an entry first makes it. */
async function bundled(entry: string, first: (home: string) => object[]): Promise<string> {
  const bundle = join(inject('tempRoot'), `${entry.replaceAll('/', '-')}.js`)
  if (!existsSync(bundle)) await makeBundle(entry, bundle, first(mkdtempSync(join(inject('tempRoot'), 'first-'))))
  return bundle
}

async function makeBundle(entry: string, bundle: string, commands: object[]): Promise<void> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, entry)],
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    external: ['@photostructure/sqlite', 'pg-native'],
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': JSON.stringify(new URL('../../node_modules/.cache/daybook/worker.js', import.meta.url)),
    },
    logLevel: 'warning',
  })
  const own = `${bundle}.${process.pid}`
  writeFileSync(own, `(function (require, module) {${outputFiles[0]?.text}\n})`)
  const compiling = spawn(process.execPath, [boot, own, 'compile'], { stdio: ['pipe', 'ignore', 'inherit'] })
  compiling.stdin.end(commands.map(command => `${JSON.stringify(command)}\n`).join(''))
  const [code] = await once(compiling, 'exit')
  if (code !== 0) throw new Error(`${entry} cannot be started.`)
  // Another worker may make it at the same time, so the bundle comes last.
  renameSync(`${own}.compiled`, `${bundle}.compiled`)
  renameSync(own, bundle)
}
