import type { EventLog } from '../../kernel/event-log.ts'
import type { Room } from '../room.ts'
import { deskOf } from './desk.ts'

/** What happens in a conference, to be followed from wherever one left off. */
export function conferenceEvents(room: Room, id: string): EventLog {
  const files = deskOf(room).files(id)
  return {
    isKnown: async () => (await files.conference.read()) !== null,
    after: seq => files.journal.after(seq),
    isOver: async () => (await files.conference.read())?.state === 'closed',
  }
}
