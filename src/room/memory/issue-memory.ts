import { z } from 'zod'
import { ownValue } from '../../kernel/json.ts'
import type { Agent } from '../agents/registry.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'

/** The interest of an agent in one issue. */
export const Interest = z.looseObject({
  interest: z.int().min(1).max(5),
  tags: z.array(z.string().max(80)),
  /** How many turns the agent had ended when it last looked. */
  lastActivation: z.int().min(0),
  accesses: z.int().min(0),
  updatedAt: z.string(),
  note: z.string().max(500).optional(),
})
export type Interest = z.output<typeof Interest>

export const usualInterest = 3
const filteredOut = 'filtered-out'
const canonFloor = 3

/** After how many turns without a look a level falls by one. */
const turnsUntilLower: { readonly [level: number]: number } = { 5: 30, 4: 60, 3: 120, 2: 200 }

/** The state of agent and issue when the interest is computed. */
interface Moment {
  activations: number
  /** The agent's own limit. */
  most?: number | undefined
  /** The issue is tagged as canon, in which interest does not fall below a floor. */
  isCanon: boolean
}

/** The interest that is left; what is stored does not change by time passing. */
export function interestNow(stored: Interest | undefined, { activations, most = 5, isCanon }: Moment): number {
  if (!stored) return Math.min(usualInterest, most)
  const passed = activations - stored.lastActivation
  let level = stored.interest
  while (level > (isCanon ? canonFloor : 1) && passed >= (turnsUntilLower[level] ?? Number.POSITIVE_INFINITY)) level--
  return Math.min(level, most)
}

export type InterestAct = { act: 'access' | 'applied' | 'irrelevant' } | { act: 'tags'; tags: readonly string[] }

/** What is stored after the agent has looked at the issue, used it, dropped it or labelled it. */
export function interestAfter(stored: Interest | undefined, given: InterestAct, moment: Moment, at: string): Interest {
  const level = interestNow(stored, moment)
  const most = moment.most ?? 5
  const before = { ...stored, interest: level, tags: stored?.tags ?? [], accesses: stored?.accesses ?? 0 }
  const looked = { ...before, lastActivation: moment.activations, accesses: before.accesses + 1, updatedAt: at }
  switch (given.act) {
    case 'access':
      return { ...looked, interest: Math.min(Math.max(level, usualInterest), most) }
    case 'applied':
      return { ...looked, interest: Math.min(level + 2, 5, most) }
    case 'irrelevant':
      return { ...looked, interest: 1, tags: unique([...before.tags, filteredOut]) }
    case 'tags': {
      const since = stored?.lastActivation ?? moment.activations
      const interest = stored?.interest ?? level
      const tags = unique(given.tags.map(tag => tag.trim().toLowerCase()).filter(Boolean))
      return { ...before, interest, lastActivation: since, tags, updatedAt: at }
    }
  }
}

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags)]
}

const AgentMemory = z.looseObject({
  activations: z.int().min(0),
  issues: z.record(z.string(), Interest),
})
type AgentMemory = z.output<typeof AgentMemory>

const IssueMemory = z.looseObject({ version: z.literal(1), agents: z.record(z.string(), AgentMemory) })
export type IssueMemory = z.output<typeof IssueMemory>

/** `survives` as in `store/json-store.ts`: what is only counted need not survive a power cut. */
export function issueMemoryStore(
  control: string,
  survives: 'power cut' | 'kill' = 'power cut',
): JsonStore<IssueMemory> {
  return jsonStoreIn(control, 'memory/issue-memory.json', IssueMemory, { version: 1, agents: {} }, survives)
}

type Profile = Pick<Agent, 'id' | 'memoryProfile'>
type Tagged = { id: number; tags: readonly string[] }

/** The interest of an agent in an issue at this moment, with what is stored about it. */
export function personalView(memory: IssueMemory, agent: Profile, issue: Tagged): PersonalView {
  const own = memoryOf(memory, agent.id)
  const stored = interestOf(own, issue.id)
  const interest = interestNow(stored, momentOf(own, agent, issue))
  return { ...stored, interest, tags: stored?.tags ?? [], accesses: stored?.accesses ?? 0 }
}

export interface PersonalView extends Partial<Interest> {
  interest: number
  tags: string[]
  accesses: number
}

export function withAct(
  memory: IssueMemory,
  agent: Profile,
  issue: Tagged,
  { given, at }: { given: InterestAct; at: string },
): IssueMemory {
  const own = memoryOf(memory, agent.id)
  const after = interestAfter(interestOf(own, issue.id), given, momentOf(own, agent, issue), at)
  return withMemory(memory, agent.id, { ...own, issues: { ...own.issues, [issue.id]: after } })
}

/** One more turn of the agent has ended. */
export function withActivation(memory: IssueMemory, agentId: string): IssueMemory {
  const own = memoryOf(memory, agentId)
  return withMemory(memory, agentId, { ...own, activations: own.activations + 1 })
}

export function memoryOf({ agents }: IssueMemory, agentId: string): AgentMemory {
  const known = ownValue(agents, agentId)
  return known ?? { activations: 0, issues: {} }
}

function interestOf({ issues }: AgentMemory, issueId: number): Interest | undefined {
  return ownValue(issues, issueId)
}

function momentOf({ activations }: AgentMemory, { memoryProfile }: Profile, { tags }: Tagged): Moment {
  const isCanon = tags.some(tag => tag.toLowerCase() === 'canon')
  return { activations, most: memoryProfile?.maxInterestLevel, isCanon }
}

function withMemory(memory: IssueMemory, agentId: string, own: AgentMemory): IssueMemory {
  return { ...memory, agents: { ...memory.agents, [agentId]: own } }
}
