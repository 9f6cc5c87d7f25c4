import { linesPattern } from '../schema.ts'

/** Lines `start` to `end`, both included. */
export interface LineSpan {
  start: number
  end: number
}

/** What `<start>-<end>` means; undefined for every other form. */
export function spanIn(lines: unknown): LineSpan | undefined {
  if (typeof lines !== 'string' || !linesPattern.test(lines)) return undefined
  const [start = 0, end = 0] = lines.split('-').map(Number)
  return start <= end ? { start, end } : undefined
}

export function isInside(inner: LineSpan, outer: LineSpan): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

/** The lines that both lists have. */
export function intersectSpans(some: readonly LineSpan[], others: readonly LineSpan[]): LineSpan[] {
  const [one, other] = [mergeSpans(some), mergeSpans(others)]
  const both: LineSpan[] = []
  for (let i = 0, j = 0; ; ) {
    const [left, right] = [one[i], other[j]]
    if (!left || !right) return both
    const span = { start: Math.max(left.start, right.start), end: Math.min(left.end, right.end) }
    if (span.start <= span.end) both.push(span)
    if (left.end < right.end) i++
    else j++
  }
}

/** Whether a line of the span is in none of the others, which are merged. */
export function hasLineOutside(span: LineSpan, others: readonly LineSpan[]): boolean {
  return !others.some(other => isInside(span, other))
}

/** Spans in order, those that touch joined into one. */
export function mergeSpans(spans: readonly LineSpan[]): LineSpan[] {
  const joined: LineSpan[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}
