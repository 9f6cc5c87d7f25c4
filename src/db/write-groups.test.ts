import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { countCommits } from '../../test/support/commits.ts'
import { tempHome } from '../../test/support/tempdir.ts'
import type { Db, Tx } from './db.ts'
import { migrate } from './migrations.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import { statement } from './statement.ts'

/** Time enough that only the number of writes decides, however busy the machine is. */
const patient = { writes: 64, ms: 60_000 }

it('a store commits writes sent at once in groups, all of them and in the order they came', async () => {
  const { db, file } = await fresh()
  const before = countCommits(file)
  const answered: number[] = []
  const positions = await Promise.all(
    numbers(200).map(async n => {
      const position = await db.write(async tx => {
        await put(tx, `k${n}`)
        return (await names(tx)).length
      })
      answered.push(n)
      return position
    }),
  )
  expect(positions).toEqual(numbers(200).map(n => n + 2))
  expect(answered).toEqual(numbers(200))
  expect(countCommits(file) - before).toBe(4)
  expect(await db.read(names)).toHaveLength(201)
  await db.close()
})

it('a store commits a lone write at once and alone', async () => {
  const { db, file } = await fresh()
  const before = countCommits(file)
  for (const n of numbers(3)) await db.write(tx => put(tx, `k${n}`))
  expect(countCommits(file) - before).toBe(3)
  await db.close()
})

it('a store takes a group no further than its limits', async () => {
  const small = await fresh({ group: { writes: 10, ms: 60_000 } })
  let before = countCommits(small.file)
  await Promise.all(numbers(35).map(n => small.db.write(tx => put(tx, `k${n}`))))
  expect(countCommits(small.file) - before).toBe(4)
  await small.db.close()

  const short = await fresh({ group: { writes: 64, ms: 0 } })
  before = countCommits(short.file)
  await Promise.all(numbers(5).map(n => short.db.write(tx => put(tx, `k${n}`))))
  expect(countCommits(short.file) - before).toBe(5)
  await short.db.close()
})

