/** How a limit grows with the tier. */
export interface CapCurve {
  offset: number
  mult: number
  growth: number
  ceiling: number
}

export const capNames = ['toolActions', 'safeSteps', 'outputTokens', 'activeIssues'] as const
type CapName = (typeof capNames)[number]
export type Caps = { [name in CapName]: number }
export type CapCurves = { [name in CapName]: CapCurve }

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
  return {
    toolActions: capAt(curves.toolActions, tier),
    safeSteps: capAt(curves.safeSteps, tier),
    outputTokens: capAt(curves.outputTokens, tier),
    activeIssues: capAt(curves.activeIssues, tier),
  }
}

/** For a few turns after a failure. */
export function clamped(caps: Caps, factor: number): Caps {
  const less = (cap: number) => Math.max(1, Math.round(cap * factor))
  return {
    toolActions: less(caps.toolActions),
    safeSteps: less(caps.safeSteps),
    outputTokens: less(caps.outputTokens),
    activeIssues: less(caps.activeIssues),
  }
}
