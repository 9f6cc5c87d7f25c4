import { resolve, sep } from 'node:path'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const withPath = statement(q =>
  q
    .selectFrom('projects')
    .select(['id', 'project_path'])
    .where('project_path', 'is not', null)
    .where('deleted_ts', 'is', null)
    .orderBy('created')
    .orderBy('id'),
)

/** The project whose folder holds the given one most closely. */
export async function projectAtFolder(tx: Tx, folder: string): Promise<string | undefined> {
  const rows = await tx.all(withPath, {})
  // A path cleared with "" is not a folder.
  const holding = rows.filter(row => row.project_path && holds(row.project_path, folder))
  // The sort is stable: of two projects on one folder the older one is taken.
  holding.sort((a, b) => (b.project_path?.length ?? 0) - (a.project_path?.length ?? 0))
  return holding[0]?.id
}

function holds(outer: string, inner: string): boolean {
  const folder = resolve(outer)
  return `${inner}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
