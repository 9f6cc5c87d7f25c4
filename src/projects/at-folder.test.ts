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
])('%s belongs to %s', async (folder, project) => {
  expect(await db.read(tx => projectAtFolder(tx, folder))).toBe(project)
})
