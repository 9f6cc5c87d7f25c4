import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
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
  /** SIGKILL; answers every line it had said and nobody had read. */
  kill(): Promise<Answer[]>
  end(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles the worker once per test file and gives out processes of it; all are gone after the file. */
export function workers<C = Command>(entry = 'test/crash/worker.ts') {
  const bundle = `${root}node_modules/.cache/daybook/crash-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`
  const living = new Set<ChildProcess>()
  beforeAll(async () => {
    await esbuild.build({
      entryPoints: [`${root}${entry}`],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      external: ['@photostructure/sqlite', 'pg-native'],
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
      logLevel: 'warning',
    })
  })
  afterAll(() => {
    for (const child of living) child.kill('SIGKILL')
    rmSync(bundle, { force: true })
  })

  /** Starts a process; it is ready when the first line comes, so several can be started at once. */
  return function start(wrap: (command: string[]) => string[] = command => command): Worker<C> {
    const [file = '', ...args] = wrap([process.execPath, bundle])
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
        const said: Answer[] = []
        for (let line = await next(); line !== undefined; line = await next()) said.push(line)
        await exit
        return said
      },
      async end() {
        child.stdin.end()
        await exit
      },
    }
  }
}
