import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
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

/** The project whose folder holds the given one most closely; in a worktree, the one its repository's folder has. */
export async function projectAtFolder(tx: Tx, folder: string): Promise<string | undefined> {
  const rows = (await tx.all(withPath, {})).flatMap(({ id, project_path }) =>
    // A path cleared with "" is not a folder.
    project_path ? [{ id, path: resolve(project_path) }] : [],
  )
  if (rows.length === 0) return undefined
  const nearest = closest(rows, folder)
  // Only where there are projects with folders, so that a start without them loads nothing more.
  const { findCheckout } = await import('../files/git-checkout.ts')
  const checkout = findCheckout(folder, homedir())
  const isWorktree = checkout !== null && checkout.main !== checkout.top
  if (!isWorktree || (nearest && holds(checkout.top, nearest.path))) return nearest?.id
  const twin = closest(rows, join(checkout.main, relative(checkout.top, realpathSync.native(folder))))
  return (twin && holds(checkout.main, twin.path) ? twin : nearest)?.id
}

interface Placed {
  id: string
  path: string
}

function closest(rows: readonly Placed[], folder: string): Placed | undefined {
  const holding = rows.filter(({ path }) => holds(path, folder))
  // The sort is stable: of two projects on one folder the older one is taken.
  return holding.sort((a, b) => b.path.length - a.path.length)[0]
}

function holds(outer: string, inner: string): boolean {
  return `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
}
