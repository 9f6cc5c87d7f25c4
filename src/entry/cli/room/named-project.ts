import { realpath } from 'node:fs/promises'
import type { App } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { isCode } from '../../../files/replace.ts'
import { localIdentity } from '../../../projects/roles.ts'
import { findProject } from '../../../projects/store.ts'
import { everyWorkspace } from '../../../room/workspace-rows.ts'
import { usageFault } from '../failure.ts'

export interface RoomFlags {
  project?: string
  workspace?: string
}

/** The project that was named, by its own name or by the folder of its room; undefined leaves it to the room. */
export async function namedProject(
  app: App,
  settings: Pick<Settings, 'project' | 'home'>,
  { project, workspace }: RoomFlags,
): Promise<string | undefined> {
  if (workspace === undefined) return settings.project
  const root = await realPath(workspace)
  const bound = (await app.db.read(tx => everyWorkspace(tx, settings.home))).find(
    ({ path }) => path === root,
  )?.project_id
  if (bound === undefined) {
    throw usageFault('No project has its room in this folder.', 'Make it one: daybook room init <dir>', {
      folder: workspace,
    })
  }
  if (project === undefined) return bound
  const { id } = await app.db.read(tx => findProject(tx, localIdentity, project))
  if (id === bound) return bound
  throw usageFault('--project and --workspace name two different rooms.', 'One of them is enough.')
}

async function realPath(folder: string): Promise<string | undefined> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
