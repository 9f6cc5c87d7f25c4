import { z } from 'zod'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { text, trimEndOf, trimOf } from '../../kernel/text.ts'
import { notFound, roomFault } from '../faults.ts'
import { type JsonStore, mergeGiven, optionalOrNull } from '../store/json-store.ts'
import { toolIds } from '../tools/tool.ts'
import { fileClasses } from '../workspace/vfs.ts'
import { Agent, AgentId, enabledChiefs, type Registry } from './registry.ts'
import { roleNamed } from './roles.ts'

const line = (max: number, blank = false) => text({ max, oneLine: true, blank })
const list = z.array(line(200)).max(50)

/** A picture is part of the roster itself: nothing is fetched to show an agent. */
const Avatar = z
  .string()
  .max(64 * 1024)
  .refine(given => given.startsWith('data:image/') || (given.length <= 40 && !given.includes(':')), {
    error: 'an emoji or a data URL of an image',
  })

const Personality = z.strictObject({
  tone: line(200, true).optional(),
  verbosity: line(200, true).optional(),
  voiceTags: z.array(line(60)).max(20).optional(),
  baseInstructions: text({ max: 1000, bytes: true, blank: true }).optional(),
})

const optionalFields = {
  avatar: Avatar,
  color: line(40, true),
  signatureLine: line(200, true),
  instructions: text({ max: 4000, blank: true }),
  personality: Personality,
  skills: list,
  goals: list,
  tools: z.array(z.strictObject({ id: z.enum(toolIds), enabled: z.boolean() })).max(toolIds.length),
  evidenceSources: z.array(z.enum(fileClasses)).max(fileClasses.length),
  canBeTeamLead: z.boolean(),
  isPrimaryForRole: z.boolean(),
  memoryProfile: z.strictObject({
    maxInterestLevel: z.int().min(1).max(5).optional(),
    focusTags: z.array(line(60)).max(50).optional(),
  }),
  activeModelId: line(200),
}

/** What a person says of an agent that is new. */
export const NewAgent = z.strictObject({
  id: AgentId.optional().describe('Made from the name when left out; never changes'),
  name: line(60),
  role: line(40),
  enabled: z.boolean().default(true),
  ...z.object(optionalFields).partial().shape,
  clonedFrom: AgentId.optional(),
})
export type NewAgent = z.output<typeof NewAgent>

/** What may change: only what is given does, and null takes away. */
export const AgentChange = z.strictObject({
  id: AgentId,
  name: line(60).optional(),
  role: line(40).optional(),
  enabled: z.boolean().optional(),
  ...optionalOrNull(optionalFields),
})
export type AgentChange = z.output<typeof AgentChange>

/** An agent as another workspace stores it; what models are shown follows the same rules as what people type. */
export const ImportedAgent = Agent.extend({
  name: line(60),
  role: line(40),
  avatar: Avatar.optional(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
})
export type ImportedAgent = z.output<typeof ImportedAgent>

interface Roster {
  agents: JsonStore<Registry>
  clock: Clock
}

/** The result of a change, with warnings. */
interface Edited<T> {
  result: T
  warnings: string[]
}

/** Fixed parts of addresses, which an agent of that name would hide behind. */
const reserved = ['all', 'import', 'order']

export function addAgent(roster: Roster, { id: given, ...fields }: NewAgent): Promise<Edited<Agent>> {
  return edit(roster, (registry, now) => {
    const id = given ?? freeId(registry, fields.name)
    if (registry.agents.some(agent => agent.id === id) || reserved.includes(id)) throw roomFault('agent_exists', { id })
    if (fields.clonedFrom !== undefined) agentNamed(registry, fields.clonedFrom)
    const agent = checkAgent({ ...mergeGiven({}, { id, ...fields }), createdAt: now, updatedAt: now })
    return { agents: [...registry.agents, agent], result: agent }
  })
}

/** Null takes a field away; keys of other programs stay. */
export function changeAgent(roster: Roster, { id, ...given }: AgentChange): Promise<Edited<Agent>> {
  return edit(roster, (registry, now) => {
    const changed = checkAgent({ ...mergeGiven(agentNamed(registry, id), given), updatedAt: now })
    return { agents: registry.agents.map(agent => (agent.id === id ? changed : agent)), result: changed }
  })
}

/** Agents as another workspace has them: all of them or none. What they earned there stays there. */
export function importAgents(roster: Roster, given: readonly ImportedAgent[]): Promise<Edited<Agent[]>> {
  return edit(roster, (registry, now) => {
    const known = [...registry.agents.map(({ id }) => id), ...reserved]
    const taken = given.map(({ id }) => id).filter((id, at, ids) => known.includes(id) || ids.indexOf(id) < at)
    if (taken.length > 0) throw roomFault('agent_exists', { ids: [...new Set(taken)] })
    const added = given.map(({ modelRecords: _, ...agent }) => checkAgent({ createdAt: now, ...agent, updatedAt: now }))
    return { agents: [...registry.agents, ...added], result: added }
  })
}

/** The order in which agents speak; every agent is in it once. */
export function orderAgents(roster: Roster, order: readonly string[]): Promise<Edited<Agent[]>> {
  return edit(roster, registry => {
    const missing = registry.agents.map(({ id }) => id).filter(id => !order.includes(id))
    const unknown = order.filter(id => !registry.agents.some(agent => agent.id === id))
    const repeated = order.filter((id, at) => order.indexOf(id) < at)
    if (missing.length + unknown.length + repeated.length > 0) {
      throw roomFault('invalid_request', { field: 'order', missing, unknown, repeated })
    }
    const agents = order.map(id => agentNamed(registry, id))
    return { agents, result: agents }
  })
}

export function agentNamed({ agents }: Registry, id: string): Agent {
  const agent = agents.find(each => each.id === id)
  if (!agent) throw notFound('agent', { agentId: id })
  return agent
}

/** One that may be given work. */
export function enabledAgent(registry: Registry, id: string): Agent {
  const agent = agentNamed(registry, id)
  if (!agent.enabled) throw roomFault('agent_disabled', { agentId: id })
  return agent
}

export async function requireAgent({ agents }: Pick<Roster, 'agents'>, id: string): Promise<Agent> {
  return agentNamed(await agents.read(), id)
}

/** A room should have exactly one leader; any other number is a warning. */
export function chiefWarnings(registry: Registry): string[] {
  const count = enabledChiefs(registry).length
  return count === 1 ? [] : [`chief_required:${count}`]
}

function edit<T>(
  { agents: store, clock }: Roster,
  work: (registry: Registry, now: string) => { agents: Agent[]; result: T },
): Promise<Edited<T>> {
  return store.change(registry => {
    const { agents, result } = work(registry, formatInstant(clock()))
    const next = { ...registry, agents }
    return { next, result: { result, warnings: chiefWarnings(next) } }
  })
}

function checkAgent(agent: object): Agent {
  const parsed = Agent.parse(agent)
  const { sources } = roleNamed(parsed.role)
  const beyond = (parsed.evidenceSources ?? []).filter(source => !sources.includes(source))
  if (beyond.length > 0) throw roomFault('invalid_request', { field: 'evidenceSources', allowed: sources })
  return parsed
}

/** The name in the letters of an id, with a number where it is taken. */
function freeId({ agents }: Registry, name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const dashed = trimOf(plain.replace(/[^a-z0-9]+/g, '-'), '-')
  const stem = trimEndOf(dashed.slice(0, 36), '-') || 'agent'
  const taken = new Set([...agents.map(({ id }) => id), ...reserved])
  for (let number = 1; ; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`
    if (!taken.has(id)) return id
  }
}
