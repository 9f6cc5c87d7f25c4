import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { schemaVersion } from '../../src/db/migrations.ts'
import { type Answer, callOperation, createEmptyStore } from '../support/engines.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Worker } from './processes.ts'
import type { Acknowledged } from './worker.ts'

export type Engine = 'sqlite' | 'postgres'

export const engines = ['sqlite', 'postgres'] as const

const text = { type: 'note', summary: 'A summary.', body: 'A body.' }

/** All write in one project at once; returns the answers each got. */
export async function writeAtOnce(workers: Worker[], engine: Engine, writes: number): Promise<Acknowledged[][]> {
  const { location, drop } = await createEmptyStore(engine)
  const app = await openApp({ location })
  const roots: Answer[] = []
  for (const n of workers.keys()) roots.push(await newRoot(app, `Root ${n}`))
  await openAll(workers, location)
  const results: Answer[] = await Promise.all(
    workers.map((worker, seed) => {
      const { record, session_id } = roots[seed]
      return worker.ask({ do: 'write', root: record.id, session: session_id, writes, seed, tell: false })
    }),
  )
  await closeAll(workers)

  expect(results.flatMap(result => result.errors)).toEqual([])
  const acknowledged: Acknowledged[][] = results.map(result => result.acknowledged)
  const [all, first] = [acknowledged.flat(), workers.length + 1]
  const ticks = all.map(each => each.tick).sort((a, b) => a - b)
  const total = workers.length * writes
  expect(ticks).toEqual(Array.from({ length: total }, (_, n) => n + first))
  const made = new Set(all.flatMap(({ id, version }) => (id && version === 1 ? [id] : [])))
  const ids = Array.from({ length: total / 2 }, (_, n) => `R${String(n + first).padStart(3, '0')}`)
  expect([...made].sort(bySeq)).toEqual(ids)
  expect((await callOperation(app, 'get_project')).tick).toBe(total + workers.length)
  const records = total / 2 + workers.length
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records } })
  if (engine === 'postgres') expect(await deadlocks(location)).toBe(0)
  await app.close()
  await drop()
  return acknowledged
}

/** How many ticks the others took between two of these writes, at most. */
export function longestWait(acknowledged: readonly Acknowledged[], before: number): number {
  const ticks = [before, ...acknowledged.map(each => each.tick)]
  return Math.max(...ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)))
}

export async function contendForOneRecord(workers: Worker[], engine: Engine, attempts: number): Promise<void> {
  const { location, drop } = await createEmptyStore(engine)
  const app = await openApp({ location })
  await newRoot(app, 'Contended')
  await openAll(workers, location)
  const counts: Answer[] = await Promise.all(workers.map(worker => worker.ask({ do: 'contend', id: 'R001', attempts })))
  await closeAll(workers)

  const sum = (name: string) => counts.reduce((total, each) => total + each[name], 0)
  expect(sum('errors')).toBe(0)
  expect(sum('applied') + sum('conflicts')).toBe(workers.length * attempts)
  expect(sum('conflicts')).toBeGreaterThan(0)
  expect((await callOperation(app, 'get_record_ref', { id: 'R001' })).version).toBe(1 + sum('applied'))
  expect((await callOperation(app, 'check_records')).violations).toEqual([])
  await app.close()
  await drop()
}

export async function openNewStoreAtOnce(workers: Worker[], engine: Engine): Promise<void> {
  const { location, drop } = await missingStore(engine)
  await openAll(workers, location)
  const made = await Promise.all(
    workers.map(worker => worker.ask({ do: 'call', name: 'create_record', args: { ...text, title: 'Mine' } })),
  )
  expect(made.map(answer => answer.record.id).sort()).toEqual(workers.map((_, at) => `R00${at + 1}`))
  await closeAll(workers)

  const app = await openApp({ location })
  const [schema] = await app.db.read(tx => tx.raw('select version from daybook_schema'))
  expect(schema).toMatchObject({ version: schemaVersion })
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records: workers.length } })
  await app.close()
  await drop()
}

export async function sendOneKeyAtOnce(workers: Worker[], engine: Engine, rounds: number): Promise<void> {
  const { location, drop } = await createEmptyStore(engine)
  await openAll(workers, location)
  for (let round = 1; round <= rounds; round++) {
    const args = { ...text, title: 'Once', idempotency_key: `key ${round}` }
    const answers = await Promise.all(workers.map(worker => worker.ask({ do: 'call', name: 'create_record', args })))
    expect(new Set(answers.map(answer => answer.record.id)).size).toBe(1)
    expect(answers.filter(answer => !answer.replayed).length).toBe(1)
    expect(answers.map(answer => answer.tick)).toEqual(workers.map(() => round))
  }
  await closeAll(workers)
  await drop()
}

/** On PostgreSQL, where two transactions that lock in different orders would wait for each other. */
export async function createInSeveralProjects(workers: Worker[], rounds: number): Promise<void> {
  const { location, drop } = await createEmptyStore('postgres')
  const app = await openApp({ location })
  await openAll(workers, location)
  const projects = [0, 1, 2, 3].map(n => `p${n}`)
  await Promise.all(projects.map(id => callOperation(app, 'create_project', { name: id, id })))
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      workers.map((worker, n) => {
        const args = { ...text, title: 'Root', project_id: `p${n % 4}` }
        return worker.ask({ do: 'call', name: 'create_record', args })
      }),
    )
    expect(answers.filter(answer => answer.error)).toEqual([])
  }
  expect(await deadlocks(location)).toBe(0)
  const records = rounds * workers.length
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records } })
  await closeAll(workers)
  await app.close()
  await drop()
}

/** Nothing is there yet, so the first to open it makes its tables. */
async function missingStore(engine: Engine): Promise<{ location: string; drop(): Promise<void> }> {
  if (engine === 'sqlite') return { location: join(tempHome(), 'daybook.db'), drop: async () => {} }
  const { url, drop } = await createPostgresDatabase()
  return { location: url, drop }
}

async function openAll(workers: Worker[], location: string): Promise<void> {
  const opened = await Promise.all(workers.map(worker => worker.ask({ do: 'open', location })))
  expect(opened).toEqual(workers.map(() => ({ opened: true })))
}

async function closeAll(workers: Worker[]): Promise<void> {
  await Promise.all(workers.map(worker => worker.ask({ do: 'close' })))
}

function newRoot(app: App, title: string): Promise<Answer> {
  return callOperation(app, 'create_record', { ...text, title })
}

function bySeq(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1))
}

/** How often PostgreSQL had to break a circle of waiting transactions. */
async function deadlocks(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0].deadlocks)
  } finally {
    await client.end()
  }
}
