import { join } from 'node:path'
import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { noteActivity } from '../activity.ts'
import { type Agent, type ModelRecord, newRecord, type Registry, type TierResult } from '../agents/registry.ts'
import { maxToolSteps } from '../protocol/budget.ts'
import type { Room } from '../room.ts'
import { instant, type RoomBase } from '../room-base.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { citesNothingReal, type TurnKind, type TurnObserver, type TurnOutcome, type TurnSpec } from '../turns/turn.ts'
import { type Caps, capAt, capsAt, clampCaps, policyStore, type TierPolicy } from './policy.ts'

type Parts = Pick<Room, 'project' | 'control' | 'db' | 'clock' | 'agents'>

interface Standing extends ModelRecord {
  caps: Caps
}

/** An agent with its models, each with what it is allowed at present. */
export function standingsOf(agent: Agent, policy: TierPolicy): Standing[] {
  return (agent.modelRecords ?? []).map(record => {
    const caps = capsAt(policy.caps, record.tier)
    return { ...record, caps: record.clampRemaining > 0 ? clampCaps(caps, policy.clampFactor) : caps }
  })
}

/**
 * For Room.tierSteps: undefined where nothing is known of the two. Without a failure no agent is allowed less than before
 * the first result, so that only failures lower a budget.
 */
export async function tierSteps(parts: Parts, agentId: string, model: string): Promise<number | undefined> {
  const standing = await standingOf(parts, agentId, model)
  if (!standing) return undefined
  const hasFailed = standing.window.some(({ failure }) => failure)
  return hasFailed ? standing.caps.toolActions : Math.max(standing.caps.toolActions, maxToolSteps)
}

/** The most an agent may say with a model, where the settings let tiers limit that. */
export async function outputCap(
  parts: Pick<Room, 'agents' | 'control' | 'workspace'>,
  agentId: string,
  model: string,
): Promise<number | undefined> {
  const { tiers } = await parts.workspace.settings()
  return tiers.limitOutput ? (await standingOf(parts, agentId, model))?.caps.outputTokens : undefined
}

/** Undefined where nothing is known of the two. */
async function standingOf(
  { agents, control }: Pick<Parts, 'agents' | 'control'>,
  agentId: string,
  model: string,
): Promise<Standing | undefined> {
  const agent = (await agents.read()).agents.find(({ id }) => id === agentId)
  if (!agent?.modelRecords?.some(record => record.model === model)) return undefined
  return standingsOf(agent, await policyStore(control).read()).find(record => record.model === model)
}

/** Moves tiers by the results of turns. */
export function tierObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    const policy = await policyStore(parts.control).read()
    const standing = await standingOf(parts, spec.agent.id, outcome.model)
    const result = tierResult(spec, outcome, policy, standing?.caps.toolActions)
    if (result) await addResult(parts, { agentId: spec.agent.id, model: outcome.model, result, source: 'turn' })
  }
}

interface AddedResult {
  agentId: string
  model: string
  result: TierResult
  source: 'turn' | 'external'
}

/** Undefined when there is no such agent. */
export async function addResult(parts: Parts, added: AddedResult): Promise<Moved | undefined> {
  const { agentId, model, result, source } = added
  const [policy, now] = [await policyStore(parts.control).read(), parts.clock()]
  const done = await parts.agents.change<(Moved & { from: number }) | undefined>(registry => {
    const agent = registry.agents.find(({ id }) => id === agentId)
    if (!agent) return { result: undefined }
    const before = agent.modelRecords?.find(record => record.model === model) ?? newRecord(model)
    const after = applyResult(before, result, policy, now)
    return { next: withRecord(registry, agentId, after.record), result: { ...after, from: before.tier } }
  })
  if (!done?.change) return done
  const event = { agentId, model, change: done.change, from: done.from, to: done.record.tier, source }
  await tierEvents(parts).append([{ timestamp: instant(parts), ...event }])
  const summary = `Tier of agent ${agentId} ${done.change}: ${done.from} to ${done.record.tier}`
  await noteActivity(parts, { type: 'room_tier_changed', summary, details: event })
  return done
}

