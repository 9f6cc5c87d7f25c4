import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../api.ts'
import type { Place } from './fetched-lines.ts'

export interface SessionSearch {
  lines: readonly number[]
  /** How many lines were searched. */
  searched: number
  state: 'off' | 'searching' | 'done' | 'enough'
  error: unknown
  retry(): void
}

const maxHits = 5000
const none: readonly number[] = []

/** Searches a whole session in batches, until its end or until there are enough hits. */
export function useSessionSearch({ date, project_key, session_ref }: Place, words: string): SessionSearch {
  const query = words.trim()
  const search = useInfiniteQuery({
    queryKey: ['diary', 'day', date, 'session-search', project_key, session_ref, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        'diary_session_search',
        { date, project_key, session_ref, query, from_line: pageParam, limit: 2000 },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: page => page.next_line ?? undefined,
    enabled: query !== '',
    gcTime: 30_000,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = search
  const lines = useMemo(() => search.data?.pages.flatMap(page => page.lines) ?? none, [search.data])
  const goesOn = hasNextPage && lines.length < maxHits
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage()
  }, [goesOn, isFetching, isError, fetchNextPage])
  const state = query === '' ? 'off' : goesOn || isFetching ? 'searching' : hasNextPage ? 'enough' : 'done'
  return {
    lines,
    searched: search.data?.pages.at(-1)?.searched_to ?? 0,
    state,
    error: search.error,
    retry: () => void (search.data ? fetchNextPage() : search.refetch()),
  }
}

/** The hit after a line, or before it; wraps around at the end. */
export function hitFrom(lines: readonly number[], line: number, step: 1 | -1): number | undefined {
  if (step > 0) return lines.find(hit => hit > line) ?? lines[0]
  return lines.findLast(hit => hit < line) ?? lines.at(-1)
}
