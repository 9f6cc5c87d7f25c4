import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { CreditEvent } from '../credits/event.ts'
import { creditStore } from '../credits/store.ts'
import { PageInput, pageOf } from '../page.ts'

export const roomCreditList = roomOperation({
  name: 'room_credit_list',
  summary: 'What was awarded, in the order it was; of one agent when it is named.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/credits'],
  input: z.strictObject({ agentId: z.string().optional(), ...PageInput }),
  output: z.object({ events: z.array(CreditEvent), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ agentId, limit, cursor }, { room }) {
    const { control } = room
    const all = await creditStore(control).all()
    const events = all.filter(event => agentId === undefined || event.agentId === agentId)
    const { items, nextCursor } = pageOf(events, ({ id }) => id, { limit, cursor })
    return { events: items, total: events.length, nextCursor }
  },
})
