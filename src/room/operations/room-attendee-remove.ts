import { z } from 'zod'
import { kickAgent } from '../conference/conferences.ts'
import { asView } from '../conference/views.ts'
import { ConferenceView, conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomAttendeeRemove = roomOperation({
  name: 'room_attendee_remove',
  summary: 'Takes an agent out of a conference; a turn that runs ends as it would. The Chief cannot be removed.',
  effect: 'destroy',
  access: 'writer',
  audience: 'people',
  routes: ['DELETE /api/conferences/{id}/attendees/{agentId}'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80) }),
  output: ConferenceView,
  async run({ id, agentId }, { room }) {
    return asView(await kickAgent(room, id, agentId))
  },
})