it.each([0, 1, 4])(
  'a store leaves no trace of the write that fails as number %i of a group, and keeps the others',
  async bad => {
    const { db } = await fresh()
    const results = await Promise.allSettled(
      numbers(5).map(n =>
        db.write(async tx => {
          await put(tx, `k${n}`)
          await tx.raw(`update counters set value = value + 1 where name = 'record'`)
          if (n === bad) throw new Error('changed my mind')
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(numbers(5).map(n => (n === bad ? 'rejected' : 'fulfilled')))
    const kept = numbers(5).filter(n => n !== bad)
    expect(await db.read(names)).toEqual([...kept.map(n => `k${n}`), 'record'])
    expect(await db.read(tx => tx.raw(`select value from counters where name = 'record'`))).toEqual([{ value: 4 }])
    await db.close()
  },
)

it('a store acknowledges none of a group whose commit fails, and keeps nothing of it', async () => {
  const { db } = await fresh()
  const results = await Promise.allSettled([
    db.write(tx => put(tx, 'first')),
    db.write(async tx => {
      await tx.raw('pragma defer_foreign_keys=on')
      await tx.raw(`insert into project_members values ('nowhere', 'nobody', 'admin')`)
    }),
    db.write(tx => put(tx, 'first')).catch(() => Promise.reject(new Error('rejected before the commit'))),
    db.write(tx => put(tx, 'last')),
  ])
  expect(results.map(each => each.status === 'rejected' && String(each.reason))).toEqual([
    expect.stringContaining('FOREIGN KEY'),
    expect.stringContaining('FOREIGN KEY'),
    expect.stringContaining('rejected before the commit'),
    expect.stringContaining('FOREIGN KEY'),
  ])
  expect(await db.read(names)).toEqual(['record'])
  await db.write(tx => put(tx, 'afterwards'))
  expect(await db.read(names)).toEqual(['afterwards', 'record'])
  await db.close()
})

it('a store rejects every write that a full disk undid, and keeps every other', async () => {
  const { db } = await fresh()
  const [{ page_count } = { page_count: 0 }] = await db.read(tx => tx.raw<{ page_count: number }>('pragma page_count'))
  await db.write(tx => tx.raw(`pragma max_page_count=${page_count + 4}`))
  const text = 'x'.repeat(2000)
  const results = await Promise.allSettled(numbers(30).map(n => db.write(tx => put(tx, `k${n} ${text}`))))
  const full = results.filter(each => each.status === 'rejected')
  expect(full.length).toBeGreaterThan(0)
  for (const { reason } of full) expect(reason).toMatchObject({ code: 'INTERNAL', details: { ref: 'disk-full' } })
  const acknowledged = numbers(30).filter(n => results[n]?.status === 'fulfilled')
  expect((await db.read(names)).filter(name => name.startsWith('k'))).toEqual(
    acknowledged.map(n => `k${n} ${text}`).sort(),
  )
  await db.write(tx => tx.raw('pragma max_page_count=1000000'))
  await db.write(tx => put(tx, 'afterwards'))
  expect(await db.read(names)).toContain('afterwards')
  await db.close()
})

it('a store refuses statements of a write that is over, instead of running them in the next one', async () => {
  const { db } = await fresh()
  const late: Promise<unknown>[] = []
  const failing = db.write(async tx => {
    late.push(sleep(5).then(() => put(tx, 'late')))
    throw new Error('no')
  })
  const next = db.write(async tx => {
    await sleep(20)
    await put(tx, 'next')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(late[0]).rejects.toThrow('over')
  await next
  expect(await db.read(names)).toEqual(['next', 'record'])
  await db.close()
})

it('a store lets writes wait for something else, and shows readers nothing of the group until all of it is committed', async () => {
  const { db } = await fresh()
  const first = db.write(tx => put(tx, 'a'))
  const second = db.write(async tx => {
    await sleep(20)
    await put(tx, 'b')
    return names(tx)
  })
  const third = db.write(tx => put(tx, 'c'))
  await sleep(5)
  expect(await db.read(names)).toEqual(['record'])
  expect(await second).toEqual(['a', 'b', 'record'])
  expect(await db.read(names)).toEqual(['a', 'b', 'c', 'record'])
  await Promise.all([first, third])
  await db.close()
})

it('a store never lets a write go without waiting for the disk because a note came before it', async () => {
  const { db, file } = await fresh()
  const before = countCommits(file)
  const synchronous = async (tx: Tx) => {
    await put(tx, `k${Math.random()}`)
    return Object.values((await tx.raw<object>('pragma synchronous'))[0] ?? {})[0]
  }
  const { note, write } = db
  expect(await Promise.all([note, note, write, note, write].map(each => each(synchronous)))).toEqual([1, 1, 2, 2, 2])
  expect(countCommits(file) - before).toBe(2)
  await db.close()
})

it('a store rejects all writes that wait for a locked file after one wait', async () => {
  const { db, file } = await fresh({ waitMs: 150 })
  const other = openSqlite({ file })
  let free = () => {}
  const held = other.write(() => new Promise<void>(resolve => (free = resolve)))
  await sleep(5)
  const began = performance.now()
  const results = await Promise.allSettled(numbers(20).map(n => db.write(tx => put(tx, `k${n}`))))
  for (const each of results) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'BUSY' } })
  expect(performance.now() - began).toBeLessThan(20 * 150)
  free()
  await held
  await db.write(tx => put(tx, 'afterwards'))
  expect(await db.read(names)).toEqual(['afterwards', 'record'])
  for (const each of [db, other]) await each.close()
})

it('a store makes way for others between groups', async () => {
  const { db, file } = await fresh({ group: { writes: 8, ms: 60_000 } })
  const other = openSqlite({ file })
  let left = 1200
  const many = numbers(left).map(async n => {
    await db.write(tx => put(tx, `k${n}`))
    left--
  })
  await other.write(tx => put(tx, 'other'))
  expect(left).toBeGreaterThan(0)
  await Promise.all(many)
  expect(await db.read(names)).toHaveLength(1202)
  for (const each of [db, other]) await each.close()
})

it('a store refuses writes and notes once it is closed', async () => {
  const { db } = await fresh()
  const last = db.write(tx => put(tx, 'last'))
  await db.close()
  await last
  await expect(db.write(tx => put(tx, 'late'))).rejects.toThrow('not open')
  await expect(db.note(tx => put(tx, 'late'))).rejects.toThrow('not open')
})

async function fresh(options: Partial<SqliteOptions> = {}): Promise<{ db: Db; file: string }> {
  const file = join(tempHome(), 'daybook.db')
  const db = openSqlite({ file, group: patient, ...options })
  await migrate(db)
  return { db, file }
}

const insert = statement((q, a: { name: string }) => q.insertInto('counters').values({ name: a.name, value: 0 }))

async function put(tx: Tx, name: string): Promise<void> {
  await tx.run(insert, { name })
}

async function names(tx: Tx): Promise<string[]> {
  const rows = await tx.raw<{ name: string }>('select name from counters order by name')
  return rows.map(({ name }) => name)
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
