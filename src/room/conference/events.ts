import type { EventLog } from '../../jobs/follow.ts'
import type { Room } from '../room.ts'

/** What happens in a conference, to be followed from wherever one left off. */
export function conferenceEvents(room: Room, id: string): EventLog {
  const files = room.conferences.files(id)
  return {
    isKnown: async () => (await files.conference.read()) !== null,
    after: seq => files.journal.after(seq),
    isOver: async () => (await files.conference.read())?.state === 'closed',
  }
}
