import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notifyOfChiefs } from '../notifications/notify.ts'
import { PageInput, pageOf } from '../page.ts'
import { AgentList, AgentView, EditedAgent, EndpointView, RoleView } from '../schema.ts'
import { AgentChange, ImportedAgent, NewAgent } from './agent-fields.ts'
import { agentView, endpointView, listedAgents } from './agent-view.ts'
import { addAgent, agentNamed, changeAgent, importAgents, orderAgents } from './edit-agents.ts'
import { changeEndpoint, confirmEndpoint, EndpointChange, EndpointConfirmation } from './edit-endpoints.ts'
import { changeRole, RoleChange, RoleName, roleView, roleViews } from './edit-roles.ts'
import { AgentId } from './registry.ts'

export const roomAgentList = roomOperation({
  name: 'room_agent_list',
  summary: 'The agents that take part, in the order in which they speak.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents'],
  input: z.strictObject(PageInput),
  output: AgentList,
  async run(page, { room }) {
    return listedAgents(room, page, ({ enabled }) => enabled)
  },
})

export const roomAgentListAll = roomOperation({
  name: 'room_agent_list_all',
  summary: 'Every agent of the roster, those that are switched off too.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents/all'],
  input: z.strictObject(PageInput),
  output: AgentList,
  async run(page, { room }) {
    return listedAgents(room, page, () => true)
  },
})

export const roomAgentShow = roomOperation({
  name: 'room_agent_show',
  summary: 'One agent, and how things stand with whoever speaks for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: AgentView,
  async run({ id }, { room }) {
    return agentView(room, agentNamed(await room.agents.read(), id))
  },
})

export const roomAgentCreate = roomOperation({
  name: 'room_agent_create',
  summary: 'Add an agent to the end of the roster. Its id stays for good.',
  effect: 'append',
  access: 'admin',
  audience: 'people',
  routes: ['POST /api/agents'],
  input: NewAgent,
  output: EditedAgent,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    const { result, warnings } = await addAgent(room, given)
    return { agent: await agentView(room, result), warnings }
  },
})

export const roomAgentUpdate = roomOperation({
  name: 'room_agent_update',
  summary: 'Change what is given of an agent; null takes a field away.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/{id}'],
  input: AgentChange,
  output: EditedAgent,
  async run(given, { room }) {
    const { result, warnings } = await changeAgent(room, given)
    await notifyOfChiefs(room)
    return { agent: await agentView(room, result), warnings }
  },
})

export const roomAgentEnable = roomOperation({
  name: 'room_agent_enable',
  summary: 'Switch an agent on or off. Agents are never deleted, because receipts name them.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/{id}/status'],
  input: z.strictObject({ id: AgentId, enabled: z.boolean() }),
  output: EditedAgent,
  async run(given, { room }) {
    const { result, warnings } = await changeAgent(room, given)
    await notifyOfChiefs(room)
    return { agent: await agentView(room, result), warnings }
  },
})

export const roomAgentImport = roomOperation({
  name: 'room_agent_import',
  summary: 'Add agents as the file agents.json of another workspace has them: all of them or none.',
  effect: 'append',
  access: 'admin',
  audience: 'people',
  routes: ['POST /api/agents/import'],
  input: z.strictObject({ agents: z.array(ImportedAgent).min(1).max(100) }),
  output: z.object({ agents: z.array(AgentView), warnings: z.array(z.string()) }),
  toStatus: () => ({ http: 201 }),
  async run({ agents }, { room }) {
    const { result, warnings } = await importAgents(room, agents)
    return { agents: await Promise.all(result.map(agent => agentView(room, agent))), warnings }
  },
})

export const roomAgentArrange = roomOperation({
  name: 'room_agent_arrange',
  summary: 'Put the roster into the order in which agents speak. Name every agent once.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/order'],
  input: z.strictObject({ order: z.array(AgentId).max(1000) }),
  output: z.object({ order: z.array(z.string()), warnings: z.array(z.string()) }),
  async run({ order }, { room }) {
    const { result, warnings } = await orderAgents(room, order)
    return { order: result.map(({ id }) => id), warnings }
  },
})

export const roomEndpointList = roomOperation({
  name: 'room_endpoint_list',
  summary: 'Who speaks for each agent, and which providers may be chosen.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
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

export const roomEndpointShow = roomOperation({
  name: 'room_endpoint_show',
  summary: 'Who speaks for one agent.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agent-endpoints/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: EndpointView,
  async run({ id }, { room }) {
    return endpointView(room, agentNamed(await room.agents.read(), id))
  },
})

export const roomEndpointUpdate = roomOperation({
  name: 'room_endpoint_update',
  summary:
    'Choose provider, model and limits of an agent; null takes a field away. Only the owner sets an address or names a key.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agent-endpoints/{id}'],
  input: EndpointChange,
  output: EndpointView,
  async run(given, { call, room }) {
    await changeEndpoint(room, call, given)
    return endpointView(room, agentNamed(await room.agents.read(), given.id))
  },
})

export const roomEndpointConfirm = roomOperation({
  name: 'room_endpoint_confirm',
  summary: 'Use an endpoint that came with the folder, for exactly the address and key that its view shows.',
  effect: 'change',
  access: 'owner',
  audience: 'people',
  routes: ['POST /api/agent-endpoints/{id}/confirm'],
  input: EndpointConfirmation,
  output: EndpointView,
  async run(shown, { room }) {
    await confirmEndpoint(room, shown)
    return endpointView(room, agentNamed(await room.agents.read(), shown.id))
  },
})

export const roomRoleList = roomOperation({
  name: 'room_role_list',
  summary: 'Every role with its shipped charter and what was set up for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/role-settings'],
  input: z.strictObject(PageInput),
  output: z.object({ roleSettings: z.array(RoleView), nextCursor: z.string().nullable() }),
  async run(page, { room }) {
    const { agents } = room
    const { items, nextCursor } = pageOf(roleViews(await agents.read()), ({ role }) => role, page)
    return { roleSettings: items, nextCursor }
  },
})

export const roomRoleShow = roomOperation({
  name: 'room_role_show',
  summary: 'One role, under any of its names: its shipped charter and what was set up for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/role-settings/{role}'],
  input: z.strictObject({ role: RoleName }),
  output: RoleView,
  async run({ role }, { room }) {
    const { agents } = room
    return roleView(await agents.read(), role)
  },
})

export const roomRoleUpdate = roomOperation({
  name: 'room_role_update',
  summary: 'Change what every agent of a role is told; null takes a field away.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/role-settings/{role}'],
  input: RoleChange,
  output: RoleView,
  async run(given, { room }) {
    const { agents } = room
    return changeRole(agents, given)
  },
})

/** In the order agents and people see them. */
export const operations = [
  roomAgentList,
  roomAgentListAll,
  roomAgentShow,
  roomAgentCreate,
  roomAgentUpdate,
  roomAgentEnable,
  roomAgentImport,
  roomAgentArrange,
  roomEndpointList,
  roomEndpointShow,
  roomEndpointUpdate,
  roomEndpointConfirm,
  roomRoleList,
  roomRoleShow,
  roomRoleUpdate,
] as const
