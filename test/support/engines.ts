import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import type { Call } from '../../src/kernel/call.ts'
import { operationNamed } from '../../src/operations.ts'
import type { RecordsSettings } from '../../src/records/context.ts'
import { takePostgresStore } from './postgres-pool.ts'
import { tempHome } from './tempdir.ts'

/** What a wire answer looks like to a test: any key, read with assertions that fail on a wrong shape. */
// biome-ignore lint/suspicious/noExplicitAny: answers are compared whole or by asserted keys
export type Answer = any

export interface Bench {
  app: App
  /** Milliseconds the app believes it is; a test may set it. */
  time: { now: number }
  /** Calls an operation and answers its result; a failure answers `{error}` as the wire does. */
  call(name: string, args?: object, call?: Partial<Call>): Promise<Answer>
}

type Suite = (bench: Bench, engine: 'sqlite' | 'postgres') => void

/** Runs the same suite on the embedded engine and on PostgreSQL, each test in an empty store. */
export function onBothEngines(title: string, suite: Suite): void {
  onEngine('sqlite', title, suite)
  onEngine('postgres', title, suite)
}

export function onEngine(engine: 'sqlite' | 'postgres', title: string, suite: Suite): void {
  describe(`${title} (${engine})`, () => {
    const time = { now: 0 }
    let current: App | undefined
    let drop: (() => Promise<void>) | undefined
    const bench: Bench = {
      time,
      get app() {
        if (!current) throw new Error('The store is open only inside a test.')
        return current
      },
      call: (name, args = {}, call = {}) => callOn(bench.app, name, args, call),
    }
    beforeAll(() => {
      time.now = Date.parse('2025-02-10T08:00:00.000Z')
    })
    beforeEach(async () => {
      const store = await freshStore(engine)
      drop = store.drop
      time.now = Date.parse('2025-02-10T08:00:00.000Z')
      current = await openApp({ location: store.location, clock: () => time.now, log: line => console.error(line) })
      return async () => {
        await current?.close()
        await store.drop()
      }
    })
    afterAll(() => drop?.())
    suite(bench, engine)
  })
}

/** An empty store in no use; `drop` when nothing works on it any more. */
export async function freshStore(engine: 'sqlite' | 'postgres'): Promise<{ location: string; drop(): Promise<void> }> {
  if (engine === 'postgres') {
    const { url, drop } = await takePostgresStore()
    return { location: url, drop }
  }
  const location = join(tempHome(), 'daybook.db')
  migrated ??= migratedFile()
  copyFileSync(await migrated, location)
  return { location, drop: async () => {} }
}

let migrated: Promise<string> | undefined

/** A file with an empty store; copying it is much quicker than migrating each anew. */
async function migratedFile(): Promise<string> {
  const location = join(mkdtempSync(join(inject('tempRoot'), 'migrated-')), 'daybook.db')
  await (await openApp({ location })).close()
  return location
}

export async function callOn(app: App, name: string, args: object = {}, call: Partial<Call> = {}): Promise<Answer> {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: 'local', ...call })
  return outcome.ok ? outcome.result : outcome.failure
}

export async function openOn(location: string, records: Partial<RecordsSettings> = {}): Promise<App> {
  return openApp({ location, records, log: line => console.error(line) })
}
