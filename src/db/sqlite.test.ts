import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import type { Db, Tx } from './db.ts'
import { openDb } from './open.ts'
import { openSqlite } from './sqlite.ts'

const megabyte = 1024 * 1024

it('a SQLite store keeps its log small while its own readers overlap all writes', async () => {
  const file = join(tempHome(), 'daybook.db')
  const db = await openDb({ location: file })
  let largest = 0
  for (let n = 0; n < 300; n++) {
    await db.read(async tx => {
      await tx.raw('select max(rowid) from counters')
      await fill(db)
    })
    if (n % 10 === 0) largest = Math.max(largest, statSync(`${file}-wal`).size)
  }
  expect(largest).toBeGreaterThan(4 * megabyte)
  expect(largest).toBeLessThan(18 * megabyte)
  await db.close()
  expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

it('a SQLite store cuts its log back once a long reader of another process has gone', async () => {
  const file = join(tempHome(), 'daybook.db')
  const db = await openDb({ location: file })
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from counters').get()
  for (let n = 0; n < 200; n++) await fill(db)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(12 * megabyte)
  reader.exec('commit')
  for (let n = 0; n < 5; n++) await fill(db)
  expect(statSync(`${file}-wal`).size).toBeLessThan(9 * megabyte)
  reader.close()
  await db.close()
})

it('a SQLite store syncs every commit to the disk and honours foreign keys, on both of its connections', async () => {
  const db = await openDb({ location: join(tempHome(), 'daybook.db') })
  for (const run of [db.read, db.write]) {
    const setting = async (name: string) => Object.values((await run(tx => tx.raw<object>(`pragma ${name}`)))[0] ?? {})
    expect(await setting('journal_mode')).toEqual(['wal'])
    expect(await setting('synchronous')).toEqual([2])
    expect(await setting('foreign_keys')).toEqual([1])
  }
  await db.close()
})

it('a SQLite store lets a note go without waiting for the disk, and waits again for the write after it', async () => {
  const synchronous = (tx: Tx) => tx.raw<{ synchronous: number }>('pragma synchronous')
  const db = await openDb({ location: join(tempHome(), 'daybook.db') })
  expect(await db.note(synchronous)).toEqual([{ synchronous: 1 }])
  await expect(db.note(tx => tx.raw('select * from nowhere'))).rejects.toThrow('nowhere')
  expect(await db.write(synchronous)).toEqual([{ synchronous: 2 }])
  await db.close()
})

it('a note waits for the disk too when the database has no log', async () => {
  const db = openSqlite({ file: join(tempHome(), 'daybook.db'), journal: 'delete' })
  expect(await db.note(tx => tx.raw('pragma synchronous'))).toEqual([{ synchronous: 2 }])
  await db.close()
})

it('a SQLite store closes its files to others', async () => {
  const file = join(tempHome(), 'within', 'daybook.db')
  const db = await openDb({ location: file })
  await fill(db)
  for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(each).mode & 0o777).toBe(0o600)
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
  await db.close()
})

async function fill(db: Db): Promise<void> {
  await db.write(async tx => {
    await tx.raw(`insert into counters values (hex(randomblob(8)), 1)`)
    await tx.raw(`insert into counters values (hex(randomblob(20000)), 1)`)
  })
}
