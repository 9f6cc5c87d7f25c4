import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Db, Tx } from '../db/db.ts'
import type { Call } from '../kernel/call.ts'
import { projectAtFolder } from '../projects/at-folder.ts'
import {
  fallbackProject,
  findProject,
  type InProject,
  projectMeant,
  visibleProjects,
  withRole,
} from '../projects/store.ts'
import { RoomFault, roomFaults } from './faults.ts'
import { type BoundFolder, everyWorkspace } from './workspace-rows.ts'

/** The project a call means that makes a room: the one it is pinned to, or the caller's own. */
export function findProjectOf(db: Db, call: Call): Promise<InProject> {
  return db.read(async tx => withRole(tx, call, await projectMeant(tx, call)))
}

/**
 * The project whose room a call means, by the same rule on every transport: the one it names; else the only one that has a
 * room; else the one whose folder the caller is in; else the caller's own. Where that has no room, the rooms there are
 * are named.
 */
export async function findRoomOf({ db, home }: { db: Db; home: string }, call: Call): Promise<InProject> {
  const { project: named } = call
  const folder = call.folder === undefined ? undefined : await realpath(call.folder)
  return db.read(async tx => {
    const rooms = await visibleRooms(tx, home, call)
    const id = named === undefined ? await unnamedRoom(tx, rooms, folder) : undefined
    const project = await (id === undefined ? fallbackProject(tx, call, named) : findProject(tx, call, id))
    const found = await withRole(tx, call, project)
    if (rooms.length > 0 && !rooms.some(({ project_id }) => project_id === project.id)) {
      throw noRoomMeant(named, rooms)
    }
    return found
  })
}

async function visibleRooms(tx: Tx, home: string, call: Call): Promise<BoundFolder[]> {
  const visible = new Set((await visibleProjects(tx, call)).map(({ id }) => id))
  return (await everyWorkspace(tx, home)).filter(({ project_id }) => visible.has(project_id))
}

async function unnamedRoom(tx: Tx, rooms: readonly BoundFolder[], folder: string | undefined) {
  if (rooms.length === 1) return rooms[0]?.project_id
  if (folder === undefined) return undefined
  const [innermost] = rooms
    .filter(({ path }) => `${folder}${sep}`.startsWith(`${path}${sep}`))
    .toSorted((a, b) => b.path.length - a.path.length)
  if (innermost) return innermost.project_id
  const project = await projectAtFolder(tx, folder)
  return rooms.find(({ project_id }) => project_id === project)?.project_id
}

const maxRooms = 20

function noRoomMeant(named: string | undefined, rooms: readonly BoundFolder[]): RoomFault {
  const [kind, message] = roomFaults.no_workspace
  return new RoomFault(
    'no_workspace',
    kind,
    named === undefined ? 'Several projects have a room. Name one.' : message,
    {
      details: { rooms: rooms.slice(0, maxRooms).map(({ project_id }) => project_id) },
      hint: 'Name a project of details.rooms: --project for a command or daybook mcp, the header X-Daybook-Project over HTTP.',
    },
  )
}
