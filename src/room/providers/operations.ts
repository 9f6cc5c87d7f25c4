import { z } from 'zod'
import { baseUrlProblem } from '../../models/checked-fetch.ts'
import { isOwner } from '../../projects/roles.ts'
import { requireAgent } from '../agents/edit-agents.ts'
import { Endpoint, endpointOf, foundEndpointOf } from '../agents/endpoints.ts'
import { type Agent, AgentId } from '../agents/registry.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { roomFault } from '../faults.ts'
import { PageInput, pageOf } from '../page.ts'
import type { Room } from '../room.ts'
import { EndpointView, ProviderModels } from '../schema.ts'
import {
  bindKey,
  changeEndpoint,
  checkDestination,
  confirmEndpoint,
  EndpointChange,
  EndpointConfirmation,
} from './edit-endpoints.ts'

export const roomEndpointList = roomQuery({
  name: 'room_endpoint_list',
  summary: 'The endpoint of each agent, and which providers may be chosen.',
  routes: ['GET /api/agent-endpoints'],
  input: z.strictObject(PageInput),
  output: z.object({
    endpoints: z.array(EndpointView),
    providers: z.array(z.string()),
    nextCursor: z.string().nullable(),
  }),
  async run(page, { room }) {
    const { agents } = await room.agents.read()
    const { items, nextCursor } = pageOf(agents, ({ id }) => id, page)
    const endpoints = await Promise.all(items.map(agent => endpointView(room, agent)))
    return { endpoints, providers: [...room.agentModels.providers()], nextCursor }
  },
})

export const roomEndpointShow = roomQuery({
  name: 'room_endpoint_show',
  summary: 'The endpoint of one agent.',
  routes: ['GET /api/agent-endpoints/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: EndpointView,
  run: async ({ id }, { room }) => endpointView(room, await requireAgent(room, id)),
})

export const roomEndpointUpdate = roomCommand({
  name: 'room_endpoint_update',
  summary:
    'Choose provider, model and limits of an agent; null takes a field away. Only the owner sets an address or names a key.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/agent-endpoints/{id}'],
  input: EndpointChange,
  output: EndpointView,
  async run(given, { call, room }) {
    await changeEndpoint(room, call, given)
    return endpointView(room, await requireAgent(room, given.id))
  },
})

export const roomEndpointConfirm = roomCommand({
  name: 'room_endpoint_confirm',
  summary: 'Use an endpoint that came with the folder, for exactly the address and key that its view shows.',
  effect: 'change',
  access: 'owner',
  routes: ['POST /api/agent-endpoints/{id}/confirm'],
  input: EndpointConfirmation,
  output: EndpointView,
  async run(shown, { room }) {
    await confirmEndpoint(room, shown)
    return endpointView(room, await requireAgent(room, shown.id))
  },
})

export const roomProviderModels = roomCommand({
  name: 'room_provider_models',
  summary: 'The models of one service, as it lists them itself.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['POST /api/providers/models'],
  input: z.strictObject({
    provider: z.string().min(1).max(40),
    baseUrl: z.string().max(2000).optional().describe('Another address of the provider'),
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

export const roomProviderDetect = roomQuery({
  name: 'room_provider_detect',
  summary: 'Look for model services on this machine, at their two usual addresses and nowhere else.',
  access: 'writer',
  routes: ['POST /api/providers/detect'],
  input: z.strictObject({}),
  output: z.object({ providers: z.array(ProviderModels) }),
  run: async (_, { room }) => ({ providers: await room.agentModels.detect() }),
})

export const roomProviderTest = roomCommand({
  name: 'room_provider_test',
  summary: 'Ask the model of an agent one fixed question, and say whether and how fast it answered.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
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
    const { agentModels } = room
    const agent = await requireAgent(room, agentId)
    return agentModels.test(agent, call.signal ?? new AbortController().signal)
  },
})

async function endpointView({ endpoints, agentModels }: Room, agent: Agent) {
  const file = await endpoints.read()
  const endpoint: Endpoint | null = endpointOf(file, agent.id) ?? null
  const found = foundEndpointOf(file, agent.id)
  const unconfirmed = found && { unconfirmed: agentModels.previewRequest(found) }
  return { agentId: agent.id, endpoint, ...unconfirmed, speaker: await agentModels.status(agent) }
}
