import { z } from 'zod'
import { requireAgent } from '../agents/edit-agents.ts'
import { endpointOf } from '../agents/endpoints.ts'
import { type Agent, ModelRecord, newRecord } from '../agents/registry.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { roomFault } from '../faults.ts'
import { maxToolSteps } from '../protocol/budget.ts'
import { builtinModel } from '../providers/agent-models.ts'
import type { Room } from '../room.ts'
import { capsAt, changedPolicy, policyStore, TierPolicy } from './policy.ts'
import { addResult, standingsOf } from './standing.ts'

const Caps = z.object({ toolActions: z.int(), safeSteps: z.int(), outputTokens: z.int(), activeIssues: z.int() })

export const roomTierPolicy = roomQuery({
  name: 'room_tier_policy',
  summary: 'How results move tiers, and what each tier allows.',
  routes: ['GET /api/tiers/policy'],
  input: z.strictObject({}),
  output: TierPolicy,
  run: async (_, { room }) => policyStore(room.control).read(),
})

export const roomTierGovern = roomCommand({
  name: 'room_tier_govern',
  summary: 'Changes how results move tiers; what is not given stays.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/tiers/policy'],
  // The policy itself says what fits, so that a part of a curve can be given alone.
  input: z.looseObject({}),
  output: TierPolicy,
  async run(given, { room: { control } }) {
    return policyStore(control).change(before => {
      const changed = changedPolicy(before, given)
      if ('refused' in changed) throw roomFault('invalid_request', { keys: changed.refused })
      return { next: changed.policy, result: changed.policy }
    })
  },
})

export const roomTierAgents = roomQuery({
  name: 'room_tier_agents',
  summary: 'Every agent with the models it has worked with: tier, streak, last results, limits.',
  routes: ['GET /api/tiers/agents'],
  input: z.strictObject({}),
  output: z.object({
    agents: z.array(z.object({ agentId: z.string(), models: z.array(ModelRecord.extend({ caps: Caps })) })),
  }),
  async run(_, { room }) {
    const [{ agents }, policy] = [await room.agents.read(), await policyStore(room.control).read()]
    return { agents: agents.map(agent => ({ agentId: agent.id, models: standingsOf(agent, policy) })) }
  },
})

export const roomTierCaps = roomQuery({
  name: 'room_tier_caps',
  summary: 'What an agent is allowed with a model at present; with its current model when none is named.',
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

export const roomTierResult = roomCommand({
  name: 'room_tier_result',
  summary: 'Adds a result from outside to what is known of an agent with a model.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/tiers/agents/{id}/task-result'],
  input: z.strictObject({
    id: z.string(),
    model: z.string().max(200).optional(),
    verified: z.boolean(),
    failure: z.boolean().default(false),
    atCap: z.boolean().default(false),
    critical: z.boolean().default(false),
  }),
  output: z.object({
    agentId: z.string(),
    change: z.enum(['promoted', 'demoted', 'clamped']).nullable(),
    record: ModelRecord,
  }),
  async run({ id, model: given, ...result }, { room }) {
    const model = given ?? (await activeModel(room, await requireAgent(room, id)))
    const moved = await addResult(room, { agentId: id, model, result, source: 'external' })
    return { agentId: id, change: moved?.change ?? null, record: moved?.record ?? newRecord(model) }
  },
})

/** The model that an agent uses at present. */
async function activeModel({ endpoints }: Pick<Room, 'endpoints'>, agent: Agent): Promise<string> {
  return agent.activeModelId ?? endpointOf(await endpoints.read(), agent.id)?.model ?? builtinModel
}
