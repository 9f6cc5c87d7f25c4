import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyStore } from '../../test/support/engines.ts'
import type { Db, Tx } from './db.ts'
import { schemaVersion } from './migrations.ts'
import { openDb } from './open.ts'
import { statement } from './statement.ts'

const setCounter = statement((q, a: { name: string; value: number }) =>
  q
    .insertInto('counters')
    .values({ name: a.name, value: a.value })
    .onConflict(clash => clash.column('name').doUpdateSet({ value: a.value })),
)
const counter = statement((q, a: { name: string }) =>
  q.selectFrom('counters').select('value').where('name', '=', a.name),
)
const counters = statement((q, a: { names: string[] }, d) =>
  q.selectFrom('counters').select('name').where('name', 'in', d.texts(a.names)).orderBy('name'),
)
const valued = statement((q, a: { values: number[] }, d) =>
  q.selectFrom('counters').select('name').where('value', 'in', d.numbers(a.values)).orderBy('name'),
)
const setTime = statement((q, a: { time: string }, d) =>
  q
    .updateTable('projects')
    .set({ updated: d.time(a.time) })
    .where('id', '=', 'default'),
)
const time = statement((q, a: { time: string }, d) =>
  q.selectFrom('projects').select('updated').where('updated', '=', d.time(a.time)),
)
/** Fails in either engine, each in its own words. */
const divide = statement((_, a: { by: number }, d) =>
  d.engine === 'postgres'
    ? sql`update counters set value = value / cast(${a.by} as bigint)`
    : sql`update counters set value = json_extract('division by ' || ${a.by}, '$')`,
)
const count = statement(() => sql<{ n: number }>`select count(*) as n from counters`)

