import type { Verdict } from '../evidence/verdict.ts'
import type { TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { citesNothingReal, refusalOf } from '../turns/turn-facts.ts'
import type { Award, EngineReason } from './event.ts'

/** Who awards what turns earn. */
export const engine = 'engine'

/** What a turn earns or costs its agent; most turns do neither. */
export function awardOfTurn(spec: TurnSpec, outcome: TurnOutcome): Award | undefined {
  const reason = spec.kind === 'raw' ? undefined : reasonOf(outcome)
  if (!reason) return undefined
  return {
    agentId: spec.agent.id,
    reason,
    verifiedBy: engine,
    context: {
      trigger: 'turn',
      triggeredBy: engine,
      triggerRef: spec.turnId,
      outcome: refusalOf(outcome) ?? outcome.state,
      outcomeRef: spec.sessionId,
    },
    relatedEntity: { type: 'turn', id: spec.turnId },
  }
}

function reasonOf(outcome: TurnOutcome): EngineReason | undefined {
  if (outcome.state === 'accepted') return outcome.verdict && reasonOfVerdict(outcome.verdict)
  if (citesNothingReal(outcome)) return 'hallucination'
  const refusal = refusalOf(outcome)
  return refusal === 'quote-not-found' || refusal === 'absence-contradicted' ? 'failed-verification' : undefined
}

function reasonOfVerdict({ status, kind, evidence, spans, unverified }: Verdict): EngineReason | undefined {
  if (status !== 'accepted' || kind !== 'content' || unverified) return undefined
  const hasLine = evidence?.locations.some(({ type }) => type === 'line') === true
  const isExact = spans.length > 0 && spans.every(({ match }) => match === 'exact')
  return hasLine && isExact ? 'evidence-precise' : 'evidence-verified'
}
