import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call, isFault } from '../api.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // Whether this machine is online says nothing about a server on it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      // Screens reload when the reader syncs or the feed says so, not when a window is focused.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, fault) => count < 2 && isFault(fault, 'BUSY', 'OFFLINE'),
      retryDelay: count => 300 * 2 ** count,
    },
  },
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call('list_projects', {}, signal),
})

export const whoamiQuery = (project: string) =>
  queryOptions({
    queryKey: ['whoami', project],
    queryFn: ({ signal }) => call('whoami', { project_id: project }, signal),
  })

// All queries below a project's key are refetched together by refresh().

export const overviewQuery = (project: string) =>
  queryOptions({
    queryKey: ['in', project, 'overview'],
    queryFn: ({ signal }) => call('get_project_overview', { project_id: project }, signal),
  })

/** The keys of queries that follow the feed by themselves. */
export function liveQueries(project: string): readonly string[][] {
  return ['overview', 'sessions', 'activity', 'active-sessions'].map(name => ['in', project, name])
}

/** Reloads what the screens of a project show; loadAnew also catches up with the feed. */
export function refresh(project: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['projects'] })
  return queryClient.invalidateQueries({ queryKey: ['in', project] })
}
