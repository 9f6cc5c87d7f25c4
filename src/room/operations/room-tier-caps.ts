import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { requireAgent } from '../issues/personal.ts'
import { maxToolSteps } from '../protocol/budget.ts'
import { activeModel } from '../tiers/active-model.ts'
import { capsAt } from '../tiers/caps.ts'
import { policyStore } from '../tiers/policy.ts'
import { standingsOf } from '../tiers/standing.ts'

const Caps = z.object({ toolActions: z.int(), safeSteps: z.int(), outputTokens: z.int(), activeIssues: z.int() })

export const roomTierCaps = roomOperation({
  name: 'room_tier_caps',
  summary: 'What an agent is allowed with a model at present; with the one it speaks with when none is named.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/tiers/agents/{id}/caps'],
  input: z.strictObject({ id: z.string(), model: z.string().optional() }),
  output: z.object({
    agentId: z.string(),
    model: z.string(),
    tier: z.int().nullable(),
    clampRemaining: z.int(),
    source: z.enum(['tier', 'fallback']),
    caps: Caps,
  }),
  async run({ id, model: given }, { room }) {
    const agent = await requireAgent(room, id)
    const [policy, model] = [await policyStore(room.control).read(), given ?? (await activeModel(room, agent))]
    const standing = standingsOf(agent, policy).find(each => each.model === model)
    const about = { agentId: id, model, clampRemaining: standing?.clampRemaining ?? 0 }
    if (standing) return { ...about, tier: standing.tier, source: 'tier' as const, caps: standing.caps }
    const caps = { ...capsAt(policy.caps, 1), toolActions: maxToolSteps }
    return { ...about, tier: null, source: 'fallback' as const, caps }
  },
})
