import type { TierResult } from '../agents/model-record.ts'
import type { TurnKind, TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { citesNothingReal } from '../turns/turn-facts.ts'
import { capAt } from './caps.ts'
import type { TierPolicy } from './policy.ts'

const counted: readonly TurnKind[] = ['tools', 'tools+json', 'json']

/** What a turn says about its agent; undefined for turns that say nothing: abstained, stopped, failed elsewhere, raw. */
export function tierResult(
  spec: TurnSpec,
  outcome: TurnOutcome,
  policy: TierPolicy,
  /** Of the tier; whoever has not failed may use more. */
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
