import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { loadSettings } from '../config.ts'
import { onlyRoots } from '../transcripts/agents.ts'
import { checkDiary } from './diary.ts'

function machine(config: object = {}) {
  const home = tempHome()
  const env = {
    DAYBOOK_HOME: home,
    ...onlyRoots({ 'claude-code': join(home, 'claude') }),
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ diary: config }))
  const file = (name: string, text: string) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    return join(home, name)
  }
  const look = (quick = false) =>
    checkDiary({
      settings: loadSettings({}, env),
      env,
      folder: home,
      version: '0',
      quick,
      webRoot: undefined,
      command: [],
    })
  const named = async (check: string) => (await look()).filter(finding => finding.check === check)
  return { home, file, look, named }
}

test('a machine without transcripts and without days is in order, and nothing is made', async () => {
  const { home, look } = machine()
  expect((await look()).map(({ check, status }) => [check, status])).toEqual([
    ['transcripts', 'ok'],
    ['diary index', 'ok'],
    ['archive', 'ok'],
    ['diary', 'ok'],
  ])
  expect(readdirSync(home)).toEqual(['config.json'])
})

test('transcripts are counted, and those that cannot be read are named', async () => {
  const { home, file, named } = machine()
  file('claude/-srv-a/one.jsonl', '{}\n')
  expect(await named('transcripts')).toEqual([
    { check: 'transcripts', status: 'ok', found: 'claude-code: 1 file, 3 B' },
  ])
  rmSync(join(home, 'claude'), { recursive: true })
  symlinkSync(join(home, 'claude'), join(home, 'claude'))
  expect(await named('transcripts')).toMatchObject([
    { status: 'warn', found: expect.stringContaining(join(home, 'claude')) },
  ])
})

test.each([true, false])('a damaged index is a warning, a damaged archive a failure (quick: %s)', async quick => {
  const { file, look } = machine()
  file('diary/cache/index.sqlite', 'no database '.repeat(400))
  const archive = file('archive/transcripts.sqlite', 'no database '.repeat(400))
  const found = await look(quick)
  expect(found.find(({ check }) => check === 'diary index')).toMatchObject({ status: 'warn' })
  const { status, todo } = found.find(({ check }) => check === 'archive') ?? {}
  expect({ status, todo }).toEqual({ status: 'fail', todo: expect.stringContaining(archive) })
})

test('an intact archive reports its size and retention', async () => {
  const { home, named } = machine({ archive: { keep_days: 90 } })
  mkdirSync(join(home, 'archive'))
  const database = new DatabaseSync(join(home, 'archive', 'transcripts.sqlite'))
  database.exec('create table kept (id integer)')
  database.close()
  expect(await named('archive')).toMatchObject([{ status: 'ok', found: '8.2 kB, kept for 90 days' }])
})

test('an archive that is off or inside a repository is reported', async () => {
  expect(await machine({ archive: { enabled: false } }).named('archive')).toMatchObject([
    { found: expect.stringMatching(/^off/) },
  ])
  const { home, named } = machine()
  mkdirSync(join(home, '.git'))
  expect(await named('archive')).toMatchObject([{ status: 'warn', found: expect.stringContaining('repository') }])
})

test('what a prepare left behind is named once it is older than an hour', async () => {
  const { file, named, home } = machine()
  const staging = dirname(file('diary/work/.staging-2026-05-12-0011/metadata.json', '{}'))
  file('diary/work/2026-05-12/projects/x', '')
  expect(await named('diary')).toMatchObject([{ status: 'ok', found: '1 day' }])
  const old = Date.now() / 1000 - 7200
  utimesSync(staging, old, old)
  expect(await named('diary')).toMatchObject([{ status: 'warn', found: expect.stringContaining(staging) }])
  file('diary/work/2026-05-12/.swap.json', '{}')
  expect((await named('diary'))[0]?.found).toContain(join(home, 'diary/work/2026-05-12'))
  expect(existsSync(staging)).toBe(true)
})
