// A process of its own in a workspace: reads one command per line, answers each with one line, and dies on command.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { withExclusiveLock } from '../../src/diary/workspace/locks.ts'
import { swapIn } from '../../src/diary/workspace/swap.ts'
import { invoke } from '../../src/invoke.ts'
import { loadOperation } from '../../src/load-operation.ts'
import type { Environment } from '../../src/transcripts/reader.ts'
import { takeCommands } from '../crash/commands.ts'

export interface Calling {
  name: string
  args: object
}

export type Command =
  | { do: 'open'; home: string; root: string; environment?: Environment; cacheDir?: string }
  | { do: 'close' }
  /** Makes the calls one after the other and prints each answer. */
  | { do: 'calls'; calls: Calling[] }
  /** Puts a staging folder in place of the projects. */
  | { do: 'swap'; root: string; staging: string; trash: string; previous: string }
  /** Kills itself at the nth point before or after something is asked of the file system. */
  | { do: 'die'; at: number }

/** Where the operations are that these processes call. */
const modules: { [name: string]: string } = {
  write_evidence: 'write-evidence',
  write_work_item: 'write-evidence',
  diary_prepare: 'preparing',
  diary_index: 'preparing',
  diary_generate: 'runs',
  diary_run: 'runs',
  diary_cancel: 'runs',
  diary_forget: 'diary-forget',
  diary_forgotten: 'diary-forget',
  diary_verify: 'diary-verify',
}

let app: App | undefined
void takeCommands(obey).then(() => app?.close())

async function obey(command: Command): Promise<void> {
  switch (command.do) {
    case 'open':
      await app?.close()
      app = await openApp({
        location: join(command.home, 'daybook.db'),
        diary: {
          root: join(command.home, 'diary'),
          cacheDir: command.cacheDir ?? join(command.home, 'cache'),
          workspace: command.root,
          lockTimeoutMs: 30_000,
          forgottenDir: join(command.home, 'forgotten'),
          archive: { enabled: true, dir: join(command.home, 'archive'), keepDays: null },
          ...(command.environment && { environment: command.environment }),
        },
        log: line => process.stderr.write(`${line}\n`),
      })
      return say({ opened: true })
    case 'close':
      await app?.close()
      app = undefined
      return say({ closed: true })
    case 'calls':
      for (const { name, args } of command.calls) await call(name, args)
      return
    case 'swap': {
      const { root, staging, trash, previous } = command
      await withExclusiveLock(root, 10_000, () => swapIn(root, { staging, trash, previous }))
      return say({ swapped: true })
    }
    case 'die':
      await makeMortal(command.at)
      return say({ mortal: true })
  }
}

async function call(name: string, args: object): Promise<void> {
  if (!app) throw new Error(`${name} cannot be called yet.`)
  // Only this one is loaded, since a process that is soon killed should start quickly.
  const operation = await loadOperation(name, `diary/${modules[name]}`)
  const outcome = await invoke(app, operation, args, { principal: 'local' })
  say(outcome.ok ? outcome.result : outcome.failure)
}

async function makeMortal(at: number): Promise<void> {
  let points = 0
  const point = () => {
    if (++points === at) process.kill(process.pid, 'SIGKILL')
  }
  const file = await fs.promises.open(process.execPath)
  const handles = Object.getPrototypeOf(file)
  await file.close()
  for (const [owner, names] of [
    [fs.promises, ['open', 'rename', 'rm', 'mkdir']],
    [handles, ['writeFile', 'appendFile', 'sync', 'close']],
  ]) {
    for (const name of names) {
      const real = owner[name]
      owner[name] = async function (...args: unknown[]) {
        point()
        const result = await real.apply(this, args)
        point()
        return result
      }
    }
  }
  for (const name of ['openSync', 'writeFileSync', 'closeSync'] as const) {
    const real: (...args: never[]) => unknown = fs[name]
    Object.assign(fs, {
      [name](...args: never[]) {
        point()
        const result = real(...args)
        point()
        return result
      },
    })
  }
  const { fsync } = fs
  Object.assign(fs, {
    fsync(file: number, done: fs.NoParamCallback) {
      point()
      fsync(file, error => {
        point()
        done(error)
      })
    },
  })
  syncBuiltinESMExports()
}

function say(answer: object): void {
  // Written at once, so that what was said is never lost with the process.
  fs.writeSync(1, `${JSON.stringify(answer)}\n`)
}