describe.each(['sqlite', 'postgres'] as const)('a store (%s)', engine => {
  let db: Db
  let location: string
  let drop: () => Promise<void>
  beforeAll(async () => {
    const store = await createEmptyStore(engine)
    drop = store.drop
    location = store.location
    db = await openDb({ location })
  })
  afterAll(async () => {
    await db.close()
    await drop()
  })
  const set = (name: string, value: number) => (tx: Tx) => tx.run(setCounter, { name, value })
  const value = (name: string) => async (tx: Tx) => (await tx.first(counter, { name }))?.value

  it('a store answers rows, the first row, none, and how many rows a statement touched', async () => {
    expect(await db.write(set('a', 1))).toBe(1)
    expect(await db.read(value('a'))).toBe(1)
    expect(await db.read(value('nobody'))).toBe(undefined)
    expect(await db.read(tx => tx.all(counters, { names: ['record', 'a', 'x'] }))).toMatchObject([
      { name: 'a' },
      { name: 'record' },
    ])
    expect(await db.read(tx => tx.first(count, {}))).toMatchObject({ n: 2 })
  })

  it('a store takes lists of any length, the empty one too, and texts that look like syntax', async () => {
    const odd = `'); drop table counters; -- "{\\`
    await db.write(set(odd, 7))
    expect(await db.read(tx => tx.all(counters, { names: [] }))).toEqual([])
    expect(await db.read(tx => tx.all(counters, { names: [odd] }))).toMatchObject([{ name: odd }])
    expect(await db.read(tx => tx.all(valued, { values: Array.from({ length: 40_000 }, (_, n) => n) }))).toHaveLength(3)
  })

  it('a store keeps statements that are sent without waiting, in the order they were sent', async () => {
    const read = await db.write(async tx => {
      for (let n = 1; n <= 200; n++) await tx.send(setCounter, { name: 'sent', value: n })
      return value('sent')(tx)
    })
    expect(read).toBe(200)
    expect(await db.read(value('sent'))).toBe(200)
  })

  it('a store undoes all and reports the first failure when a statement fails that is not awaited', async () => {
    const failing = async (tx: Tx) => {
      await value('sent')(tx)
      await tx.send(setCounter, { name: 'beside', value: 1 })
      await tx.send(divide, { by: 0 })
      await tx.send(setCounter, { name: 'beside', value: 2 })
      return value('beside')(tx)
    }
    const unread = async (tx: Tx) => {
      await tx.send(setCounter, { name: 'beside', value: 1 })
      await tx.send(divide, { by: 0 })
    }
    // No aftermath such as "current transaction is aborted".
    await expect(db.write(failing)).rejects.toThrow(/division|malformed JSON/)
    await expect(db.write(unread)).rejects.toThrow(/division|malformed JSON/)
    expect(await db.read(value('beside'))).toBe(undefined)
  })

  it('a store never takes a rollback for a commit, whether or not the failed statement was awaited', async () => {
    const abandoned = async (tx: Tx) => {
      await set('beside', 3)(tx)
      tx.run(divide, { by: 0 }).catch(() => {})
      return 'done'
    }
    const outcome = await db.write(abandoned).catch(() => 'failed')
    expect([outcome, await db.read(value('beside'))]).toEqual(engine === 'sqlite' ? ['done', 3] : ['failed', undefined])
  })

  it('a store refuses statements that come when the transaction is over', async () => {
    let late: Tx | undefined
    await db.write(async tx => {
      late = tx
      await set('over', 1)(tx)
    })
    await expect(late?.run(setCounter, { name: 'over', value: 2 })).rejects.toThrow('The transaction is over')
    expect(await db.read(value('over'))).toBe(1)
  })

  it('a store gives times back as they were given, to the millisecond', async () => {
    const given = '2024-02-29T23:59:59.007Z'
    await db.write(tx => tx.run(setTime, { time: given }))
    expect(await db.read(tx => tx.all(time, { time: given }))).toMatchObject([{ updated: given }])
  })

  it('a store keeps nothing of a write that fails, whatever failed', async () => {
    await db.write(set('b', 1))
    const fail = async (tx: Tx) => {
      await set('b', 2)(tx)
      throw new Error('changed my mind')
    }
    await expect(db.write(fail)).rejects.toThrow('changed my mind')
    await expect(db.snapshot(fail)).rejects.toThrow('changed my mind')
    await expect(db.note(fail)).rejects.toThrow('changed my mind')
    await expect(db.write(async tx => [await set('b', 3)(tx), await tx.raw('select * from nowhere')])).rejects.toThrow(
      'nowhere',
    )
    expect(await db.read(value('b'))).toBe(1)
  })

  it('a store refuses to write in a read', async () => {
    await expect(db.read(set('b', 9))).rejects.toThrow(/read-only|only be read/)
    expect(await db.read(value('b'))).toBe(1)
  })

  it('a store shows readers the old state until the write is committed, and one state throughout a read', async () => {
    await db.write(set('c', 1))
    const { promise: written, resolve: goOn } = later<void>()
    const writing = db.write(async tx => {
      await set('c', 2)(tx)
      await written
    })
    expect(await db.read(value('c'))).toBe(1)
    const reading = db.read(async tx => {
      const before = await value('c')(tx)
      goOn()
      await writing
      return [before, await value('c')(tx)]
    })
    expect(await reading).toEqual([1, 1])
    expect(await db.read(value('c'))).toBe(2)
  })

  it('a store lets writers add up, however many come at once', async () => {
    await db.write(set('sum', 0))
    const bump = statement(() => sql`update counters set value = value + 1 where name = 'sum'`)
    await Promise.all(Array.from({ length: 50 }, () => db.write(tx => tx.run(bump, {}))))
    expect(await db.read(value('sum'))).toBe(50)
  })

  it('a store runs a snapshot again when another write changed what it was about to write', async () => {
    await db.write(set('raced', 0))
    let runs = 0
    const other = await openDb({ location })
    await db.snapshot(async tx => {
      runs++
      const seen = (await value('raced')(tx)) ?? 0
      // The embedded engine holds the whole file by now, so there nobody can come between.
      if (runs === 1 && engine === 'postgres') await other.write(set('raced', 10))
      await set('raced', seen + 1)(tx)
    })
    await other.close()
    expect(await db.read(value('raced'))).toBe(engine === 'postgres' ? 11 : 1)
    expect(runs).toBe(engine === 'postgres' ? 2 : 1)
  })

  it('a store calls back when another connection has committed', async () => {
    const other = await openDb({ location })
    const { promise, resolve } = later<string>()
    const stop = db.watch(() => resolve('changed'))
    const poke = setInterval(
      () =>
        void other.write(async tx => {
          await set('d', Date.now())(tx)
          if (engine === 'postgres') await tx.raw(`select pg_notify('daybook_activity', '')`)
        }),
      50,
    )
    expect(await promise).toBe('changed')
    clearInterval(poke)
    stop()
    await other.close()
  })

  it('a store is at the version of the program, opens again as it is, and is refused when it is newer', async () => {
    const again = await openDb({ location })
    expect(await again.read(tx => tx.raw('select version from daybook_schema'))).toMatchObject([
      { version: schemaVersion },
    ])
    await again.write(tx => tx.raw(`update daybook_schema set version = ${schemaVersion + 1}`))
    await expect(openDb({ location })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining(`The database has schema ${schemaVersion + 1}`),
      details: { ref: 'newer-schema' },
    })
    expect(await again.read(tx => tx.raw('select version from daybook_schema'))).toMatchObject([
      { version: schemaVersion + 1 },
    ])
    await again.close()
  })
})

function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
