import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ActivityType } from '../../../src/records/activity-types.ts'
import type { RecordRef } from '../../../src/records/schema.ts'
import { call } from '../api.ts'
import type { Input } from '../operations.ts'
import { queryClient } from './queries.ts'
import { tabSession } from './tab-session.ts'

// All queries below a project's key are refetched together by refresh().

export const recordQuery = (project: string, id: string, at?: string) =>
  queryOptions({
    queryKey: ['in', project, 'record', id, at ?? 'current'],
    queryFn: ({ signal }) => call('show_record', at ? { id, at } : { id }, signal),
  })

export const childrenQuery = (project: string, parent: string | null) =>
  queryOptions({
    queryKey: ['in', project, 'children', parent],
    queryFn: ({ signal }) => firstChildren(project, parent, wantedChildren(project, parent), signal),
  })

/** Loads the next page; the current one stays until it has arrived. */
export function loadMoreChildren(project: string, parent: string | null): void {
  childrenWanted.set(`${project} ${parent}`, wantedChildren(project, parent) + childrenPage)
  void queryClient.invalidateQueries({ queryKey: childrenQuery(project, parent).queryKey })
}

export const activeSessionsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['in', project, 'active-sessions', id],
    queryFn: ({ signal }) => call('get_active_sessions', { record_id: id }, signal),
  })

export const historyQuery = (project: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['in', project, 'history', id],
    queryFn: ({ signal, pageParam }) =>
      call('get_record_history', { id, limit: 50, ...(pageParam > 0 && { before_version: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: page => {
      const oldest = page.history.at(-1)?.version ?? 1
      return oldest > 1 ? oldest : undefined
    },
  })

export const diffQuery = (project: string, id: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['in', project, 'diff', id, from, to],
    queryFn: ({ signal }) => call('get_record_diff', { id, from, to, ...sessionArgument(project, from, to) }, signal),
    placeholderData: keepPreviousData,
  })

export const governingQuery = (project: string, file: string) =>
  queryOptions({
    queryKey: ['in', project, 'governing', file],
    queryFn: ({ signal }) => call('decisions_for', { files: [file], project_id: project }, signal),
  })

export const searchQuery = (project: string, search: Omit<Input<'search_records'>, 'project_id'>) =>
  queryOptions({
    queryKey: ['in', project, 'search', search],
    queryFn: ({ signal }) => call('search_records', { ...search, project_id: project }, signal),
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (project: string) =>
  queryOptions({
    queryKey: ['in', project, 'sessions'],
    queryFn: ({ signal }) => call('list_sessions', { project_id: project }, signal),
  })

export interface ActivityFilter {
  types?: ActivityType[] | undefined
  record_id?: string | undefined
  by_session?: string | undefined
}

export const activityQuery = (project: string, filter: ActivityFilter = {}, limit = 100) =>
  infiniteQueryOptions({
    queryKey: ['in', project, 'activity', filter, limit],
    queryFn: ({ signal, pageParam }) =>
      call('get_recent_activity', { project_id: project, limit, ...present(filter), ...before(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: page => (page.activity.length < limit ? undefined : page.activity.at(-1)?.id),
  })

const childrenPage = 200
const childrenWanted = new Map<string, number>()

function wantedChildren(project: string, parent: string | null): number {
  return childrenWanted.get(`${project} ${parent}`) ?? childrenPage
}

async function firstChildren(project: string, parent: string | null, count: number, signal: AbortSignal) {
  const records: RecordRef[] = []
  for (;;) {
    const limit = Math.min(1000, count - records.length)
    const list = { project_id: project, parent_id: parent, depth: 1, limit, offset: records.length }
    const page = await call('list_records', list, signal)
    records.push(...page.records)
    if (records.length >= count || page.next_offset === undefined) return { records, total: page.total }
  }
}

/** Two selectors are valid in a session only; the others must not fail because a session was closed. */
function sessionArgument(project: string, ...selectors: string[]): { session_id?: string } {
  const session_id = tabSession(project)
  const needed = selectors.some(selector => selector === 'last_save' || selector === 'activation')
  return session_id && needed ? { session_id } : {}
}

function before(id: number): { before?: number } {
  return id > 0 ? { before: id } : {}
}

function present({ types, record_id, by_session }: ActivityFilter): Input<'get_recent_activity'> {
  return { ...(types?.length && { types }), ...(record_id && { record_id }), ...(by_session && { by_session }) }
}
