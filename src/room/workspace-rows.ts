import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { insertInto, selectFrom, updateIn } from '../db/table-statements.ts'
import type { WorkspaceRow } from '../db/tables.ts'

/** The folder that a project works on, wherever the home of the program is now. */
export interface BoundFolder extends Omit<WorkspaceRow, 'below_home'> {
  /** Absolute. */
  path: string
}

type StoredPath = Pick<WorkspaceRow, 'path' | 'below_home'>

const ofProject = selectFrom('room_workspaces', { where: ['project_id'] })
const atPath = selectFrom('room_workspaces', { where: ['path'] })
const every = statement(q =>
  q
    .selectFrom('room_workspaces')
    .innerJoin('projects', 'projects.id', 'room_workspaces.project_id')
    .selectAll('room_workspaces')
    .where('projects.deleted_ts', 'is', null)
    .orderBy('room_workspaces.project_id'),
)
const insert = insertInto('room_workspaces', ['project_id', 'path', 'below_home', 'bound_by', 'bound'])
const move = updateIn('room_workspaces', ['path', 'below_home'], ['project_id'])

export async function workspaceOf(tx: Tx, home: string, project: string): Promise<BoundFolder | undefined> {
  const row = await tx.first(ofProject, { project_id: project })
  return row && boundFolder(home, row)
}

export async function workspaceAt(tx: Tx, home: string, path: string): Promise<BoundFolder | undefined> {
  // Rows of earlier versions hold the whole path even below the home.
  const row = (await tx.first(atPath, { path: storedPath(home, path).path })) ?? (await tx.first(atPath, { path }))
  return row && boundFolder(home, row)
}

/** Those of projects that are not in the trash. */
export async function everyWorkspace(tx: Tx, home: string): Promise<BoundFolder[]> {
  return (await tx.all(every, {})).map(row => boundFolder(home, row))
}

export async function hasWorkspaces(tx: Tx): Promise<boolean> {
  return (await projectsWithRoom(tx)).size > 0
}

/** Ids of the projects, those in the trash left out, that have a workspace. */
export async function projectsWithRoom(tx: Tx): Promise<Set<string>> {
  return new Set((await tx.all(every, {})).map(({ project_id }) => project_id))
}

export async function bindWorkspace(tx: Tx, home: string, row: BoundFolder): Promise<void> {
  await tx.run(insert, { ...row, ...storedPath(home, row.path) })
}

/** For a project whose folder has moved. */
export async function moveWorkspace(tx: Tx, home: string, project: string, path: string): Promise<void> {
  await tx.run(move, { project_id: project, ...storedPath(home, path) })
}

/** Whole paths below the home, as earlier versions stored them, become paths below the home. */
export async function shortenPaths(db: Db, home: string): Promise<void> {
  const isWhole = (row: WorkspaceRow) => row.below_home === 0 && storedPath(home, row.path).below_home === 1
  if (!(await db.read(tx => tx.all(every, {}))).some(isWhole)) return
  await db.write(async tx => {
    for (const { project_id, path } of (await tx.all(every, {})).filter(isWhole)) {
      await moveWorkspace(tx, home, project_id, path)
    }
  })
}

function boundFolder(home: string, { below_home, ...row }: WorkspaceRow): BoundFolder {
  return below_home === 1 ? { ...row, path: join(realPath(home), row.path) } : row
}

function storedPath(home: string, path: string): StoredPath {
  const below = pathBelow(home, path)
  return below === undefined ? { path, below_home: 0 } : { path: below, below_home: 1 }
}

/** The path below a folder, with the same slashes on every system, since a database may be used from several. */
export function pathBelow(folder: string, path: string): string | undefined {
  const below = relative(realPath(folder), path)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return undefined
  return below.split(sep).join('/')
}

/** Paths of workspaces are real ones; a home that is not there yet has no rooms. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
