import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import type { WhyAddress } from './addresses.ts'

export type WhyCommit = Output<'diary_why'>['commits'][number]
export type WhyTurn = WhyCommit['turns'][number]

export function useWhy({ of, repository }: WhyAddress) {
  return useQuery({
    queryKey: ['diary', 'why', repository, of],
    queryFn: ({ signal }) =>
      call('diary_why', { of: of ?? '', ...(repository !== undefined && { repository }) }, signal),
    enabled: of !== undefined,
    retry: false,
  })
}

export type DayCommits = Output<'diary_commits'>['projects']

/** The commits that carry a day; asked for only where they are shown. */
export const commitsQuery = (date: string) =>
  queryOptions({
    queryKey: ['diary', date, 'commits'],
    queryFn: async ({ signal }) => (await call('diary_commits', { date }, signal)).projects,
    staleTime: 30_000,
    retry: false,
  })

export const sessionCommitsQuery = (source_session_id: string) =>
  queryOptions({
    queryKey: ['diary', 'session-commits', source_session_id],
    queryFn: ({ signal }) => call('diary_session_commits', { source_session_id }, signal),
    staleTime: 30_000,
    retry: false,
  })

export const repositoriesQuery = queryOptions({
  queryKey: ['diary', 'repositories'],
  queryFn: async ({ signal }) => (await call('diary_repositories', {}, signal)).repositories,
})
