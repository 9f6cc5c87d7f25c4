import { z } from 'zod'
import { type JsonStore, jsonStoreIn, nextNumber } from '../store/json-store.ts'

const engineReasons = [
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

const StoredCredits = z.looseObject({ version: z.literal(1), events: z.array(CreditEvent) })
type StoredCredits = z.output<typeof StoredCredits>

/** Awards in the order they were given; none is ever changed or taken away. */
interface CreditStore {
  all(): Promise<CreditEvent[]>
  add(award: Award, now: string): Promise<CreditEvent>
  /** Undefined when the engine has awarded something for the same before. */
  addOnce(award: Award, now: string): Promise<CreditEvent | undefined>
}

export function creditStore(control: string): CreditStore {
  const open = (survives: 'power cut' | 'kill'): JsonStore<StoredCredits> =>
    jsonStoreIn(control, 'credits/credits.json', StoredCredits, { version: 1, events: [] }, survives)
  const store = open('power cut')
  return {
    all: async () => (await store.read()).events,
    add: (award, now) => store.change<CreditEvent>(stored => appendEvent(stored, award, now)),
    // What the engine awards follows from turns that are on record, and is not waited for.
    addOnce: (award, now) =>
      open('kill').change<CreditEvent | undefined>(stored =>
        stored.events.some(event => isOfSameOrigin(event, award))
          ? { result: undefined }
          : appendEvent(stored, award, now),
      ),
  }
}

function appendEvent(stored: StoredCredits, award: Award, now: string): { next: StoredCredits; result: CreditEvent } {
  const { agentId, reason, verifiedBy, context, relatedEntity } = award
  const id = `crd-${nextNumber(stored.events, 'crd-')}`
  const event = { id, agentId, amount: amounts[reason], reason, verifiedBy, timestamp: now, context, relatedEntity }
  return { next: { ...stored, events: [...stored.events, event] }, result: event }
}

function isOfSameOrigin(event: CreditEvent, { context: { trigger, triggerRef } }: Award): boolean {
  const byEngine = engineReasons.some(reason => reason === event.reason)
  return byEngine && event.context.trigger === trigger && event.context.triggerRef === triggerRef
}

const creditTiers = ['gold', 'silver', 'bronze', 'none'] as const
type CreditTier = (typeof creditTiers)[number]

export const CreditProfile = z.object({
  agentId: z.string(),
  total: z.int(),
  events: z.int(),
  byReason: z.record(z.string(), z.object({ count: z.int(), amount: z.int() })),
  /** The share of checked claims that held. */
  verificationRate: z.number(),
  /** The share of events that cost credits. */
  penaltyRate: z.number(),
  tier: z.enum(creditTiers),
})
export type CreditProfile = z.output<typeof CreditProfile>

const minEvents = 10

/** One profile per agent that has events, in the order of their ids. */
export function creditProfiles(events: readonly CreditEvent[]): CreditProfile[] {
  const agents = [...new Set(events.map(({ agentId }) => agentId))].sort()
  return agents.map(agentId => creditProfile(agentId, events))
}

export function creditProfile(agentId: string, all: readonly CreditEvent[]): CreditProfile {
  const events = all.filter(event => event.agentId === agentId)
  const held = countOf(events, ['evidence-verified', 'evidence-precise'])
  const failed = countOf(events, ['failed-verification', 'hallucination'])
  const costly = events.filter(({ amount }) => amount < 0).length
  const verificationRate = shareOf(held, held + failed)
  const penaltyRate = shareOf(costly, events.length)
  return {
    agentId,
    total: events.reduce((sum, { amount }) => sum + amount, 0),
    events: events.length,
    byReason: byReason(events),
    verificationRate,
    penaltyRate,
    tier: events.length < minEvents ? 'none' : creditTier(verificationRate, penaltyRate),
  }
}

export function creditTier(verificationRate: number, penaltyRate: number): CreditTier {
  if (verificationRate > 0.95 && penaltyRate < 0.05) return 'gold'
  if (verificationRate > 0.85 && penaltyRate < 0.15) return 'silver'
  return verificationRate > 0.7 && penaltyRate < 0.25 ? 'bronze' : 'none'
}

function countOf(events: readonly CreditEvent[], reasons: readonly CreditEvent['reason'][]): number {
  return events.filter(({ reason }) => reasons.includes(reason)).length
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function byReason(events: readonly CreditEvent[]): CreditProfile['byReason'] {
  const reasons = [...new Set(events.map(({ reason }) => reason))].sort()
  return Object.fromEntries(
    reasons.map(reason => {
      const of = events.filter(event => event.reason === reason)
      return [reason, { count: of.length, amount: of.reduce((sum, { amount }) => sum + amount, 0) }]
    }),
  )
}
