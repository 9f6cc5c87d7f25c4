import { z } from 'zod'

/** What one turn said about an agent with its model. */
export const TierResult = z.strictObject({
  verified: z.boolean(),
  failure: z.boolean(),
  atCap: z.boolean(),
  critical: z.boolean(),
})
export type TierResult = z.output<typeof TierResult>

/** What is known of an agent with one model. */
export const ModelRecord = z.looseObject({
  model: z.string(),
  tier: z.int().min(1),
  /** Verified turns in a row that used what they were allowed. */
  streak: z.int().min(0).default(0),
  cooldownUntil: z.string().nullable().default(null),
  /** Turns for which less is allowed. */
  clampRemaining: z.int().min(0).default(0),
  /** Oldest first. */
  window: z.array(TierResult).default([]),
})
export type ModelRecord = z.output<typeof ModelRecord>

export function newRecord(model: string): ModelRecord {
  return { model, tier: 1, streak: 0, cooldownUntil: null, clampRemaining: 0, window: [] }
}
