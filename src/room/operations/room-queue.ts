import { z } from 'zod'
import { roomOperation } from '../context.ts'

const Ticket = z.object({ turnId: z.string(), agentId: z.string(), kind: z.string() })

export const roomQueue = roomOperation({
  name: 'room_queue',
  summary: 'Which turn runs and which ones wait, in the order in which they will run.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/room/queue'],
  input: z.strictObject({}),
  output: z.object({
    holder: Ticket.extend({ since: z.string() }).nullable(),
    waiting: z.array(Ticket.extend({ position: z.int(), enqueuedAt: z.string() })),
  }),
  async run(_, { room }) {
    return room.turnQueue.view()
  },
})
