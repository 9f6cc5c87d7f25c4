import { z } from 'zod'
import { baseUrlProblem } from '../../models/addresses.ts'
import { isOwner } from '../../projects/owner.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { bindKey, checkDestination } from '../agents/edit-endpoints.ts'
import { Endpoint } from '../agents/endpoints.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { ProviderModels } from '../schema.ts'

export const roomProviderModels = roomOperation({
  name: 'room_provider_models',
  summary: 'The models of one service, as it lists them itself.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/providers/models'],
  input: z.strictObject({
    provider: z.string().min(1).max(40),
    baseUrl: z.string().max(2000).optional(),
    apiKeyRef: Endpoint.shape.apiKeyRef,
  }),
  output: ProviderModels.extend({ code: z.string().nullable() }),
  async run({ provider, baseUrl, apiKeyRef }, { call, room }) {
    const rule = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl)
    if (rule) throw roomFault('invalid_request', { field: 'baseUrl', rule })
    const asked = { provider, baseUrl, apiKeyRef }
    await checkDestination(room, call, asked)
    if (isOwner(call)) await bindKey(room, asked)
    return room.agentModels.modelsOf(asked)
  },
})

export const roomProviderDetect = roomOperation({
  name: 'room_provider_detect',
  summary: 'Look for model services on this machine, at their two usual addresses and nowhere else.',
  effect: 'read',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/providers/detect'],
  input: z.strictObject({}),
  output: z.object({ providers: z.array(ProviderModels) }),
  async run(_, { room }) {
    const { agentModels } = room
    return { providers: await agentModels.detect() }
  },
})

export const roomProviderTest = roomOperation({
  name: 'room_provider_test',
  summary: 'Ask whoever speaks for an agent one fixed question, and say whether and how fast it answered.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/providers/test'],
  input: z.strictObject({ agentId: AgentId }),
  output: z.object({
    ok: z.boolean(),
    code: z.string().nullable(),
    latencyMs: z.int(),
    provider: z.string(),
    model: z.string(),
  }),
  async run({ agentId }, { call, room }) {
    const { agents, agentModels } = room
    const agent = agentNamed(await agents.read(), agentId)
    return agentModels.test(agent, call.signal ?? new AbortController().signal)
  },
})

/** In the order agents and people see them. */
export const operations = [roomProviderModels, roomProviderDetect, roomProviderTest] as const
