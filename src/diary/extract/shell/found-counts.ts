import { sum } from '../../../kernel/numbers.ts'
/** What the output of a run says it counted. */
export interface Counts {
  passed: number | null
  failed: number
  /** It speaks of a part of the run, of which further parts may follow. */
  partial?: true
}

export type ReadCounts = (text: string) => Counts | null

export const nothingFailed: Counts = { passed: null, failed: 0 }
export const oneFailed: Counts = { passed: null, failed: 1 }

/**
 * Several summaries are those of several parts, such as the packages of a workspace: one of them that failed is enough.
 * How many passed in all is not known then, since a summary may be printed twice.
 */
export function together(found: readonly Counts[]): Counts | null {
  const [first] = found
  if (!first || found.length === 1) return first ?? null
  return { passed: null, failed: sum(found.map(({ failed }) => failed)) }
}

/** The summaries that a pattern finds, each read by itself. */
export function each(text: string, pattern: RegExp, read: (found: RegExpExecArray) => Counts): Counts | null {
  return together([...text.matchAll(pattern)].map(read))
}

/** Of summaries that contain each other, the last is of all of them; unless it was written by another part. */
export function outermost(text: string, pattern: RegExp, read: (found: RegExpExecArray) => Counts): Counts | null {
  const found = [...text.matchAll(pattern)].map(read)
  const last = found.at(-1) ?? null
  return last?.failed === 0 ? (found.findLast(({ failed }) => failed > 0) ?? last) : last
}

export function last(text: string, pattern: RegExp): RegExpExecArray | null {
  let found: RegExpExecArray | null = null
  for (const match of text.matchAll(pattern)) found = match
  return found
}

/** A count of what failed, and nothing else. */
export function only(found: RegExpExecArray): Counts {
  return { passed: null, failed: Number(found[1]) }
}

/** All that ran first, then one or two counts of what failed among them. */
export function ofAll(found: RegExpExecArray): Counts {
  const failed = sum(found.slice(2).map(number => Number(number ?? 0)))
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
}

/** `1 failed, 2 skipped, 9 passed` in any order. */
export function inWords(words: string): Counts {
  return { passed: numberIn(words, /(?<!\d)(\d{1,9}) passed\b/), failed: numberIn(words, /(?<!\d)(\d{1,9}) failed\b/) }
}

export function numberIn(words: string, pattern: RegExp): number {
  return Number(pattern.exec(words)?.[1] ?? 0)
}
