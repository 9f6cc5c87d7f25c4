import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatInstant } from '../kernel/instants.ts'
import { mayUsePath, ownerOnly } from '../projects/roles.ts'
import { lockProject } from '../projects/store.ts'
import { ensureRoster } from './agents/registry.ts'
import { resumeBuild } from './canon/build.ts'
import { canonFiles } from './canon/files.ts'
import { canonStatus } from './canon/journal.ts'
import { endAbandonedRows } from './chats/interrupted.ts'
import { recoverConferences } from './conference/recover.ts'
import type { Rooms } from './context.ts'
import { roomFault } from './faults.ts'
import { findRoomOf } from './find-project.ts'
import { openVault } from './keys/vault.ts'
import { notices, notify } from './notifications/notify.ts'
import { openRoom, type RoomsSettings } from './open-room.ts'
import type { Room } from './room.ts'
import { markInterruptedRuns } from './runs/lifecycle.ts'
import { projectIn } from './workspace/info.ts'
import { initWorkspace } from './workspace/init.ts'
import { bindableFolder, controlFolder, infoFile, isFolder } from './workspace/layout.ts'
import {
  bindWorkspace,
  everyWorkspace,
  moveWorkspace,
  shortenPaths,
  workspaceAt,
  workspaceOf,
} from './workspace-rows.ts'

/** The rooms of this process: each is opened with the first call about it and stays open. */
export function openRooms(settings: RoomsSettings): Rooms {
  const { db, clock, log, jobs, home, sample, pathRoots = [] } = settings
  const keys = openVault(settings)
  const open = new Map<string, { path: string; room: Promise<Room> }>()
  let isClosed = false
  let shortened: Promise<void> | undefined

  /** Once in a process; a room opens by its whole path, too. */
  function pathsShortened(): Promise<void> {
    shortened ??= shortenPaths(db, home).catch(() => log('rooms: paths below the home stay as they were stored'))
    return shortened
  }

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
    find: call => findRoomOf({ db, home }, call),

    async of({ id }) {
      await pathsShortened()
      const bound = await db.read(tx => workspaceOf(tx, home, id))
      if (!bound) throw roomFault('no_workspace')
      return roomAt(id, bound.path)
    },

    async bind(project, call, { path: given, name, sample: withSample = false, template }) {
      const bound = (await db.read(tx => workspaceOf(tx, home, project.id)))?.path
      // Before the disk is looked at, and again when it is known what the path leads to.
      if (given !== undefined && !mayUsePath(call, given, pathRoots)) throw ownerOnly('path')
      const root = await bindableFolder(given ?? (await ownFolder(home, project.id)))
      if (given !== undefined && !mayUsePath(call, root, pathRoots)) throw ownerOnly('path')
      const isMoved = bound !== undefined && bound !== root
      if (isMoved && !(await hasMoved(project.id, bound, root))) throw roomFault('workspace_exists')
      const owner = (await db.read(tx => workspaceAt(tx, home, root)))?.project_id ?? (await projectIn(root))
      if (owner !== undefined && owner !== project.id) throw roomFault('workspace_exists')
      const at = formatInstant(clock())
      const { created } = await initWorkspace(root, {
        projectId: project.id,
        displayName: name ?? project.name.slice(0, 60),
        at,
        sample: withSample ? sample : undefined,
        template: template ?? (!withSample && (await isRepository(root)) ? 'code' : 'story'),
      })
      await db.write(async tx => {
        await lockProject(tx, project.id)
        const [own, there] = [await workspaceOf(tx, home, project.id), await workspaceAt(tx, home, root)]
        // Another caller may have bound one of the two meanwhile.
        if ((own && own.path !== root && own.path !== bound) || (there && there.project_id !== project.id))
          throw roomFault('workspace_exists')
        const row = { project_id: project.id, path: root, bound_by: call.principal, bound: at }
        if (!own) await bindWorkspace(tx, home, row)
        else if (own.path !== root) await moveWorkspace(tx, home, project.id, root)
      })
      const room = await roomAt(project.id, root)
      if (created.includes(infoFile)) await addKeyAndAgents(room)
      return room
    },

    async forget(project) {
      const known = open.get(project)
      open.delete(project)
      const room = await known?.room.catch(() => undefined)
      await room?.telemetry.flush()
    },

    async openAll() {
      await pathsShortened()
      for (const { project_id, path } of await db.read(tx => everyWorkspace(tx, home))) {
        if (isClosed) return
        // A folder may be missing; a call about its room reports that.
        await roomAt(project_id, path).catch(() => log(`room of ${project_id}: not opened`))
      }
    },

    async close() {
      isClosed = true
      const rooms = await Promise.allSettled([...open.values()].map(({ room }) => room))
      open.clear()
      await jobs.leave()
      for (const each of rooms) if (each.status === 'fulfilled') await each.value.telemetry.flush()
    },
  }
}

/** Whether what was a project's folder is gone and this one, by its content, is the same workspace elsewhere. */
async function hasMoved(project: string, bound: string, root: string): Promise<boolean> {
  return !(await isFolder(join(bound, controlFolder))) && (await projectIn(root)) === project
}

/** A folder that git knows and that no story was begun in. */
async function isRepository(root: string): Promise<boolean> {
  return existsSync(join(root, '.git')) && !(await isFolder(join(root, 'Story')))
}

/** A folder below the program's home, for trying the sample. */
async function ownFolder(home: string, project: string): Promise<string> {
  const folder = join(home, 'rooms', project)
  await mkdir(folder, { recursive: true })
  return folder
}

/** What earlier processes left unfinished goes on before the room is used. */
async function withJobs(room: Room): Promise<Room> {
  await resumeJobs(room)
  return room
}

/** Gives a new workspace its key and the default agents. */
async function addKeyAndAgents(room: Room): Promise<void> {
  await room.audit.fixKeys()
  await ensureRoster(room, (await room.workspace.info()).template)
}

/** What processes that are gone left unfinished: runs are marked, rounds and a build of the canon index go on. */
async function resumeJobs(room: Room): Promise<void> {
  try {
    await endAbandonedRows(room)
    await recoverConferences(room)
    await markInterruptedRuns(room)
    await resumeBuild(room)
    if (await canonFiles(room).meta.read()) await notifyWhenStale(room)
  } catch (error) {
    // A file that cannot be read is reported by the call that asks for it; the room opens all the same.
    room.log(`room jobs: not taken up (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

/** Reading all cards takes its time, and opening a room does not wait for that. */
function notifyWhenStale(room: Room): Promise<void> {
  return room.jobs.start({
    id: `canon age ${room.control}`,
    atExit: 'leave',
    async work({ answer }) {
      answer(undefined)
      const { status, stale } = await canonStatus(room)
      if (status === 'stale') await notify(room, notices.canonStale(stale.length))
    },
  })
}
