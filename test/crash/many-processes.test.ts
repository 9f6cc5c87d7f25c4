import pg from 'pg'
import { expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { schemaVersion } from '../../src/db/migrations.ts'
import { type Answer, callOn, freshStore } from '../support/engines.ts'
import { workers } from './processes.ts'
import type { Acknowledged } from './worker.ts'

const engines = ['sqlite', 'postgres'] as const
const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const start = workers()

it.each(engines)(
  '8 processes × 200 writes on one store: no error, no gap, nobody waits while the others do half of it (%s)',
  async engine => {
    const { location, drop } = await freshStore(engine)
    const app = await openApp({ location })
    const roots: Answer[] = []
    for (const n of eight) roots.push(await newRoot(app, `Root ${n}`))
    const writers = eight.map(() => start())
    await Promise.all(writers.map(writer => writer.ask({ do: 'open', location })))

    const results: Answer[] = await Promise.all(
      writers.map((writer, seed) => {
        const { record, session_id } = roots[seed]
        return writer.ask({ do: 'write', root: record.id, session: session_id, writes: 200, seed, tell: false })
      }),
    )
    await Promise.all(writers.map(writer => writer.end()))

    expect(results.flatMap(result => result.errors)).toEqual([])
    const acknowledged: Acknowledged[] = results.flatMap(result => result.acknowledged)
    const ticks = acknowledged.map(each => each.tick).sort((a, b) => a - b)
    expect(ticks).toEqual(Array.from({ length: 1600 }, (_, n) => n + 9))
    for (const result of results) expect(longestWait(result.acknowledged)).toBeLessThan(800)
    const made = new Set(acknowledged.flatMap(({ id, version }) => (id && version === 1 ? [id] : [])))
    expect([...made].sort(bySeq)).toEqual(Array.from({ length: 800 }, (_, n) => `R${String(n + 9).padStart(3, '0')}`))
    expect((await callOn(app, 'get_project')).tick).toBe(1608)
    expect(await callOn(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 808 } })
    if (engine === 'postgres') expect(await deadlocks(location)).toBe(0)
    await app.close()
    await drop()
  },
)

it.each(engines)(
  '8 processes contending for one record: every attempt is applied or told of the conflict (%s)',
  async engine => {
    const { location, drop } = await freshStore(engine)
    const app = await openApp({ location })
    await newRoot(app, 'Contended')
    const writers = eight.map(() => start())
    await Promise.all(writers.map(writer => writer.ask({ do: 'open', location })))

    const counts: Answer[] = await Promise.all(
      writers.map(writer => writer.ask({ do: 'contend', id: 'R001', attempts: 25 })),
    )
    await Promise.all(writers.map(writer => writer.end()))

    const sum = (name: string) => counts.reduce((total, each) => total + each[name], 0)
    expect(sum('errors')).toBe(0)
    expect(sum('applied') + sum('conflicts')).toBe(200)
    expect(sum('conflicts')).toBeGreaterThan(0)
    expect((await callOn(app, 'get_record_ref', { id: 'R001' })).version).toBe(1 + sum('applied'))
    expect((await callOn(app, 'check_records')).violations).toEqual([])
    await app.close()
    await drop()
  },
)

it.each([
  ['sqlite', 8],
  ['postgres', 3],
] as const)('8 processes that open a new store at the same instant all find it ready (%s)', async (engine, rounds) => {
  const openers = eight.map(() => start())
  for (let round = 0; round < rounds; round++) {
    const { location, drop } = await freshStore(engine)
    const opened = await Promise.all(openers.map(opener => opener.ask({ do: 'open', location })))
    expect(opened).toEqual(eight.map(() => ({ opened: true })))
    const made = await Promise.all(
      openers.map(opener => opener.ask({ do: 'call', name: 'create_record', args: { ...text, title: 'Mine' } })),
    )
    expect(made.map(answer => answer.record.id).sort()).toEqual(eight.map(n => `R00${n}`))
    await Promise.all(openers.map(opener => opener.ask({ do: 'close' })))

    const app = await openApp({ location })
    expect(await app.db.read(tx => tx.raw('select version from daybook_schema'))).toMatchObject([
      { version: schemaVersion },
    ])
    expect(await callOn(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 8 } })
    await app.close()
    await drop()
  }
  await Promise.all(openers.map(opener => opener.end()))
})

it.each(engines)('8 processes sending the same call under one key write once and answer alike (%s)', async engine => {
  const { location, drop } = await freshStore(engine)
  const callers = eight.map(() => start())
  await Promise.all(callers.map(caller => caller.ask({ do: 'open', location })))
  for (let round = 1; round <= 5; round++) {
    const args = { ...text, title: 'Once', idempotency_key: `key ${round}` }
    const answers = await Promise.all(callers.map(caller => caller.ask({ do: 'call', name: 'create_record', args })))
    expect(new Set(answers.map(answer => answer.record.id)).size).toBe(1)
    expect(answers.filter(answer => !answer.replayed).length).toBe(1)
    expect(answers.map(answer => answer.tick)).toEqual(eight.map(() => round))
  }
  await Promise.all(callers.map(caller => caller.end()))
  await drop()
})

it('creators in several projects never lock each other out (postgres)', async () => {
  const { location, drop } = await freshStore('postgres')
  const app = await openApp({ location })
  const creators = eight.map(() => start())
  await Promise.all(creators.map(creator => creator.ask({ do: 'open', location })))
  await Promise.all(eight.map(n => callOn(app, 'create_project', { name: `P${n}`, id: `p${n}` })))
  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all(
      creators.map((creator, n) =>
        creator.ask({
          do: 'call',
          name: 'create_record',
          args: { ...text, title: 'Root', project_id: `p${(n % 4) + 1}` },
        }),
      ),
    )
    expect(answers.filter(answer => answer.error)).toEqual([])
  }
  expect(await deadlocks(location)).toBe(0)
  expect(await callOn(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 120 } })
  await Promise.all(creators.map(creator => creator.end()))
  await app.close()
  await drop()
})

const text = { type: 'note', summary: 'A summary.', body: 'A body.' }

function newRoot(app: App, title: string): Promise<Answer> {
  return callOn(app, 'create_record', { ...text, title })
}

/** How many ticks the others took between two of these writes, at most. */
function longestWait(acknowledged: Acknowledged[]): number {
  const ticks = [8, ...acknowledged.map(each => each.tick)]
  return Math.max(...ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)))
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
