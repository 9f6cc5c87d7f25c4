import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { builtinProvider, endpointOf } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { type TaskPacket, taskIntents } from './packet.ts'

const line = text({ max: 1000, blank: true })
const list = z.array(line).max(50)

const report = {
  inputs_used: z.array(z.string().max(1024)).max(200),
  outputs_produced: list,
  reasoning_summary: text({ max: 1200, bytes: true, blank: true }),
  decisions: list,
  checks_performed: list,
  assumptions: list,
  risks: list,
  next_recommended_action: z.strictObject({ intent: z.enum(taskIntents), reason: line }),
  stop_hook: z.strictObject({ triggered: z.boolean(), type: line.optional(), detail: line.optional() }),
  citations: z.array(text({ max: 4000, blank: true })).max(20),
  report_excerpt: text({ max: 4000, bytes: true, blank: true }),
  report_path: z.string().max(1024).optional(),
  run_id: z.string().max(80).optional(),
  step_id: z.string().max(80).optional(),
  attempt: z.int().min(1).optional(),
}

/** The result of a task, as its agent reports it and as the server knows it. */
export const TaskReceipt = z.strictObject({
  receipt_id: z.string().regex(/^trc_[0-9a-f]{12}$/),
  packet_id: z.string(),
  issue_id: z.int().min(1),
  actor: z.strictObject({
    agent_id: z.string(),
    provider: z.string(),
    model: z.string(),
    decoding: z.strictObject({
      requested: z.record(z.string(), z.number()).nullable(),
      effective: z.record(z.string(), z.number()).nullable(),
      source: z.enum(['template', 'provider_override', 'unknown']),
    }),
  }),
  started_at: z.string(),
  finished_at: z.string(),
  ...report,
})
export type TaskReceipt = z.output<typeof TaskReceipt>

/** The same as a model writes it: what the server knows better is taken and not read. */
export const WrittenReceipt = z.strictObject({
  ...report,
  receipt_id: z.unknown().optional(),
  packet_id: z.unknown().optional(),
  issue_id: z.unknown().optional(),
  actor: z.unknown().optional(),
  started_at: z.unknown().optional(),
  finished_at: z.unknown().optional(),
})
export type WrittenReceipt = z.output<typeof WrittenReceipt>

export const receiptSchema = z.toJSONSchema(WrittenReceipt, { io: 'input' })

export interface SealedReceipt {
  receipt: TaskReceipt
  seal: { sha256: string; key_id: string; signature: string }
}

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

type ServerFacts = Pick<
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

async function factsOf(room: Room, { packet, agent, ...facts }: TaskFacts): Promise<ServerFacts> {
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

/** Temperature and top_p of the agent: those of its role, unless its endpoint sets others. */
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
