import { z } from 'zod'
import { isObject } from '../../kernel/json.ts'
import { faultyPaths } from '../../kernel/shape.ts'
import { type JsonStore, jsonStoreIn, mergeSections } from '../store/json-store.ts'

/** How a limit grows with the tier. */
interface CapCurve {
  offset: number
  mult: number
  growth: number
  ceiling: number
}

export const capNames = ['toolActions', 'safeSteps', 'outputTokens', 'activeIssues'] as const
type CapName = (typeof capNames)[number]
export type Caps = { [name in CapName]: number }
type CapCurves = { [name in CapName]: CapCurve }

export const usualCurves: CapCurves = {
  toolActions: { offset: 2, mult: 1.4, growth: 1.5, ceiling: 20 },
  safeSteps: { offset: 2, mult: 3, growth: 1.45, ceiling: 40 },
  outputTokens: { offset: 0, mult: 600, growth: 1.6, ceiling: 12_000 },
  activeIssues: { offset: 1, mult: 1.7, growth: 1.35, ceiling: 14 },
}

export function capAt({ offset, mult, growth, ceiling }: CapCurve, tier: number): number {
  return Math.max(1, Math.min(Math.round(offset + mult * growth ** (tier - 1)), ceiling))
}

export function capsAt(curves: CapCurves, tier: number): Caps {
  return byName(name => capAt(curves[name], tier))
}

/** For a few turns after a failure. */
export function clampCaps(caps: Caps, factor: number): Caps {
  return byName(name => Math.max(1, Math.round(caps[name] * factor)))
}

function byName<T>(of: (name: CapName) => T): { [name in CapName]: T } {
  // Object.fromEntries forgets that each name is there.
  return Object.fromEntries(capNames.map(name => [name, of(name)])) as { [name in CapName]: T }
}

/** A limit must not fall while the tier rises. */
const curve = (usual: CapCurve) =>
  z
    .strictObject({
      offset: z.number().min(0).max(1000).default(usual.offset),
      mult: z.number().min(0).max(10_000).default(usual.mult),
      growth: z.number().min(1).max(4).default(usual.growth),
      ceiling: z.int().min(1).max(100_000).default(usual.ceiling),
    })
    .prefault({})

/** How much results move. */
export const TierPolicy = z.looseObject({
  version: z.literal(1).default(1),
  windowSize: z.int().min(10).max(100).default(20),
  promotionStreak: z.int().min(1).max(100).default(5),
  promotionFailureShare: z.number().min(0).max(1).default(0.1),
  cooldownHours: z.number().min(0).max(720).default(24),
  atCapShare: z.number().min(0).max(1).default(0.8),
  clampFactor: z.number().min(0.1).max(1).default(0.8),
  clampTurns: z.int().min(0).max(20).default(3),
  demotionFailures: z.int().min(1).max(10).default(2),
  demotionSpan: z.int().min(1).max(100).default(10),
  caps: z.strictObject(byName(name => curve(usualCurves[name]))).prefault({}),
})
export type TierPolicy = z.output<typeof TierPolicy>

export const usualPolicy: TierPolicy = TierPolicy.parse({})

export function policyStore(control: string): JsonStore<TierPolicy> {
  return jsonStoreIn(control, 'tiers/policy.json', TierPolicy, usualPolicy)
}

type PolicyChange = { policy: TierPolicy } | { refused: string[] }

/** The policy with the given keys changed, curves key by key; or the keys that are unknown or out of range. */
export function changedPolicy(before: TierPolicy, given: { readonly [key: string]: unknown }): PolicyChange {
  const caps = isObject(given.caps) ? { caps: mergeSections(before.caps, given.caps) } : {}
  const unknown = Object.keys(given).filter(key => !Object.hasOwn(TierPolicy.shape, key))
  const parsed = TierPolicy.safeParse({ ...before, ...given, ...caps })
  if (parsed.success && unknown.length === 0) return { policy: parsed.data }
  const refused = parsed.error ? faultyPaths(parsed.error) : []
  return { refused: [...new Set([...unknown, ...refused])].sort() }
}
