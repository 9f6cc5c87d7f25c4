import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import type { CompactRecord, FullRecord } from '../../../../src/diary/workspace/transcript.ts'
import { call } from '../../api.ts'
import { useDebounced } from '../../state/debounced.ts'
import { linesOf, rawWindowLines, smallRuns, windowsOver } from './windows.ts'

export interface Place {
  date: string
  project_key: string
  session_ref: string
}

export interface FetchedLines {
  at(line: number): CompactRecord | undefined
  /** The raw line, if it is wanted and small enough to be fetched automatically. */
  rawAt(line: number): string | undefined
  error: unknown
  retry(): void
  /** Grows with every line that arrives. */
  arrived: number
}

/**
 * The lines on the screen. Only windows that stay visible for a moment are fetched; when one is scrolled away before
 * it has loaded, its request is aborted.
 */
export function useFetchedLines(
  place: Place,
  total: number,
  { lines, full }: { lines: readonly number[]; full: boolean },
): FetchedLines {
  const client = useQueryClient()
  const windows = total === 0 ? [] : windowsOver(lines)
  // As text, because every render makes another array.
  const settled = useDebounced(windows.join(' '), settleMs).split(' ')
  const wanted = windows.filter(
    window =>
      settled.includes(String(window)) ||
      client.getQueryData(compactQuery(place, total, window).queryKey) !== undefined,
  )
  const compact = useQueries({ queries: wanted.map(window => compactQuery(place, total, window)) })
  const records = new Map(compact.flatMap(({ data }) => data ?? []).map(record => [record.line, record]))

  const rawWindows = full && total > 0 ? windowsOver(lines, rawWindowLines) : []
  const known = rawWindows.filter(window => {
    const { start, end } = linesOf(window, total, rawWindowLines)
    return records.has(start) && records.has(end)
  })
  const raw = useQueries({ queries: known.map(window => rawQuery(place, total, window, records)) })
  const rawLines = new Map(raw.flatMap(({ data }) => data ?? []).map(({ line, raw_line }) => [line, raw_line]))

  const failed = [...compact, ...raw].filter(({ isError }) => isError)
  return {
    at: line => records.get(line),
    rawAt: line => rawLines.get(line),
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    arrived: records.size + rawLines.size,
  }
}

/** One raw line that is too large to be fetched automatically. */
export const largeLineQuery = (place: Place, line: number) =>
  queryOptions({
    queryKey: [...keyOf(place), 'large', line],
    queryFn: async ({ signal }) => (await readFull(place, line, line, signal))[0]?.raw_line ?? '',
    gcTime: keptFor,
  })

const keptFor = 60_000

function keyOf({ date, project_key, session_ref }: Place) {
  return ['diary', 'day', date, 'transcript', project_key, session_ref]
}

const compactQuery = (place: Place, total: number, window: number) =>
  queryOptions({
    queryKey: [...keyOf(place), 'compact', window],
    queryFn: async ({ signal }) => {
      const { start, end } = linesOf(window, total)
      const { records } = await call('read_session_lines', { ...place, start_line: start, end_line: end }, signal)
      // The operation's records have one of two shapes, by the requested mode.
      return records as unknown as CompactRecord[]
    },
    gcTime: keptFor,
  })

const rawQuery = (place: Place, total: number, window: number, records: ReadonlyMap<number, CompactRecord>) =>
  queryOptions({
    queryKey: [...keyOf(place), 'raw', window],
    queryFn: async ({ signal }) => {
      const { start, end } = linesOf(window, total, rawWindowLines)
      const here = Array.from({ length: end - start + 1 }, (_, index) => records.get(start + index))
      const lines: FullRecord[] = []
      for (const run of smallRuns(here.filter(record => record !== undefined))) {
        lines.push(...(await readFull(place, run.start, run.end, signal)))
      }
      return lines
    },
    gcTime: keptFor,
  })

async function readFull(place: Place, start: number, end: number, signal: AbortSignal): Promise<FullRecord[]> {
  const span = { start_line: start, end_line: end, mode: 'full' as const }
  const { records } = await call('read_session_lines', { ...place, ...span }, signal)
  // The operation's records have one of two shapes, by the requested mode.
  return records as unknown as FullRecord[]
}

const settleMs = 90
