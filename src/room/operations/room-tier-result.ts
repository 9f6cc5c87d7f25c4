import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { requireAgent } from '../issues/personal.ts'
import { activeModel } from '../tiers/active-model.ts'
import { ModelRecord, newRecord } from '../tiers/model-record.ts'
import { addResult } from '../tiers/standing.ts'

export const roomTierResult = roomOperation({
  name: 'room_tier_result',
  summary: 'Adds a result from outside to what is known of an agent with a model.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
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
