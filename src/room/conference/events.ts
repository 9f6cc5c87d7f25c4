import type { EventSource } from '../events.ts'
import type { Room } from '../room.ts'
import { deskOf } from './desk.ts'

/** What happens in a conference, to be followed from wherever one left off. */
export function conferenceEvents(room: Room, id: string): EventSource {
  const files = deskOf(room).files(id)
  return {
    known: async () => (await files.conference.read()) !== null,
    after: seq => files.journal.after(seq),
    over: async () => (await files.conference.read())?.state === 'closed',
  }
}
