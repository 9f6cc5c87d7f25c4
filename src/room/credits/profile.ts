import { z } from 'zod'
import type { CreditEvent } from './store.ts'

const creditTiers = ['gold', 'silver', 'bronze', 'none'] as const
type CreditTier = (typeof creditTiers)[number]

export const CreditProfile = z.object({
  agentId: z.string(),
  total: z.int(),
  events: z.int(),
  byReason: z.record(z.string(), z.object({ count: z.int(), amount: z.int() })),
  /** Of what was checked, how much held. */
  verificationRate: z.number(),
  /** Of all events, how many cost something. */
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
