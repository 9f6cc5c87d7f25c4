import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { codePoints } from '../../kernel/text.ts'
import type { RoomBase } from '../room-base.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'
import { toolIds } from '../tools/tool.ts'
import type { Template } from '../workspace/template.ts'
import { fileClasses } from '../workspace/vfs.ts'
import { Endpoint, type Endpoints } from './endpoints.ts'
import { roleKey } from './roles.ts'

/** What one turn said about an agent with its model. */
export const TierResult = z.strictObject({
  verified: z.boolean(),
  failure: z.boolean(),
  atCap: z.boolean(),
  critical: z.boolean(),
})
export type TierResult = z.output<typeof TierResult>

/** What is known of an agent with one model. */
export const ModelRecord = z.looseObject({
  model: z.string(),
  tier: z.int().min(1),
  /** Verified turns in a row that used what they were allowed. */
  streak: z.int().min(0).default(0),
  cooldownUntil: z.string().nullable().default(null),
  /** Turns for which less is allowed. */
  clampRemaining: z.int().min(0).default(0),
  /** Oldest first. */
  window: z.array(TierResult).default([]),
})
export type ModelRecord = z.output<typeof ModelRecord>

export function newRecord(model: string): ModelRecord {
  return { model, tier: 1, streak: 0, cooldownUntil: null, clampRemaining: 0, window: [] }
}

export const AgentId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

const short = (most: number) => z.string().refine(given => codePoints(given) <= most)

/** One participant. Keys that other programs wrote are kept. */
export const Agent = z.looseObject({
  id: AgentId,
  name: short(60),
  role: short(40),
  enabled: z.boolean(),
  avatar: short(64 * 1024).optional(),
  color: short(40).optional(),
  signatureLine: short(200).optional(),
  instructions: short(4000).optional(),
  personality: z
    .looseObject({
      tone: short(200).optional(),
      verbosity: short(200).optional(),
      voiceTags: z.array(short(60)).optional(),
      baseInstructions: short(1000).optional(),
    })
    .optional(),
  skills: z.array(short(200)).default([]),
  goals: z.array(short(200)).default([]),
  tools: z.array(z.looseObject({ id: z.enum(toolIds), enabled: z.boolean() })).optional(),
  evidenceSources: z.array(z.enum(fileClasses)).optional(),
  canBeTeamLead: z.boolean().optional(),
  isPrimaryForRole: z.boolean().optional(),
  memoryProfile: z
    .looseObject({ maxInterestLevel: z.int().min(1).max(5).optional(), focusTags: z.array(z.string()).optional() })
    .optional(),
  modelRecords: z.array(ModelRecord).optional(),
  activeModelId: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  clonedFrom: AgentId.optional(),
})
export type Agent = z.output<typeof Agent>

export const RoleSettings = z.looseObject({
  role: short(40),
  roleCharter: short(4000).optional(),
  collaborationGuidance: short(2000).optional(),
  toolAndSafetyNotes: short(2000).optional(),
  freedomLevel: z.enum(['autonomous', 'semi-autonomous', 'supervised']).optional(),
  notifyUserOn: z.array(z.enum(['start', 'question', 'conflict', 'completion', 'error'])).optional(),
})

export const Registry = z.looseObject({
  version: z.literal(1),
  agents: z.array(Agent),
  roleSettings: z.array(RoleSettings).default([]),
})
export type Registry = z.output<typeof Registry>

/** The roster of a workspace; the order of the array is the order in which agents speak. */
export function agentStore(controlRoom: string): JsonStore<Registry> {
  return jsonStoreIn(controlRoom, 'agents/agents.json', Registry, { version: 1, agents: [], roleSettings: [] })
}

/** Enabled agents that lead; the room needs exactly one. */
export function enabledChiefs({ agents }: Registry): Agent[] {
  return agents.filter(agent => agent.enabled && (roleKey(agent.role) === 'assistant' || agent.canBeTeamLead === true))
}

/** The agents of a new room. A repository has no outline to plan and no scene to write. */
export function defaultRoster(now: string, template: Template = 'story'): Registry {
  const all: [id: string, name: string, role: string][] = [
    ['chief', 'Chief', 'assistant'],
    ['planner', 'Planner', 'planner'],
    ['writer', 'Writer', 'writer'],
    ['editor', 'Editor', 'editor'],
    ['critic', 'Critic', 'critic'],
    ['continuity', 'Continuity', 'continuity'],
  ]
  const members = template === 'code' ? all.filter(([id]) => id !== 'planner' && id !== 'writer') : all
  return {
    version: 1,
    agents: members.map(([id, name, role]) => ({
      id,
      name,
      role,
      enabled: true,
      skills: [],
      goals: [],
      createdAt: now,
      updatedAt: now,
    })),
    roleSettings: [],
  }
}

/** Gives a room without agents those of its template; a roster that exists stays as it is. */
export function ensureRoster(
  { agents, clock }: Pick<RoomBase, 'clock'> & { agents: JsonStore<Registry> },
  template?: Template,
): Promise<boolean> {
  return agents.change(registry =>
    registry.agents.length > 0
      ? { result: false }
      : { next: { ...registry, agents: defaultRoster(formatInstant(clock()), template).agents }, result: true },
  )
}

/** Sets one model for all agents that have no endpoint yet, after a person has agreed to it. */
export async function giveModel(
  { agents, endpoints }: { agents: JsonStore<Registry>; endpoints: JsonStore<Endpoints> },
  { provider, model }: { provider: string; model: string },
): Promise<string[]> {
  const ids = (await agents.read()).agents.map(({ id }) => id)
  return endpoints.change(file => {
    const without = ids.filter(id => !Object.hasOwn(file.agents, id) && !Object.hasOwn(file.found, id))
    const given = without.map(id => [id, Endpoint.parse({ provider, model })] as const)
    return { next: { ...file, agents: { ...file.agents, ...Object.fromEntries(given) } }, result: without }
  })
}
