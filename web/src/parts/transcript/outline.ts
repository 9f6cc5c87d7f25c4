import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import type { Place } from './fetched-lines.ts'
import type { Turn } from './turns.ts'

export type Outline = Pick<Output<'diary_session_outline'>, 'hidden' | 'agents'>
export type OutlineAgent = Outline['agents'][number]

export const outlineQuery = (place: Place) =>
  queryOptions({
    queryKey: ['diary', 'day', place.date, 'outline', place.project_key, place.session_ref],
    queryFn: ({ signal }) => call('diary_session_outline', place, signal),
  })

export const subagentQuery = (place: Place, subagent: string) =>
  queryOptions({
    queryKey: ['diary', 'day', place.date, 'subagent', place.project_key, place.session_ref, subagent],
    queryFn: ({ signal }) => call('diary_subagent_lines', { ...place, subagent }, signal),
  })

/** The lines that are shown, in order, and where each is among them. */
export interface ShownLines {
  count: number
  lineAt(index: number): number
  /** Of a line that is not shown, the place of the next one that is. */
  indexOf(line: number): number
  /** The run of hidden lines around a line; undefined for a line that is shown. */
  hiddenAround(line: number): number | undefined
  hidden: number
}

/** All lines but the hidden ones; runs that were asked for, by their first line, and the first lines of turns stay. */
export function shownLines(
  total: number,
  runs: Outline['hidden'],
  revealed: ReadonlySet<number>,
  turns: readonly Pick<Turn, 'start_line'>[],
): ShownLines {
  const isHidden = new Uint8Array(total + 2)
  const runOf = new Map<number, number>()
  for (const [start, end] of runs) {
    if (revealed.has(start)) continue
    for (let line = start; line <= Math.min(end, total); line++) {
      isHidden[line] = 1
      runOf.set(line, start)
    }
  }
  for (const { start_line } of turns) isHidden[start_line] = 0
  const lines = new Uint32Array(total)
  let count = 0
  for (let line = 1; line <= total; line++) if (!isHidden[line]) lines[count++] = line
  const indexOf = (wanted: number) => {
    let [from, to] = [0, count]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((lines[middle] ?? 0) < wanted) from = middle + 1
      else to = middle
    }
    return Math.min(from, Math.max(0, count - 1))
  }
  return {
    count,
    lineAt: index => lines[Math.min(Math.max(index, 0), count - 1)] ?? 1,
    indexOf,
    hiddenAround: line => (isHidden[line] ? runOf.get(line) : undefined),
    hidden: total - count,
  }
}
