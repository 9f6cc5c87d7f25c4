import type { Output } from '../../operations.ts'

export type Session = Output<'diary_session'>
export type Turn = Session['turns'][number]

/** The turn a line belongs to; undefined before, between and after the turns of the day. */
export function turnAt(turns: readonly Turn[], line: number): Turn | undefined {
  const turn = turns[lastStartingBy(turns, line)]
  return turn && line <= turn.end_line ? turn : undefined
}

/** Where `]` goes from a line. */
export function turnAfter(turns: readonly Turn[], line: number): Turn | undefined {
  return turns[lastStartingBy(turns, line) + 1]
}

/** Where `[` goes from a line: to the start of its own turn first. */
export function turnBefore(turns: readonly Turn[], line: number): Turn | undefined {
  return turns[lastStartingBy(turns, line - 1)]
}

/** Index of the last turn that starts on that line or before it; -1 when none does. */
function lastStartingBy(turns: readonly Turn[], line: number): number {
  let [from, to] = [0, turns.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((turns[middle]?.start_line ?? 0) <= line) from = middle + 1
    else to = middle
  }
  return from - 1
}
