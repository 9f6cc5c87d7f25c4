import type { TurnRef } from '../schema.ts'
import { type LineSpan, mergeSpans } from '../workspace/line-spans.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'

/** Lines of one turn that a text rests on; without spans, all of its lines. */
export interface TurnLines {
  turn: TurnRef
  spans: readonly LineSpan[]
}

/** A text of the report with the lines behind it. */
export interface SupportedText {
  text: string
  lines: TurnLines[]
}

/** Several lists as one, each line once. */
export function joinLines(lists: readonly TurnLines[]): TurnLines[] {
  const joined = new Map<string, TurnLines>()
  for (const { turn, spans } of lists) {
    const before = joined.get(turnKey(turn))
    const isWhole = spans.length === 0 || before?.spans.length === 0
    joined.set(turnKey(turn), { turn, spans: isWhole ? [] : mergeSpans([...(before?.spans ?? []), ...spans]) })
  }
  return [...joined.values()].sort((one, other) => compareTurns(one.turn, other.turn))
}

export function countLines(lines: readonly TurnLines[]): number {
  return lines.flatMap(({ spans }) => spans).reduce((sum, { start, end }) => sum + end - start + 1, 0)
}
