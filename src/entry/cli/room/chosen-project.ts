import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import type { App } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { isCode } from '../../../files/replace.ts'
import { projectAtFolder } from '../../../projects/at-folder.ts'
import { localPrincipal } from '../../../projects/roles.ts'
import { fallbackProject, findProject } from '../../../projects/store.ts'
import { everyWorkspace } from '../../../room/workspace-rows.ts'
import { usageFault } from '../failure.ts'

export interface RoomFlags {
  project?: string
  workspace?: string
}

/**
 * The project whose room is meant: the one that was named, that of the folder one is in, the default one where it has a
 * room, and else the only one that has.
 */
export async function chosenProject(
  app: App,
  settings: Pick<Settings, 'project' | 'home'>,
  { project, workspace }: RoomFlags,
): Promise<string | undefined> {
  const rooms = await app.db.read(tx => everyWorkspace(tx, settings.home))
  if (workspace !== undefined) return projectOf(workspace, project)
  if (settings.project !== undefined) return settings.project
  const here = await realpath(process.cwd())
  const around = rooms
    .filter(({ path }) => `${here}${sep}`.startsWith(`${path}${sep}`))
    .toSorted((a, b) => b.path.length - a.path.length)
  if (around[0]) return around[0].project_id
  const [atFolder, fallback] = await app.db.read(async tx => [
    await projectAtFolder(tx, here),
    (await fallbackProject(tx, localPrincipal, undefined)).id,
  ])
  if (atFolder !== undefined || rooms.some(({ project_id }) => project_id === fallback)) return atFolder ?? fallback
  return rooms.length === 1 ? rooms[0]?.project_id : fallback

  async function projectOf(folder: string, named: string | undefined): Promise<string> {
    const root = await realPath(folder)
    const bound = rooms.find(({ path }) => path === root)?.project_id
    if (bound === undefined) {
      throw usageFault('No project has its room in this folder.', 'Make it one: daybook room init <dir>', { folder })
    }
    if (named === undefined) return bound
    const { id } = await app.db.read(tx => findProject(tx, localPrincipal, named))
    if (id === bound) return bound
    throw usageFault('--project and --workspace name two different rooms.', 'One of them is enough.')
  }
}

async function realPath(folder: string): Promise<string | undefined> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
