import { z } from 'zod'
import { conferenceView } from '../conference/views.ts'
import { ConferenceView, conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomConferenceShow = roomOperation({
  name: 'room_conference_show',
  summary: 'A conference with the cards of all who take part and the round that is not over.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences/{id}'],
  input: z.strictObject({ id: conferenceId }),
  output: ConferenceView,
  async run({ id }, { room }) {
    return conferenceView(room, id)
  },
})
