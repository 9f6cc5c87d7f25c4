import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import type { Call } from '../../src/kernel/call.ts'
import { operationNamed } from '../../src/operations.ts'
import type { RecordsSettings } from '../../src/records/context.ts'
import { borrowPostgresStore } from './postgres-pool.ts'
import { tempHome } from './tempdir.ts'

/** A wire answer as tests read it: any key, because assertions fail on a wrong shape. */
// biome-ignore lint/suspicious/noExplicitAny: answers are compared whole or by asserted keys
export type Answer = any

export interface TestStore {
  app: App
  /** The app's clock in milliseconds; a test may set it. */
  time: { now: number }
  /** Calls an operation and returns its result, or `{error}` as on the wire. */
  call(name: string, args?: object, call?: Partial<Call>): Promise<Answer>
}

type Suite = (testStore: TestStore, engine: Engine) => void

export const allEngines = ['sqlite', 'postgres'] as const
type Engine = (typeof allEngines)[number]

/**
 * The engines that this run tests: both, or one of them in whole runs. All of `npm test` has the embedded engine and all of
 * `npm run test:deep` has PostgreSQL, so that nobody waits for both.
 */
export const testedEngines = allEngines.filter(engine => (process.env.DAYBOOK_TEST_ENGINE ?? engine) === engine)

/**
 * Runs the same suite on each engine, each test in an empty store. A deep file passes `allEngines`, because no run of the first tier
 * has it on the other one.
 */
export function onBothEngines(title: string, suite: Suite, engines: readonly Engine[] = testedEngines): void {
  for (const engine of engines) onEngine(engine, title, suite)
}

export function onEngine(engine: Engine, title: string, suite: Suite): void {
  describe(`${title} (${engine})`, () => {
    const time = { now: 0 }
    let current: App | undefined
    let drop: (() => Promise<void>) | undefined
    const testStore: TestStore = {
      time,
      get app() {
        if (!current) throw new Error('The store is open only inside a test.')
        return current
      },
      call: (name, args = {}, call = {}) => callOperation(testStore.app, name, args, call),
    }
    beforeAll(() => {
      time.now = Date.parse('2025-02-10T08:00:00.000Z')
    })
    beforeEach(async () => {
      const store = await createEmptyStore(engine)
      drop = store.drop
      time.now = Date.parse('2025-02-10T08:00:00.000Z')
      current = await openApp({ location: store.location, clock: () => time.now, log: line => console.error(line) })
      return async () => {
        await current?.close()
        await store.drop()
      }
    })
    afterAll(() => drop?.())
    suite(testStore, engine)
  })
}

/** An empty store; call `drop` when nothing uses it any more. */
export async function createEmptyStore(engine: Engine): Promise<{ location: string; drop(): Promise<void> }> {
  if (engine === 'postgres') {
    const { url, drop } = await borrowPostgresStore()
    return { location: url, drop }
  }
  return { location: await storeIn(tempHome()), drop: async () => {} }
}

/** Where the store of a home is; an empty one is put there first if it has none. */
export async function storeIn(home: string): Promise<string> {
  const location = join(home, 'daybook.db')
  migrated ??= createMigratedFile()
  if (!existsSync(location)) copyFileSync(await migrated, location)
  return location
}

let migrated: Promise<string> | undefined

/** A file with an empty store; copying it is much quicker than migrating each time. */
async function createMigratedFile(): Promise<string> {
  const location = join(mkdtempSync(join(inject('tempRoot'), 'migrated-')), 'daybook.db')
  await (await openApp({ location })).close()
  return location
}

export async function callOperation(
  app: App,
  name: string,
  args: object = {},
  call: Partial<Call> = {},
): Promise<Answer> {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: 'local', ...call })
  return outcome.ok ? outcome.result : outcome.failure
}

export async function openAppAt(location: string, records: Partial<RecordsSettings> = {}): Promise<App> {
  return openApp({ location, records, log: line => console.error(line) })
}
