import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { KeptDatabases, OwnDatabase, openDisposable } from './own-database.ts'

it('opening a database waits for another process that creates the same database at the same moment', async () => {
  const file = join(tempHome(), 'new.sqlite')
  // Between its first statements another process holds the file without the log that lets two of them in.
  const other = spawn(process.execPath, ['-e', holdFor(200), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const database = openDisposable(file, { version: 1, tables: 'create table a (b)', pragmas: '', probes: [] })
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  database.close()
  if (other.exitCode === null) await once(other, 'exit')
})

describe('databases that stay open between questions', () => {
  it('databases that stay open between questions are given again to the next who asks, and to one at a time', () => {
    const { kept, file } = keptIn(tempHome())
    const first = kept.take(file, open)
    const beside = kept.take(file, open)
    expect(beside).not.toBe(first)
    first.close()
    // One is enough for the next.
    beside.close()
    expect(() => countIn(beside)).toThrow()
    const again = kept.take(file, open)
    expect(again).toBe(first)
    expect(countIn(again)).toBe(0)
    again.end()
  })

  it('databases that stay open between questions show what others wrote meanwhile', () => {
    const { kept, file } = keptIn(tempHome())
    kept.take(file, open).close()
    const writer = new OwnDatabase(open(file))
    writer.exec('insert into a values (1)')
    writer.close()
    const again = kept.take(file, open)
    expect(countIn(again)).toBe(1)
    again.close()
    kept.close()
  })

  it('databases that stay open between questions are opened anew where another file is in their place', () => {
    const { kept, file } = keptIn(tempHome())
    kept.take(file, open).close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`)
    const other = new OwnDatabase(open(file))
    other.exec('insert into a values (1), (2)')
    other.close()
    const again = kept.take(file, open)
    expect(countIn(again)).toBe(2)
    again.end()
  })

  it('databases that stay open between questions are closed when they are let go of', () => {
    const { kept, file } = keptIn(tempHome())
    const database = kept.take(file, open)
    database.close()
    expect(countIn(database)).toBe(0)
    kept.close()
    expect(() => countIn(database)).toThrow()
  })
})

function keptIn(folder: string) {
  return { kept: new KeptDatabases(), file: join(folder, 'kept.sqlite') }
}

function open(file: string) {
  return openDisposable(file, { version: 1, tables: 'create table a (b)', pragmas: '', probes: [] })
}

function countIn(database: OwnDatabase): number {
  return Number(Object(database.sql('select count(*) as count from a').get()).count)
}

function holdFor(milliseconds: number): string {
  return `
    const { DatabaseSync } = require('@photostructure/sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('begin immediate')
    require('node:fs').writeSync(1, 'held')
    setTimeout(() => { database.exec('rollback'); database.close() }, ${milliseconds})`
}
