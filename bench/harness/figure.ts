import type { Comparison } from './runs.ts'
import { median, quantile } from './samples.ts'

export interface Target {
  sense: 'at most' | 'at least'
  value: number
}

/** One line of the report: what was measured, against what, and whether it is good enough. */
export interface Figure {
  id: string
  measure: string
  /** The compared quantities, for instance milliseconds of each side. */
  subject: string
  baseline: string
  value: number
  unit: '×' | ' s' | ' ms' | ' MB' | '/s' | ''
  /** The extremes over the runs; absent when one value says it all. */
  low?: number
  high?: number
  /** Null for a figure without a target. */
  target: Target | null
  met: boolean
  /** What was counted rather than timed. */
  work: string
}

export const atMost = (value: number): Target => ({ sense: 'at most', value })
export const atLeast = (value: number): Target => ({ sense: 'at least', value })

export function isMet(value: number, target: Target | null): boolean {
  if (!target) return true
  return target.sense === 'at most' ? value <= target.value : value >= target.value
}

/** A figure whose value is the ratio of the two sides. */
export function ratioFigure(
  about: { id: string; measure: string; target: Target | null; work: string; show?: (value: number) => string },
  { subject, baseline, ratio, low, high }: Comparison,
): Figure {
  const { show = milliseconds, ...rest } = about
  return {
    ...rest,
    subject: show(subject),
    baseline: show(baseline),
    value: ratio,
    unit: '×',
    low,
    high,
    met: isMet(ratio, about.target),
  }
}

/** A figure whose value is the ninety-fifth percentile of some milliseconds. */
export function slowFigure(
  about: { id: string; measure: string; target: Target | null; work: string },
  taken: readonly number[],
): Figure {
  const value = quantile(taken, 0.95)
  return {
    ...about,
    subject: `p50 ${milliseconds(median(taken))}`,
    baseline: '',
    value,
    unit: ' ms',
    met: isMet(value, about.target),
  }
}

export function milliseconds(value: number): string {
  return `${digits(value)} ms`
}

/** Three digits that matter: 0.0412, 4.12, 412. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return String(Math.round(value))
  return value.toPrecision(3)
}
