import { formatInstant } from '../../kernel/instants.ts'
import { roomFault } from '../faults.ts'
import { requireId } from '../ids.ts'
import type { Room } from '../room.ts'
import { askToCancel, turnNamed } from '../turns/turn-rows.ts'
import { openChat } from './chat.ts'
import { endInterrupted } from './interrupted.ts'

/** Leaves word for whoever runs the turn; they look for it several times a second. */
export async function cancelTurn(room: Room, id: string): Promise<void> {
  const turnId = requireId(id)
  const turn = await room.db.read(tx => turnNamed(tx, room.project, turnId))
  if (!turn) throw roomFault('not_found', { turnId })
  // Nobody would hear it where the process is gone.
  await endInterrupted(room, openChat(room, turn.session_id))
  const isHeard = await room.db.write(tx => askToCancel(tx, room.project, turnId, formatInstant(room.clock())))
  if (!isHeard) throw roomFault('turn_over', { turnId })
}
