import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { changedPolicy, policyStore, TierPolicy } from '../tiers/policy.ts'

export const roomTierGovern = roomOperation({
  name: 'room_tier_govern',
  summary: 'Changes how results move tiers; what is not given stays.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/tiers/policy'],
  // The policy itself says what fits, so that a part of a curve can be given alone.
  input: z.looseObject({}),
  output: TierPolicy,
  async run(given, { room }) {
    const { control } = room
    return policyStore(control).change(before => {
      const changed = changedPolicy(before, given)
      if ('refused' in changed) throw roomFault('invalid_request', { keys: changed.refused })
      return { next: changed.policy, result: changed.policy }
    })
  },
})
