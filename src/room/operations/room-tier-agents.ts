import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { ModelRecord } from '../tiers/model-record.ts'
import { policyStore } from '../tiers/policy.ts'
import { standingsOf } from '../tiers/standing.ts'

const Caps = z.object({ toolActions: z.int(), safeSteps: z.int(), outputTokens: z.int(), activeIssues: z.int() })

export const roomTierAgents = roomOperation({
  name: 'room_tier_agents',
  summary: 'Every agent with the models it has worked with: tier, streak, last results, limits.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
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
