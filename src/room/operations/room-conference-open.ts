import { z } from 'zod'
import { openConference } from '../conference/conferences.ts'
import { deskOf } from '../conference/desk.ts'
import { agendaLimit } from '../conference/schema.ts'
import { conferenceView } from '../conference/views.ts'
import { ConferenceView } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomConferenceOpen = roomOperation({
  name: 'room_conference_open',
  summary:
    'Open a conference: the Chief and the named agents, or all. Next: room_round_run. Needs exactly one enabled Chief.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/conferences'],
  input: z.strictObject({
    agenda: z.string().max(agendaLimit).optional().describe('Shown, and offered as the first prompt.'),
    attendees: z
      .array(z.string().max(80))
      .max(100)
      .optional()
      .describe('Ids of agents; all who are enabled by default.'),
  }),
  output: ConferenceView,
  toStatus: () => ({ http: 201 }),
  async run(input, { call, room }) {
    const desk = deskOf(room)
    const { id } = await openConference(desk, { ...input, openedBy: call.principal })
    return conferenceView(desk, id)
  },
})