function withRecord(registry: Registry, agentId: string, record: ModelRecord): Registry {
  const agents = registry.agents.map(agent => {
    if (agent.id !== agentId) return agent
    const others = agent.modelRecords ?? []
    const isKnown = others.some(({ model }) => model === record.model)
    const modelRecords = isKnown
      ? others.map(each => (each.model === record.model ? record : each))
      : [...others, record]
    return { ...agent, modelRecords }
  })
  return { ...registry, agents }
}

const TierEvent = z.looseObject({
  timestamp: z.string(),
  agentId: z.string(),
  model: z.string(),
  change: z.enum(['promoted', 'demoted', 'clamped']),
  from: z.int().min(1),
  to: z.int().min(1),
  source: z.enum(['turn', 'external']),
})
type TierEvent = z.output<typeof TierEvent>

export function tierEvents({ control, clock }: Pick<RoomBase, 'control' | 'clock'>): JsonLines<TierEvent> {
  return jsonLines({
    file: join(control, 'tiers', 'events.jsonl'),
    lock: join(control, 'locks', 'tier-events.lock'),
    schema: TierEvent,
    now: () => instant({ clock }),
  })
}

const counted: readonly TurnKind[] = ['tools', 'tools+json', 'json']

/** What a turn says about its agent; undefined for turns that say nothing: abstained, stopped, failed elsewhere, raw. */
export function tierResult(
  spec: TurnSpec,
  outcome: TurnOutcome,
  policy: TierPolicy,
  /** Of the tier; an agent that has not failed may use more. */
  tierCap?: number,
): TierResult | undefined {
  const isChatOrTask = counted.includes(spec.kind) && spec.conferenceId === undefined && spec.runId === undefined
  const { state, verdict, stopHook, budget } = outcome
  const failure = state === 'rejected' || (state === 'error' && stopHook?.code === 'schema_invalid')
  if (!isChatOrTask || !(failure || state === 'accepted')) return undefined
  const allowed = budget.source === 'tier' ? budget.steps_max : capAt(policy.caps.toolActions, 1)
  const cap = Math.min(allowed, tierCap ?? allowed)
  return {
    verified:
      state === 'accepted' && verdict?.status === 'accepted' && verdict.kind !== 'access' && !verdict.unverified,
    failure,
    atCap: budget.steps_used >= policy.atCapShare * cap,
    critical: citesNothingReal(outcome),
  }
}

type TierChange = 'promoted' | 'demoted' | 'clamped'

interface Moved {
  record: ModelRecord
  change?: TierChange
}

/** The record after one more result, and what that changed. */
export function applyResult(record: ModelRecord, result: TierResult, policy: TierPolicy, now: number): Moved {
  const window = [...record.window, result].slice(-policy.windowSize)
  const streak = result.verified && result.atCap && !result.failure ? record.streak + 1 : 0
  const after = { ...record, window, streak, clampRemaining: Math.max(0, record.clampRemaining - 1) }
  if (result.failure) return afterFailure(after, result, policy, now)
  const mayRise =
    streak >= policy.promotionStreak && failureShare(window) <= policy.promotionFailureShare && isCool(record, now)
  if (!mayRise) return { record: after }
  return {
    record: { ...after, tier: after.tier + 1, streak: 0, cooldownUntil: cooldownEnd(policy, now) },
    change: 'promoted',
  }
}

function afterFailure(after: ModelRecord, { critical }: TierResult, policy: TierPolicy, now: number): Moved {
  const recent = after.window.slice(-policy.demotionSpan).filter(({ failure }) => failure).length
  if (!critical && recent < policy.demotionFailures) {
    return { record: { ...after, clampRemaining: policy.clampTurns }, change: 'clamped' }
  }
  const tier = Math.max(1, after.tier - 1)
  const record = { ...after, tier, cooldownUntil: cooldownEnd(policy, now) }
  return tier < after.tier ? { record, change: 'demoted' } : { record }
}

function failureShare(window: readonly TierResult[]): number {
  return window.filter(({ failure }) => failure).length / window.length
}

function isCool({ cooldownUntil }: ModelRecord, now: number): boolean {
  return cooldownUntil === null || Date.parse(cooldownUntil) <= now
}

function cooldownEnd({ cooldownHours }: TierPolicy, now: number): string {
  return formatInstant(now + cooldownHours * 3_600_000)
}
