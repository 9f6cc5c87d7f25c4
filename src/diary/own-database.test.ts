import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { openDisposable } from './own-database.ts'

it('waits for another process that creates the same database at the same moment', async () => {
  const file = join(tempHome(), 'new.sqlite')
  // Between its first statements another process holds the file without the log that lets two of them in.
  const other = spawn(process.execPath, ['-e', holdFor(200), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const database = openDisposable(file, { version: 1, tables: 'create table a (b)', pragmas: '', probes: [] })
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  database.close()
  if (other.exitCode === null) await once(other, 'exit')
})

function holdFor(milliseconds: number): string {
  return `
    const { DatabaseSync } = require('@photostructure/sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('begin immediate')
    require('node:fs').writeSync(1, 'held')
    setTimeout(() => { database.exec('rollback'); database.close() }, ${milliseconds})`
}
