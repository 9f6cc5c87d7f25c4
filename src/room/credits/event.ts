import { z } from 'zod'

export const engineReasons = [
  'evidence-verified',
  'evidence-precise',
  'failed-verification',
  'hallucination',
  'resolved-issue',
] as const
export const userReasons = ['applied', 'helpful', 'commendation', 'penalty'] as const
export type EngineReason = (typeof engineReasons)[number]
export type UserReason = (typeof userReasons)[number]

/** The fixed amount for each reason. */
export const amounts: { readonly [reason in EngineReason | UserReason]: number } = {
  'evidence-verified': 1,
  'evidence-precise': 2,
  'failed-verification': -2,
  hallucination: -3,
  'resolved-issue': 2,
  applied: 2,
  helpful: 2,
  commendation: 1,
  penalty: -1,
}

const short = z.string().max(200)

export const CreditEvent = z.looseObject({
  id: z.string(),
  agentId: z.string(),
  amount: z.int(),
  reason: z.enum([...engineReasons, ...userReasons]),
  verifiedBy: z.string(),
  timestamp: z.string(),
  context: z.looseObject({
    trigger: short,
    triggeredBy: short,
    triggerRef: short,
    outcome: short.optional(),
    outcomeRef: short.optional(),
  }),
  relatedEntity: z.looseObject({ type: short, id: short }),
})
export type CreditEvent = z.output<typeof CreditEvent>

export type Award = Pick<CreditEvent, 'agentId' | 'reason' | 'verifiedBy' | 'context' | 'relatedEntity'>
