import { z } from 'zod'
import { inviteAgent } from '../conference/conferences.ts'
import { asView } from '../conference/views.ts'
import { ConferenceView, conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomAttendeeInvite = roomOperation({
  name: 'room_attendee_invite',
  summary: 'Has an agent take part from the next turn that has not begun.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/conferences/{id}/attendees'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80) }),
  output: ConferenceView,
  async run({ id, agentId }, { room }) {
    return asView(await inviteAgent(room, id, agentId))
  },
})
