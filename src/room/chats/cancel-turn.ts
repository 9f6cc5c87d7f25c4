import { formatInstant } from '../../kernel/instants.ts'
import { notFound, roomFault } from '../faults.ts'
import { requireId } from '../ids.ts'
import type { Room } from '../room.ts'
import { endTurn, findTurn, requestCancel } from '../turns/turn-rows.ts'
import { openChat } from './chat.ts'
import { endInterrupted, isLive } from './interrupted.ts'

/** Leaves word for whoever runs the turn; they look for it several times a second. */
export async function cancelTurn(room: Room, id: string): Promise<void> {
  const turnId = requireId(id)
  const turn = await room.db.read(tx => findTurn(tx, room.project, turnId))
  if (!turn) throw notFound('turn', { turnId })
  const at = formatInstant(room.clock())
  // Nobody would hear it where the process is gone.
  await endInterrupted(room, openChat(room, turn.session_id))
  if (!(await isLive(room, turnId))) await room.db.write(tx => endTurn(tx, room.project, turnId, 'error', at))
  const isHeard = await room.db.write(tx => requestCancel(tx, room.project, turnId, at))
  if (!isHeard) throw roomFault('turn_over', { turnId })
}
