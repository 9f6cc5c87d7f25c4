import { sum } from '../../../kernel/numbers.ts'
import { allMatches, hasMatch, mayMatch } from './prefilter.ts'

/** What the output of a run says it counted. */
export interface Counts {
  passed: number | null
  failed: number
  /** It speaks of a part of the run, of which further parts may follow. */
  partial?: true
  /** The summaries it was put together from, in order. */
  parts?: readonly Counts[]
}

/** Reads the counts of one program; null where the output is not its own. */
export type ReadCounts = (text: string) => Counts | null
type ReadMatch = (found: RegExpExecArray) => Counts

export const nothingFailed: Counts = { passed: null, failed: 0 }
export const oneFailed: Counts = { passed: null, failed: 1 }

/**
 * Several summaries are those of several parts, such as the packages of a workspace: one of them that failed is enough.
 * How many passed in all is not known then, since a summary may be printed twice.
 */
export function together(found: readonly Counts[]): Counts | null {
  const [first] = found
  if (!first || found.length === 1) return first ?? null
  return { passed: null, failed: sum(found.map(({ failed }) => failed)), parts: found }
}

/** The summaries that a pattern finds, each read by itself. */
export function each(pattern: RegExp, read: ReadMatch): ReadCounts {
  return text => together(allMatches(text, pattern).map(read))
}

/** Of summaries that contain each other, the last is of all of them; unless it was written by another part. */
export function outermost(pattern: RegExp, read: ReadMatch): ReadCounts {
  return text => {
    const found = allMatches(text, pattern).map(read)
    const last = found.at(-1) ?? null
    return last?.failed === 0 ? (found.findLast(({ failed }) => failed > 0) ?? last) : last
  }
}

/** The first summary. */
export function first(pattern: RegExp, read: ReadMatch): ReadCounts {
  return text => {
    const found = mayMatch(text, pattern) ? pattern.exec(text) : null
    return found && read(found)
  }
}

/** The last summary. */
export function last(pattern: RegExp, read: ReadMatch): ReadCounts {
  return text => {
    const found = lastMatch(text, pattern)
    return found && read(found)
  }
}

/** How many passed and how many failed are on lines of their own; those that are `needed` must be there. */
export function onTwoLines(passed: RegExp, failed: RegExp, needed: 'both' | 'passed' | 'one of them'): ReadCounts {
  return text => {
    const [good, bad] = [lastMatch(text, passed), lastMatch(text, failed)]
    const isThere = needed === 'both' ? good && bad : needed === 'passed' ? good : good || bad
    return isThere ? { passed: Number(good?.[1] ?? 0), failed: Number(bad?.[1] ?? 0) } : null
  }
}

/** Words that say how it ended, without a count. */
export function says(words: RegExp, counts: Counts): ReadCounts {
  return text => (hasMatch(text, words) ? counts : null)
}

/** Findings that are listed one by one, and not counted. */
export function listed(finding: RegExp): ReadCounts {
  return text => {
    const failed = allMatches(text, finding).length
    return failed > 0 ? { passed: null, failed } : null
  }
}

export function firstOf(...readers: readonly ReadCounts[]): ReadCounts {
  return text => {
    for (const read of readers) {
      const counts = read(text)
      if (counts) return counts
    }
    return null
  }
}

export function lastMatch(text: string, pattern: RegExp): RegExpExecArray | null {
  return allMatches(text, pattern).at(-1) ?? null
}

/** How it ended, by a word in its summary. */
export function passedIf(good: RegExp): ReadMatch {
  return ([whole]) => (good.test(whole) ? nothingFailed : oneFailed)
}

/** One or more counts of what failed, and nothing else. */
export function onlyFailed([, ...failed]: RegExpExecArray): Counts {
  return { passed: null, failed: addUp(failed) }
}

export function onlyPassed([, passed]: RegExpExecArray): Counts {
  return { passed: Number(passed), failed: 0 }
}

/** What passed, then one or more counts of what failed. */
export function passedThenFailed([, passed, ...failed]: RegExpExecArray): Counts {
  return { passed: Number(passed), failed: addUp(failed) }
}

export function failedThenPassed([, failed, passed]: RegExpExecArray): Counts {
  return { passed: Number(passed), failed: Number(failed) }
}

/** All that ran first, then one or more counts of what failed among them. */
export function ofAll([, all, ...failed]: RegExpExecArray): Counts {
  return outOf(Number(all), addUp(failed))
}

/** So many ran, and so many of them failed. */
export function outOf(all: number, failed: number): Counts {
  return { passed: Math.max(0, all - failed), failed }
}

/** `1 failed, 2 skipped, 9 passed` in any order. */
export function inWords(words: string | undefined): Counts {
  const text = words ?? ''
  return { passed: numberIn(text, /(?<!\d)(\d{1,9}) passed\b/), failed: numberIn(text, /(?<!\d)(\d{1,9}) failed\b/) }
}

export function numberIn(words: string, pattern: RegExp): number {
  return Number(pattern.exec(words)?.[1] ?? 0)
}

/** A count that is not there is none; so is one that is a word: `no failures`. */
function addUp(counts: readonly (string | undefined)[]): number {
  return sum(counts.map(count => (count === undefined || /^no$/i.test(count) ? 0 : Number(count))))
}

/** The programs that readers of a table are for, given as a list of names for each. */
export function programsOf(
  readers: { readonly [name: string]: ReadCounts },
  programs: { readonly [name: string]: string },
): [string, ReadCounts][] {
  return Object.entries(programs).flatMap(([name, list]) => {
    const read = readers[name]
    return read ? list.split(', ').map((program): [string, ReadCounts] => [program, read]) : []
  })
}
