import { z } from 'zod'
import { withoutUndefined } from '../../kernel/json.ts'
import { text } from '../../kernel/text.ts'
import { requireAgent } from '../agents/edit-agents.ts'
import type { GroundingVerdict } from '../evidence/verdict.ts'
import { roomFault } from '../faults.ts'
import type { Issue } from '../issues/schema.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { citesNothingReal, refusalOf, type TurnObserver, type TurnOutcome, type TurnSpec } from '../turns/turn.ts'
import { type Award, type CreditEvent, creditStore, type EngineReason, userReasons } from './store.ts'

type Parts = Pick<Room, 'control' | 'clock' | 'agents'>

/** Awards what turns earn, once per turn; a turn that earns nothing does not touch the file. */
export function creditObserver(parts: Pick<Parts, 'control' | 'clock'>): TurnObserver {
  return async (spec, outcome) => {
    const award = awardOfTurn(spec, outcome)
    if (award) await creditStore(parts.control).addOnce(award, instant(parts))
  }
}

const short = text({ max: 200, oneLine: true })

export const GivenAward = z.strictObject({
  agentId: z.string(),
  reason: z.enum(userReasons),
  /** Defaults to the person who gives it. */
  verifiedBy: text({ max: 80, oneLine: true }).optional(),
  context: z
    .strictObject({ trigger: short, triggerRef: short, outcome: short, outcomeRef: short })
    .partial()
    .optional(),
  relatedEntity: z.strictObject({ type: short, id: short }).optional(),
})
type GivenAward = z.output<typeof GivenAward>

/** An award by a person, which an agent cannot verify for itself. */
export async function giveAward(parts: Parts, given: GivenAward, by: string): Promise<CreditEvent> {
  const { agentId, reason, verifiedBy = by, context = {}, relatedEntity } = given
  await requireAgent(parts, agentId)
  if (verifiedBy === agentId) throw roomFault('self_award', { agentId })
  if (verifiedBy === engine) throw roomFault('invalid_request', { field: 'verifiedBy' })
  const { trigger = 'user', triggerRef = '', outcome, outcomeRef } = context
  const origin = { trigger, triggeredBy: by, triggerRef, ...withoutUndefined({ outcome, outcomeRef }) }
  const entity = relatedEntity ?? { type: 'agent', id: agentId }
  const award = { agentId, reason, verifiedBy, context: origin, relatedEntity: entity }
  return creditStore(parts.control).add(award, instant(parts))
}

/** Rewards the agent a closed issue was assigned to, once per issue. */
export async function rewardResolved(parts: Parts, issue: Pick<Issue, 'id' | 'assignedTo'>, by: string): Promise<void> {
  const { agents } = await parts.agents.read()
  const { assignedTo } = issue
  if (assignedTo === null || assignedTo === by || !agents.some(({ id }) => id === assignedTo)) return
  const ref = String(issue.id)
  const award: Award = {
    agentId: assignedTo,
    reason: 'resolved-issue',
    verifiedBy: by,
    context: { trigger: 'issue-closed', triggeredBy: by, triggerRef: ref, outcome: 'closed' },
    relatedEntity: { type: 'issue', id: ref },
  }
  await creditStore(parts.control).addOnce(award, instant(parts))
}

/** Who awards what turns earn. */
const engine = 'engine'

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

function reasonOfVerdict({ status, kind, evidence, spans, unverified }: GroundingVerdict): EngineReason | undefined {
  if (status !== 'accepted' || kind !== 'content' || unverified) return undefined
  const hasLine = evidence?.locations.some(({ type }) => type === 'line') === true
  const isExact = spans.length > 0 && spans.every(({ match }) => match === 'exact')
  return hasLine && isExact ? 'evidence-precise' : 'evidence-verified'
}
