import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'

/** What the page is asked: a commit, line, file or folder, and the repository it is in. */
export interface WhyAddress {
  of?: string
  repository?: string
}

export type WhyCommit = Output<'diary_why'>['commits'][number]
export type WhyTurn = WhyCommit['turns'][number]

export function whySearch(given: { [key: string]: unknown }): WhyAddress {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
  // The router reads numbers out of addresses, and a short hash may be one.
  const of = typeof given.of === 'number' ? String(given.of) : text(given.of)
  const repository = text(given.repository)
  return { ...(of !== undefined && { of }), ...(repository !== undefined && { repository }) }
}

export function useWhyAddress(): WhyAddress {
  return whySearch(useSearch({ strict: false }))
}

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
