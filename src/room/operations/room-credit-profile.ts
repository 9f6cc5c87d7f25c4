import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { CreditProfile, creditProfile } from '../credits/profile.ts'
import { creditStore } from '../credits/store.ts'
import { requireAgent } from '../issues/personal.ts'

export const roomCreditProfile = roomOperation({
  name: 'room_credit_profile',
  summary: 'What the awards of one agent come to.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/credits/profiles/{agentId}'],
  input: z.strictObject({ agentId: z.string() }),
  output: CreditProfile,
  async run({ agentId }, { room }) {
    await requireAgent(room, agentId)
    return creditProfile(agentId, await creditStore(room.control).all())
  },
})
