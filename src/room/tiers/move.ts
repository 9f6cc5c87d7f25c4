import { formatInstant } from '../../kernel/instants.ts'
import type { ModelRecord, TierResult } from '../agents/model-record.ts'
import type { TierPolicy } from './policy.ts'

type TierChange = 'promoted' | 'demoted' | 'clamped'

export interface Moved {
  record: ModelRecord
  change?: TierChange
}

/** The record after one more result, and what that changed. */
export function moved(record: ModelRecord, result: TierResult, policy: TierPolicy, now: number): Moved {
  const window = [...record.window, result].slice(-policy.windowSize)
  const streak = result.verified && result.atCap && !result.failure ? record.streak + 1 : 0
  const after = { ...record, window, streak, clampRemaining: Math.max(0, record.clampRemaining - 1) }
  if (result.failure) return failed(after, result, policy, now)
  const mayRise =
    streak >= policy.promotionStreak && failureShare(window) <= policy.promotionFailureShare && isCool(record, now)
  if (!mayRise) return { record: after }
  return {
    record: { ...after, tier: after.tier + 1, streak: 0, cooldownUntil: cooled(policy, now) },
    change: 'promoted',
  }
}

function failed(after: ModelRecord, { critical }: TierResult, policy: TierPolicy, now: number): Moved {
  const recent = after.window.slice(-policy.demotionSpan).filter(({ failure }) => failure).length
  if (!critical && recent < policy.demotionFailures) {
    return { record: { ...after, clampRemaining: policy.clampTurns }, change: 'clamped' }
  }
  const tier = Math.max(1, after.tier - 1)
  const record = { ...after, tier, cooldownUntil: cooled(policy, now) }
  return tier < after.tier ? { record, change: 'demoted' } : { record }
}

function failureShare(window: readonly TierResult[]): number {
  return window.filter(({ failure }) => failure).length / window.length
}

function isCool({ cooldownUntil }: ModelRecord, now: number): boolean {
  return cooldownUntil === null || Date.parse(cooldownUntil) <= now
}

function cooled({ cooldownHours }: TierPolicy, now: number): string {
  return formatInstant(now + cooldownHours * 3_600_000)
}
