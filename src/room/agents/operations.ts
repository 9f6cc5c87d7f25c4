import { z } from 'zod'
import { roomCommand, roomQuery } from '../context.ts'
import { notifyUnlessOneChief } from '../notifications/notify.ts'
import { PageInput, type PageWanted, pageOf } from '../page.ts'
import type { Room } from '../room.ts'
import { AgentList, AgentView, EditedAgent, RoleView } from '../schema.ts'
import { changeRole, RoleChange, RoleName, roleView, roleViews } from './charters.ts'
import {
  AgentChange,
  addAgent,
  changeAgent,
  chiefWarnings,
  ImportedAgent,
  importAgents,
  NewAgent,
  orderAgents,
  requireAgent,
} from './edit-agents.ts'
import { type Agent, AgentId } from './registry.ts'
import { roleKey } from './roles.ts'

export const roomAgentList = roomQuery({
  name: 'room_agent_list',
  summary: 'The agents that take part, in the order in which they speak.',
  routes: ['GET /api/agents'],
  input: z.strictObject(PageInput),
  output: AgentList,
  run: async (page, { room }) => listedAgents(room, page, ({ enabled }) => enabled),
})

export const roomAgentListAll = roomQuery({
  name: 'room_agent_list_all',
  summary: 'Every agent of the roster, those that are switched off too.',
  routes: ['GET /api/agents/all'],
  input: z.strictObject(PageInput),
  output: AgentList,
  run: async (page, { room }) => listedAgents(room, page, () => true),
})

export const roomAgentShow = roomQuery({
  name: 'room_agent_show',
  summary: 'One agent, with its model status.',
  routes: ['GET /api/agents/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: AgentView,
  run: async ({ id }, { room }) => agentView(room, await requireAgent(room, id)),
})

export const roomAgentCreate = roomCommand({
  name: 'room_agent_create',
  summary: 'Add an agent to the end of the roster. Its id never changes.',
  effect: 'append',
  access: 'admin',
  routes: ['POST /api/agents'],
  input: NewAgent,
  output: EditedAgent,
  toStatus: () => ({ http: 201 }),
  run: async (given, { room }) => editedAgent(room, await addAgent(room, given)),
})

export const roomAgentUpdate = roomCommand({
  name: 'room_agent_update',
  summary: 'Change the given fields of an agent; null removes a field.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/agents/{id}'],
  input: AgentChange,
  output: EditedAgent,
  run: async (given, { room }) => editedAgent(room, await changeAgent(room, given)),
})

export const roomAgentEnable = roomCommand({
  name: 'room_agent_enable',
  summary: 'Switch an agent on or off. Agents are never deleted, because receipts name them.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/agents/{id}/status'],
  input: z.strictObject({ id: AgentId, enabled: z.boolean() }),
  output: EditedAgent,
  run: async (given, { room }) => editedAgent(room, await changeAgent(room, given)),
})

export const roomAgentImport = roomCommand({
  name: 'room_agent_import',
  summary: 'Import agents from the agents.json of another workspace: all of them or none.',
  effect: 'append',
  access: 'admin',
  routes: ['POST /api/agents/import'],
  input: z.strictObject({ agents: z.array(ImportedAgent).min(1).max(100) }),
  output: z.object({ agents: z.array(AgentView), warnings: z.array(z.string()) }),
  toStatus: () => ({ http: 201 }),
  async run({ agents }, { room }) {
    const { result, warnings } = await importAgents(room, agents)
    await notifyUnlessOneChief(room)
    return { agents: await Promise.all(result.map(agent => agentView(room, agent))), warnings }
  },
})

export const roomAgentArrange = roomCommand({
  name: 'room_agent_arrange',
  summary: 'Put the roster into the order in which agents speak. Name every agent once.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/agents/order'],
  input: z.strictObject({ order: z.array(AgentId).max(1000) }),
  output: z.object({ order: z.array(z.string()), warnings: z.array(z.string()) }),
  async run({ order }, { room }) {
    const { result, warnings } = await orderAgents(room, order)
    return { order: result.map(({ id }) => id), warnings }
  },
})

export const roomRoleList = roomQuery({
  name: 'room_role_list',
  summary: 'Every role with its shipped charter and what was set up for it.',
  routes: ['GET /api/role-settings'],
  input: z.strictObject(PageInput),
  output: z.object({ roleSettings: z.array(RoleView), nextCursor: z.string().nullable() }),
  async run(page, { room: { agents } }) {
    const { items, nextCursor } = pageOf(roleViews(await agents.read()), ({ role }) => role, page)
    return { roleSettings: items, nextCursor }
  },
})

export const roomRoleShow = roomQuery({
  name: 'room_role_show',
  summary: 'One role, under any of its names: its shipped charter and what was set up for it.',
  routes: ['GET /api/role-settings/{role}'],
  input: z.strictObject({ role: RoleName }),
  output: RoleView,
  run: async ({ role }, { room }) => roleView(await room.agents.read(), role),
})

export const roomRoleUpdate = roomCommand({
  name: 'room_role_update',
  summary: 'Change the instructions for every agent of a role; null removes a field.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/role-settings/{role}'],
  input: RoleChange,
  output: RoleView,
  run: async (given, { room }) => changeRole(room.agents, given),
})

async function agentView({ agentModels }: Room, agent: Agent): Promise<AgentView> {
  return { ...agent, roleKey: roleKey(agent.role), speaker: await agentModels.status(agent) }
}

async function editedAgent(room: Room, { result, warnings }: { result: Agent; warnings: string[] }) {
  await notifyUnlessOneChief(room)
  return { agent: await agentView(room, result), warnings }
}

async function listedAgents(room: Room, page: PageWanted, isWanted: (agent: Agent) => boolean) {
  const registry = await room.agents.read()
  const { items, nextCursor } = pageOf(registry.agents.filter(isWanted), ({ id }) => id, page)
  const agents = await Promise.all(items.map(agent => agentView(room, agent)))
  return { agents, nextCursor, warnings: chiefWarnings(registry) }
}
