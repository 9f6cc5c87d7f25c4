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

export function overlaps(one: LineSpan, other: LineSpan): boolean {
  return one.start <= other.end && other.start <= one.end
}

/** Spans in order, those that touch joined into one. */
export function merged(spans: readonly LineSpan[]): LineSpan[] {
  const joined: LineSpan[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}
