import { z } from 'zod'
import { closeConference } from '../conference/conferences.ts'
import { conferenceView } from '../conference/views.ts'
import { ConferenceView, conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomConferenceClose = roomOperation({
  name: 'room_conference_close',
  summary: 'Closes a conference for good; its rounds and its transcript stay.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/conferences/{id}/close'],
  input: z.strictObject({ id: conferenceId }),
  output: ConferenceView,
  async run({ id }, { room }) {
    await closeConference(room, id)
    return conferenceView(room, id)
  },
})
