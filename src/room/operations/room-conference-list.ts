import { z } from 'zod'
import { listConferences } from '../conference/conferences.ts'
import { Conference } from '../conference/schema.ts'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'

export const roomConferenceList = roomOperation({
  name: 'room_conference_list',
  summary: 'The conferences of the room, newest first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences'],
  input: z.strictObject(PageInput),
  output: z.object({ conferences: z.array(Conference), nextCursor: z.string().nullable() }),
  async run(page, { room }) {
    const all = await listConferences(room)
    const { items, nextCursor } = pageOf(all, ({ id }) => id, page)
    return { conferences: items, nextCursor }
  },
})
