import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { giveAward } from '../credits/awards.ts'
import { CreditEvent, userReasons } from '../credits/event.ts'
import { callerOf } from '../platform/caller.ts'

const short = text({ max: 200, oneLine: true })

export const roomCreditAward = roomOperation({
  name: 'room_credit_award',
  summary: 'Gives an agent credit for something a person saw, or takes some; each reason has its own amount.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/credits'],
  input: z.strictObject({
    agentId: z.string(),
    reason: z.enum(userReasons),
    verifiedBy: text({ max: 80, oneLine: true }).optional(),
    context: z
      .strictObject({
        trigger: short.optional(),
        triggerRef: short.optional(),
        outcome: short.optional(),
        outcomeRef: short.optional(),
      })
      .optional(),
    relatedEntity: z.strictObject({ type: short, id: short }).optional(),
  }),
  output: CreditEvent,
  toStatus: () => ({ http: 201 }),
  async run(given, { call, room }) {
    return giveAward(room, given, callerOf(call).name)
  },
})
