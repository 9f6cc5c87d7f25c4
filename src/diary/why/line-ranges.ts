import type { AddedLine } from './patch.ts'

/** Lines of a file after a commit, from one to another, and the turn that wrote them; null where no known turn did. */
export interface LineRange {
  start: number
  end: number
  turn: number | null
}

/**
 * The added lines of a file as ranges by turn. A bracket, a blank line or another that says nothing of who wrote it
 * belongs to a range that goes on behind it; elsewhere it is left out.
 */
export function rangesOf(added: readonly AddedLine[], turns: ReadonlyMap<number, number | null>): LineRange[] {
  const ranges: LineRange[] = []
  let previous = Number.NaN
  /** The first line of those behind the last range that follow one another without a gap. */
  let isUnbroken = false
  for (const { number } of added) {
    isUnbroken &&= number === previous + 1
    previous = number
    const turn = turns.get(number)
    if (turn === undefined) continue
    const last = ranges.at(-1)
    if (last && isUnbroken && last.turn === turn) last.end = number
    else ranges.push({ start: number, end: number, turn })
    isUnbroken = true
  }
  return ranges
}
