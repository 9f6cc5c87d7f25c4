import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { projectAtFolder } from './at-folder.ts'
import { insertProject } from './store.ts'

const setPath = statement((q, a: { id: string; path: string }) =>
  q.updateTable('projects').set({ project_path: a.path }).where('id', '=', a.id),
)
const trash = statement((q, a: { id: string }) =>
  q.updateTable('projects').set({ deleted_ts: sql<string>`created` }).where('id', '=', a.id),
)

let db: Db

beforeAll(async () => {
  db = await openDb({ location: `${tempHome()}/daybook.db` })
  const paths = { outer: '/code', inner: '/code/app', near: '/code/app-two', gone: '/code/app/deep' }
  await db.write(async tx => {
    for (const [id, path] of Object.entries(paths)) {
      await insertProject(tx, { id, name: id, description: '', now: '2025-01-01T00:00:00.000Z', owner: 'local' })
      await tx.run(setPath, { id, path })
    }
    await tx.run(trash, { id: 'gone' })
  })
})

test.each([
  ['/code', 'outer'],
  ['/code/other', 'outer'],
  ['/code/app', 'inner'],
  ['/code/app/src/deep', 'inner'],
  ['/code/app/deep', 'inner'],
  ['/code/app-two/src', 'near'],
  ['/codeshop', undefined],
  ['/', undefined],
])('the folder %s belongs to %s', async (folder, project) => {
  expect(await db.read(tx => projectAtFolder(tx, folder))).toBe(project)
})

test('a worktree belongs to the project of its repository, or to one of its own', async () => {
  const home = await realpath(tempHome())
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Al', '-c', 'user.email=al@example.org', ...args], { cwd, stdio: 'pipe' })
  const ledger = join(home, 'ledger')
  mkdirSync(ledger)
  git(ledger, 'init', '-q')
  git(ledger, 'commit', '-q', '--allow-empty', '-m', 'begin')
  for (const name of ['fix', 'own']) git(ledger, 'worktree', 'add', '-q', '-b', name, join(home, name))
  mkdirSync(join(home, 'fix', 'src'))
  await db.write(async tx => {
    for (const [id, path] of Object.entries({ all: home, ledger, own: join(home, 'own') })) {
      await insertProject(tx, { id, name: id, description: '', now: '2025-01-01T00:00:00.000Z', owner: 'local' })
      await tx.run(setPath, { id, path })
    }
  })
  const of = (name: string) => db.read(tx => projectAtFolder(tx, join(home, name)))
  expect(await Promise.all(['fix', 'fix/src', 'own', 'ledger', 'none'].map(of))).toEqual([
    'ledger',
    'ledger',
    'own',
    'ledger',
    'all',
  ])
})
