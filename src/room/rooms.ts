import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/db.ts'
import { isCode } from '../files/replace.ts'
import { type Clock, formatInstant } from '../kernel/instants.ts'
import type { ProviderSettings } from '../models/providers.ts'
import { mayUsePath, ownerOnly } from '../projects/owner.ts'
import { lockProject } from '../projects/store.ts'
import { ensureRoster } from './agents/ensure-roster.ts'
import { leaveBackground } from './background.ts'
import type { Rooms } from './context.ts'
import { roomFault } from './faults.ts'
import { findRoomOf } from './find-project.ts'
import { takeUpJobs } from './jobs.ts'
import { openVault } from './keys/vault.ts'
import { openRoom } from './open-room.ts'
import type { Room } from './room.ts'
import { closeTelemetry } from './telemetry/recorder.ts'
import { bindableFolder } from './workspace/bindable.ts'
import { WorkspaceInfo } from './workspace/info.ts'
import { initWorkspace } from './workspace/init.ts'
import { infoFile } from './workspace/layout.ts'
import { bindWorkspace, everyWorkspace, workspaceAt, workspaceOf } from './workspace-rows.ts'

export interface RoomsSettings {
  db: Db
  clock: Clock
  log: (line: string) => void
  /** Of the program itself. */
  home: string
  env: NodeJS.ProcessEnv
  /** The section `models.providers` of the config file. */
  providers: ProviderSettings
  /** The folder of the sample workspace. */
  sample: string
  /** Where people of other machines may bind folders; nowhere when undefined. */
  pathRoots?: readonly string[] | undefined
}

/** The rooms of this process: each is opened with the first call about it and stays open. */
export function openRooms(settings: RoomsSettings): Rooms {
  const { db, clock, log, sample, pathRoots = [] } = settings
  const keys = openVault(settings)
  const open = new Map<string, { path: string; room: Promise<Room> }>()
  let isClosed = false

  function roomAt(project: string, path: string): Promise<Room> {
    const before = open.get(project)
    if (before?.path === path) return before.room
    const opening = { path, room: openRoom({ ...settings, project, path, keys }).then(withJobs) }
    open.set(project, opening)
    opening.room.catch(() => {
      if (open.get(project) === opening) open.delete(project)
    })
    return opening.room
  }

  return {
    find: call => findRoomOf(db, call),

    async of({ id }) {
      const bound = await db.read(tx => workspaceOf(tx, id))
      if (!bound) throw roomFault('no_workspace')
      return roomAt(id, bound.path)
    },

    async bind(project, call, { path: given, name, sample: withSample = false }) {
      const path = (await db.read(tx => workspaceOf(tx, project.id)))?.path
      // Before the disk is looked at, and again when it has told what the path leads to.
      if (given !== undefined && !mayUsePath(call, given, pathRoots)) throw ownerOnly('path')
      const root = await bindableFolder(given ?? (await ownFolder(settings.home, project.id)))
      if (given !== undefined && !mayUsePath(call, root, pathRoots)) throw ownerOnly('path')
      if (path !== undefined && path !== root) throw roomFault('workspace_exists')
      const owner = (await db.read(tx => workspaceAt(tx, root)))?.project_id ?? (await ownerOf(root))
      if (owner !== undefined && owner !== project.id) throw roomFault('workspace_exists')
      const at = formatInstant(clock())
      const { created } = await initWorkspace(root, {
        projectId: project.id,
        displayName: name ?? project.name.slice(0, 60),
        at,
        sample: withSample ? sample : undefined,
      })
      await db.write(async tx => {
        await lockProject(tx, project.id)
        const [own, there] = [await workspaceOf(tx, project.id), await workspaceAt(tx, root)]
        // Somebody else may have bound one of the two meanwhile.
        if ((own && own.path !== root) || (there && there.project_id !== project.id))
          throw roomFault('workspace_exists')
        if (!own) await bindWorkspace(tx, { project_id: project.id, path: root, bound_by: call.principal, bound: at })
      })
      const room = await roomAt(project.id, root)
      if (created.includes(infoFile)) await furnish(room)
      return room
    },

    async takeUp() {
      for (const { project_id, path } of await db.read(everyWorkspace)) {
        if (isClosed) return
        // A folder may be away; whoever asks for its room is told.
        await roomAt(project_id, path).catch(() => log(`room of ${project_id}: not opened`))
      }
    },

    async close() {
      isClosed = true
      const rooms = await Promise.allSettled([...open.values()].map(({ room }) => room))
      open.clear()
      for (const each of rooms) {
        if (each.status === 'rejected') continue
        await leaveBackground(each.value)
        await closeTelemetry(each.value)
      }
    },
  }
}

/** A folder below the program's own for whoever only wants to look at the sample. */
async function ownFolder(home: string, project: string): Promise<string> {
  const folder = join(home, 'rooms', project)
  await mkdir(folder, { recursive: true })
  return folder
}

/** What earlier processes left unfinished is taken up before anybody sees the room. */
async function withJobs(room: Room): Promise<Room> {
  await takeUpJobs(room)
  return room
}

/** A new workspace begins with its key and with somebody to talk to. */
async function furnish(room: Room): Promise<void> {
  await room.audit.fixKeys()
  await ensureRoster(room)
}

/** The project whose workspace a folder is, by what stands in the folder itself. */
async function ownerOf(root: string): Promise<string | undefined> {
  try {
    const info = WorkspaceInfo.safeParse(JSON.parse(await readFile(join(root, infoFile), 'utf8')))
    return info.data?.projectId
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return undefined
    throw error
  }
}
