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
  const paths = { outer: '/work', inner: '/work/app', near: '/work/app-two', gone: '/work/app/deep' }
  await db.write(async tx => {
    for (const [id, path] of Object.entries(paths)) {
      await insertProject(tx, { id, name: id, description: '', now: '2025-01-01T00:00:00.000Z', owner: 'local' })
      await tx.run(setPath, { id, path })
    }
    await tx.run(trash, { id: 'gone' })
  })
})

test.each([
  ['/work', 'outer'],
  ['/work/other', 'outer'],
  ['/work/app', 'inner'],
  ['/work/app/src/deep', 'inner'],
  ['/work/app/deep', 'inner'],
  ['/work/app-two/src', 'near'],
  ['/workshop', undefined],
  ['/', undefined],
])('%s belongs to %s', async (folder, project) => {
  expect(await db.read(tx => projectAtFolder(tx, folder))).toBe(project)
})
