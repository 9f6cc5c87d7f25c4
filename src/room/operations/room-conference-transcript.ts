import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import type { Message } from '../conference/transcript.ts'
import { wholeTranscript } from '../conference/whole-transcript.ts'
import { conferenceId, MessageView } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomConferenceTranscript = roomOperation({
  name: 'room_conference_transcript',
  summary: 'All rounds of a conference as one continuous chat, as messages or as Markdown.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences/{id}/transcript'],
  input: z.strictObject({ id: conferenceId, format: z.enum(['json', 'md']).default('json') }),
  output: z.object({
    conferenceId: z.string(),
    agenda: z.string(),
    messages: z.array(MessageView),
    markdown: z.string().optional(),
  }),
  toHttpBody: output => {
    if (output.markdown !== undefined) return { type: 'text/markdown; charset=utf-8', body: output.markdown }
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(output) }
  },
  async run({ id, format }, { room }) {
    const { conference, messages, markdown } = await wholeTranscript(deskOf(room), id)
    const { agenda } = conference
    return { conferenceId: id, agenda, messages: messages.map(toWire), ...(format === 'md' && { markdown }) }
  },
})

function toWire({ verdict, ...message }: Message): z.input<typeof MessageView> {
  return { ...message, ...(verdict && { verdict: { ...verdict } }) }
}
