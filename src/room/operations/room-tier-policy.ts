import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { policyStore, TierPolicy } from '../tiers/policy.ts'

export const roomTierPolicy = roomOperation({
  name: 'room_tier_policy',
  summary: 'How results move tiers, and what each tier allows.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/tiers/policy'],
  input: z.strictObject({}),
  output: TierPolicy,
  run: async (_, { room }) => policyStore(room.control).read(),
})
