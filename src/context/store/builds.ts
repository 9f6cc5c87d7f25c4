import type { Tx } from '../../db/db.ts'
import { rowOf, statement } from '../../db/statement.ts'
import type { BuildRow } from '../../db/tables.ts'

const newest = statement((q, a: { project: string; limit: number }) =>
  q.selectFrom('context_builds').selectAll().where('project_id', '=', a.project).orderBy('id', 'desc').limit(a.limit),
)
const insert = statement((q, a: BuildRow) =>
  q
    .insertInto('context_builds')
    .values(rowOf(a, ['project_id', 'id', 'ts', 'sha256', 'bytes', 'estimated_tokens', 'arguments', 'sections'])),
)
const prune = statement((q, a: { project: string; oldest: number }) =>
  q.deleteFrom('context_builds').where('project_id', '=', a.project).where('id', '<=', a.oldest),
)

const maxBuilds = 200

/** Leaves the stamp of a build; the project is locked by the caller. */
export async function insertBuild(tx: Tx, build: Omit<BuildRow, 'id'>): Promise<void> {
  const [last] = await tx.all(newest, { project: build.project_id, limit: 1 })
  const id = (last?.id ?? 0) + 1
  await tx.run(insert, { ...build, id })
  await tx.run(prune, { project: build.project_id, oldest: id - maxBuilds })
}

export async function lastBuild(tx: Tx, project: string): Promise<BuildRow | undefined> {
  return (await tx.all(newest, { project, limit: 1 }))[0]
}
