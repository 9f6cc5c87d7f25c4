import { builtinProvider, endpointOf } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import type { TaskPacket } from './packet.ts'
import type { TaskReceipt, WrittenReceipt } from './receipt.ts'

/** What the server itself knows of an attempt. */
export interface TaskFacts {
  packet: TaskPacket
  agent: Agent
  provider: string
  model: string
  startedAt: string
  finishedAt: string
  attempt: number
}

type Known = Pick<
  TaskReceipt,
  'receipt_id' | 'packet_id' | 'issue_id' | 'actor' | 'started_at' | 'finished_at' | 'attempt'
>

/** A report that held, with the facts in place of what was written about them. */
export async function reportedReceipt(room: Room, facts: TaskFacts, written: WrittenReceipt): Promise<TaskReceipt> {
  const { receipt_id: _i, packet_id: _p, issue_id: _n, actor: _a, started_at: _s, finished_at: _f, ...report } = written
  return { ...report, ...(await factsOf(room, facts)) }
}

export interface TaskStop {
  type: string
  detail: string
}

/** What is on record of a task that gave no report, or none that held. */
export async function stoppedReceipt(room: Room, facts: TaskFacts, { type, detail }: TaskStop): Promise<TaskReceipt> {
  const { run_id, step_id } = facts.packet
  return {
    ...(await factsOf(room, facts)),
    inputs_used: [],
    outputs_produced: [],
    reasoning_summary: 'The task ended without a report that holds.',
    decisions: [],
    checks_performed: [type],
    assumptions: [],
    risks: [],
    next_recommended_action: { intent: 'clarify', reason: 'A person looks at what stopped it.' },
    stop_hook: { triggered: true, type, ...(detail !== '' && { detail }) },
    citations: [],
    report_excerpt: stopContent(type),
    ...(run_id !== undefined && { run_id }),
    ...(step_id !== undefined && { step_id }),
  }
}

export function stopContent(type: string): string {
  return `STOP_HOOK: error\nReason: ${type}`
}

async function factsOf(room: Room, { packet, agent, ...facts }: TaskFacts): Promise<Known> {
  return {
    receipt_id: mintId('trc', room.random),
    packet_id: packet.packet_id,
    issue_id: packet.parent_issue_id,
    actor: {
      agent_id: agent.id,
      provider: facts.provider,
      model: facts.model,
      decoding: await decodingOf(room, agent, facts.provider),
    },
    started_at: facts.startedAt,
    finished_at: facts.finishedAt,
    attempt: facts.attempt,
  }
}

/** How freely the agent spoke: as its role has it, unless its endpoint says otherwise. */
async function decodingOf(room: Room, agent: Agent, provider: string): Promise<TaskReceipt['actor']['decoding']> {
  const endpoint = endpointOf(await room.endpoints.read(), agent.id)
  if (provider === builtinProvider || !endpoint) return { requested: null, effective: null, source: 'unknown' }
  const { sampling } = roleNamed(agent.role)
  const requested = { temperature: sampling.temperature, top_p: sampling.topP }
  if (endpoint.useProviderDefaults) return { requested, effective: null, source: 'unknown' }
  const { temperature, topP } = endpoint
  const isOverridden = temperature !== undefined || topP !== undefined
  const effective = { temperature: temperature ?? requested.temperature, top_p: topP ?? requested.top_p }
  return { requested, effective, source: isOverridden ? 'provider_override' : 'template' }
}
