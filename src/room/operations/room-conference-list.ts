import { z } from 'zod'
import { listConferences } from '../conference/conferences.ts'
import { deskOf } from '../conference/desk.ts'
import { Conference } from '../conference/schema.ts'
import { roomOperation } from '../context.ts'

export const roomConferenceList = roomOperation({
  name: 'room_conference_list',
  summary: 'The conferences of the room, newest first.',
  effect: 'read',
  audience: 'people',
  routes: ['GET /api/conferences'],
  input: z.strictObject({ limit: z.int().min(1).max(200).default(50), cursor: z.string().max(80).optional() }),
  output: z.object({ conferences: z.array(Conference), next: z.string().nullable() }),
  async run({ limit, cursor }, { call, rooms }) {
    const all = await listConferences(deskOf(await rooms.of(call, 'reader')))
    const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
    const conferences = all.slice(from, from + limit)
    const hasMore = from + limit < all.length
    return { conferences, next: hasMore ? (conferences.at(-1)?.id ?? null) : null }
  },
})
