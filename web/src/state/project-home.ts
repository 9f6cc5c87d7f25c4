import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

// Reloaded with Home, which has the same key.

export const repositoriesQuery = queryOptions({
  queryKey: ['home', 'repositories'],
  queryFn: ({ signal }) => call('home_repositories', {}, signal),
})

const mostChats = 30

/** The chats behind sessions of records; only the owner sees the diary. */
export const sessionChatsQuery = (session_ids: readonly string[]) =>
  queryOptions({
    queryKey: ['home', 'chats', session_ids],
    queryFn: ({ signal }) => call('home_session_chats', { session_ids: session_ids.slice(0, mostChats) }, signal),
    enabled: session_ids.length > 0,
    staleTime: 60_000,
    retry: false,
  })

/** The sessions that an overview shows, and whose chats come with the work of the project. */
export const openSessionsShown = 4

export const projectWorkQuery = (project: string) =>
  queryOptions({
    queryKey: ['home', 'project', project],
    queryFn: ({ signal }) => call('home_project', { project, chats_of_sessions: openSessionsShown }, signal),
  })
