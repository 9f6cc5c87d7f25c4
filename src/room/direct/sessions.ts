import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { rowOf, statement } from '../../db/statement.ts'
import type { RoomSessionRow } from '../../db/tables.ts'
import { isCode } from '../../files/replace.ts'
import type { Call, ToolSession } from '../../kernel/call.ts'
import { callerOf } from '../caller.ts'
import { notFound } from '../faults.ts'
import { isId, mintId, requireId } from '../ids.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'

/** The session of direct runs that a caller continues, or a new one. Only the server chooses its id. */
export async function directSession(room: Room, call: Call, given: string | undefined): Promise<ToolSession> {
  if (given === undefined) return unnamedSession(room, call)
  const isDirect = (['mcp', 'rest', 'cli'] as const).some(surface => isId(surface, requireId(given)))
  if (isDirect && (await isSession(room, given))) return { id: given, isListed: true }
  throw notFound('session', { session_id: given })
}

/** A server that one chat started adds all its runs to one session; elsewhere each run has its own. */
function unnamedSession(room: Room, call: Call): ToolSession {
  const before = call.toolSessions?.get(room.project)
  if (before) return before
  const session = { id: mintId(callerOf(call).surface, room.random), isListed: false }
  call.toolSessions?.set(room.project, session)
  return session
}

/** Whether the project has such a session, with receipts or without. */
export async function isSession(room: Room, id: string): Promise<boolean> {
  const session = requireId(id)
  if (await room.db.read(tx => tx.first(sessionNamed, { project: room.project, session }))) return true
  // The files are the truth, and the rows may have been lost.
  for (const folder of ['audit/sessions', 'chats', 'conferences']) {
    if (isThere(join(room.control, folder, session))) return true
  }
  return false
}

/** Enters a session into the list that all parts share. */
export async function registerSession(room: Room, session: Pick<RoomSessionRow, 'session_id' | 'kind' | 'opened_by'>) {
  const row = { project_id: room.project, ...session, created: instant(room) }
  await room.db.write(tx => tx.run(insert, row))
}

const sessionNamed = statement((q, a: { project: string; session: string }) =>
  q
    .selectFrom('room_sessions')
    .select('session_id')
    .where('project_id', '=', a.project)
    .where('session_id', '=', a.session),
)
const insert = statement((q, a: RoomSessionRow) =>
  q
    .insertInto('room_sessions')
    .values(rowOf(a, ['project_id', 'session_id', 'kind', 'opened_by', 'created']))
    .onConflict(clash => clash.columns(['project_id', 'session_id']).doNothing()),
)

function isThere(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}
