/** Lines `start` to `end`, both included. */
export interface LineSpan {
  start: number
  end: number
}

/** Parses `#L10` or `#L10-L20`; undefined for every other form. */
export function spanInHash(hash: string): LineSpan | undefined {
  const [, first, second] = /^#?L([1-9]\d{0,14})(?:-L?([1-9]\d{0,14}))?$/.exec(hash) ?? []
  if (first === undefined) return undefined
  const [one, other] = [Number(first), Number(second ?? first)]
  return { start: Math.min(one, other), end: Math.max(one, other) }
}

export function hashOf({ start, end }: LineSpan): string {
  return start === end ? `L${start}` : `L${start}-L${end}`
}

/** The form in which chains and reports cite lines. */
export function citationOf(session: string, { start, end }: LineSpan): string {
  return `${session}:${start}-${end}`
}

export function holds({ start, end }: LineSpan, line: number): boolean {
  return line >= start && line <= end
}
