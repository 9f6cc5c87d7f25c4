import { join } from 'node:path'
import { z } from 'zod'
import type { Agent } from '../agents/registry.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { Interest, type InterestAct, interestAfter, interestNow, type Moment } from './interest.ts'

const AgentMemory = z.looseObject({
  activations: z.int().min(0),
  issues: z.record(z.string(), Interest),
})
export type AgentMemory = z.output<typeof AgentMemory>

const IssueMemory = z.looseObject({ version: z.literal(1), agents: z.record(z.string(), AgentMemory) })
export type IssueMemory = z.output<typeof IssueMemory>

export function issueMemoryStore(
  control: string,
  survives: 'power cut' | 'kill' = 'power cut',
): JsonStore<IssueMemory> {
  return jsonStore({
    file: join(control, 'memory', 'issue-memory.json'),
    locks: join(control, 'locks'),
    schema: IssueMemory,
    empty: (): IssueMemory => ({ version: 1, agents: {} }),
    survives,
  })
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
  const known = Object.hasOwn(agents, agentId) ? agents[agentId] : undefined
  return known ?? { activations: 0, issues: {} }
}

function interestOf({ issues }: AgentMemory, issueId: number): Interest | undefined {
  return Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
}

function momentOf({ activations }: AgentMemory, { memoryProfile }: Profile, { tags }: Tagged): Moment {
  const isCanon = tags.some(tag => tag.toLowerCase() === 'canon')
  return { activations, most: memoryProfile?.maxInterestLevel, isCanon }
}

function withMemory(memory: IssueMemory, agentId: string, own: AgentMemory): IssueMemory {
  return { ...memory, agents: { ...memory.agents, [agentId]: own } }
}
