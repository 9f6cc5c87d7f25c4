import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { openApp } from '../../src/app.ts'
import { schemaVersion } from '../../src/db/migrations.ts'
import { callOperation } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { expectKept, writeUntilKilled } from './acknowledged.ts'
import { workers } from './processes.ts'

const start = workers()

it.each([
  ['is garbage', file => writeFileSync(file, 'no database at all '.repeat(999)), 'not-a-database'],
  ['lost its second half', file => truncateSync(file, 65_536), 'damaged'],
  ['was cut within its first page', file => truncateSync(file, 1000), 'damaged'],
  ['belongs to another program', foreign, 'foreign-database'],
  ['is newer than the program', newer, 'newer-schema'],
  ['is a folder', folder, 'cannot-open'],
  ['is empty beside its log', file => writeLog(file, () => truncateSync(file, 0)), 'lost-database'],
  ['is gone beside its log', file => writeLog(file, () => rmSync(file)), 'lost-database'],
] satisfies Array<[string, (file: string) => void, string]>)(
  'a database file that %s is refused and left as it is',
  async (_, harm, ref) => {
    const file = await filled()
    harm(file)
    const before = contents(dirname(file))
    for (const attempt of [1, 2]) {
      const refused = await openApp({ location: file }).then(
        () => 'opened',
        error => error,
      )
      expect(refused, `attempt ${attempt}`).toMatchObject({ code: 'INTERNAL', details: { ref } })
      expect(refused.hint).toMatch(/^Report the reference only if /)
      expect(contents(dirname(file))).toEqual(before)
    }
  },
)

it('a database whose log was taken away after a crash is refused until the log is back', async () => {
  const file = join(tempHome(), 'daybook.db')
  const output = await writeUntilKilled(start(), file, { isFirstAwaited: true, atMostMs: 200 })
  const [log, away] = [`${file}-wal`, `${file}-taken`]
  renameSync(log, away)
  const before = contents(dirname(file))
  await expect(openApp({ location: file })).rejects.toMatchObject({ details: { ref: 'lost-log' } })
  expect(contents(dirname(file))).toEqual(before)

  renameSync(away, log)
  const app = await openApp({ location: file })
  await expectKept(app, output)
  expect((await callOperation(app, 'check_records')).violations).toEqual([])
  await app.close()
})

it('what a process wrote is in the one file once it has closed it', async () => {
  const file = await filled()
  const copy = join(tempHome(), 'copy.db')
  copyFileSync(file, copy)
  const app = await openApp({ location: copy })
  expect(await callOperation(app, 'check_records')).toMatchObject({ ok: true, checked: { records: 60 } })
  await app.close()
})

/** A store of some sixty pages, closed as it should be. */
async function filled(): Promise<string> {
  const location = join(tempHome(), 'daybook.db')
  const app = await openApp({ location })
  for (let n = 0; n < 60; n++) {
    await callOperation(app, 'create_record', {
      type: 'note',
      title: `Note ${n}`,
      summary: 'S',
      body: 'Long. '.repeat(200),
    })
  }
  await app.close()
  return location
}

function foreign(file: string): void {
  clear(file)
  const database = new DatabaseSync(file)
  database.exec('create table notes (body text)')
  database.close()
}

function newer(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`update daybook_schema set version = ${schemaVersion + 1}; pragma wal_checkpoint(truncate)`)
  database.close()
}

function folder(file: string): void {
  clear(file)
  mkdirSync(file)
}

function writeLog(file: string, harm: () => void): void {
  rmSync(`${file}-shm`, { force: true })
  writeFileSync(`${file}-wal`, 'the log of what was written')
  harm()
}

function clear(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}

/** Every file of a folder with its bytes; the index of the log is no content, and an empty log none either. */
function contents(home: string): Map<string, string> {
  const files = readdirSync(home, { withFileTypes: true }).filter(each => !each.name.endsWith('-shm'))
  const read = files.map(each => [each.name, each.isFile() ? readFileSync(join(home, each.name), 'latin1') : 'folder'])
  return new Map(read.filter(([name, text]) => !(name?.endsWith('-wal') && text === '')) as Array<[string, string]>)
}
