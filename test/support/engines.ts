import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import type { Call } from '../../src/kernel/call.ts'
import { operationNamed } from '../../src/operations.ts'
import type { RecordsSettings } from '../../src/records/context.ts'
import { freshPostgres, runPostgresUrl } from './postgres.ts'
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

/** Runs the same suite on the embedded engine and on PostgreSQL, each test in an empty store. */
export function onBothEngines(title: string, suite: (bench: Bench, engine: 'sqlite' | 'postgres') => void): void {
  describe.each(['sqlite', 'postgres'] as const)(`${title} (%s)`, engine => {
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

export async function freshStore(engine: 'sqlite' | 'postgres'): Promise<{ location: string; drop(): Promise<void> }> {
  if (engine === 'sqlite') return { location: join(tempHome(), 'daybook.db'), drop: async () => {} }
  made ??= migratedTemplate()
  const { url, drop } = await freshPostgres(undefined, await made)
  return { location: url, drop }
}

let made: Promise<string> | undefined

/** The run's one database with an empty Daybook schema in it; copying it is much quicker than migrating each anew. */
async function migratedTemplate(): Promise<string> {
  const server = await runPostgresUrl()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // The workers of a run start together; the first one makes it.
    await client.query('select pg_advisory_lock(1)')
    const known = await client.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount === 0) {
      await client.query(`create database ${template}`)
      const url = new URL(server)
      url.pathname = template
      await (await openApp({ location: url.href })).close()
    }
    return template
  } finally {
    await client.end()
  }
}

const template = 'daybook_template'

export async function callOn(app: App, name: string, args: object = {}, call: Partial<Call> = {}): Promise<Answer> {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: 'local', ...call })
  return outcome.ok ? outcome.result : outcome.failure
}

export async function openOn(location: string, records: Partial<RecordsSettings> = {}): Promise<App> {
  return openApp({ location, records, log: line => console.error(line) })
}
