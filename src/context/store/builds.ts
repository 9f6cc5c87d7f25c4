import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { insertInto, selectFrom } from '../../db/table-statements.ts'
import type { BuildRow } from '../../db/tables.ts'

const newest = selectFrom('context_builds', { where: ['project_id'], orderBy: ['id desc'], limit: 1 })
const insert = insertInto('context_builds', [
  'project_id',
  'id',
  'ts',
  'sha256',
  'bytes',
  'estimated_tokens',
  'arguments',
  'sections',
])
const prune = statement((q, a: { project: string; oldest: number }) =>
  q.deleteFrom('context_builds').where('project_id', '=', a.project).where('id', '<=', a.oldest),
)

const maxBuilds = 200

/** Leaves the stamp of a build; the project is locked by the caller. */
export async function insertBuild(tx: Tx, build: Omit<BuildRow, 'id'>): Promise<void> {
  const [last] = await tx.all(newest, { project_id: build.project_id, limit: 1 })
  const id = (last?.id ?? 0) + 1
  await tx.run(insert, { ...build, id })
  await tx.run(prune, { project: build.project_id, oldest: id - maxBuilds })
}

export async function lastBuild(tx: Tx, project: string): Promise<BuildRow | undefined> {
  return (await tx.all(newest, { project_id: project, limit: 1 }))[0]
}
