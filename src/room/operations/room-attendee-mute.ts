import { z } from 'zod'
import { muteAgent } from '../conference/conferences.ts'
import { asView } from '../conference/views.ts'
import { ConferenceView, conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomAttendeeMute = roomOperation({
  name: 'room_attendee_mute',
  summary: 'Mutes an agent, which is then skipped in rounds, or lets it speak again. The Chief cannot be muted.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/conferences/{id}/attendees/{agentId}'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80), muted: z.boolean() }),
  output: ConferenceView,
  async run({ id, agentId, muted }, { room }) {
    return asView(await muteAgent(room, id, agentId, muted))
  },
})
