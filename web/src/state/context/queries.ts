import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import type { Input, Output } from '../../operations.ts'
import { queryClient } from '../queries.ts'

export type About = Output<'project_about'>
export type ProjectData = Output<'project_get'>
export type Block = Output<'template_preview'>
export type BuildInput = Input<'template_preview'>
export type Entry = Output<'context_history'>['entries'][number]
export type Template = Output<'prompt_list'>['templates'][number]

// All queries of a project's context share one key prefix.

export const projectListQuery = queryOptions({
  queryKey: ['context', 'list'],
  queryFn: ({ signal }) => call('project_list', {}, signal),
})

export const trashQuery = queryOptions({
  queryKey: ['context', 'trash'],
  queryFn: ({ signal }) => call('project_trash', {}, signal),
})

export const projectQuery = (project: string) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'data'],
    queryFn: ({ signal }) => call('project_get', { id: project }, signal),
  })

export const aboutQuery = (project: string) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'about'],
    queryFn: ({ signal }) => call('project_about', { id: project }, signal),
  })

export const promptsQuery = (project: string) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'prompts'],
    queryFn: ({ signal }) => call('prompt_list', { projectId: project }, signal),
    // Prompts are files that an editor may be changing at the same time.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const promptQuery = (project: string, key: string) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'prompt', key],
    queryFn: ({ signal }) => call('prompt_get', { projectId: project, templateName: key }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const previewQuery = (project: string, args: Omit<BuildInput, 'projectId'>) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'preview', args],
    queryFn: ({ signal }) => call('template_preview', { ...args, projectId: project }, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    // A block may be large, and every pause in typing makes another.
    gcTime: 20_000,
  })

export const summariesQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['context', 'of', project, 'history'],
    queryFn: ({ signal, pageParam }) =>
      call('context_history', { projectId: project, limit: 30, ...(pageParam > 0 && { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: page => {
      const oldest = page.entries.at(-1)?.n ?? 1
      return oldest > 1 ? oldest : undefined
    },
  })

/** How often a form checks for writes of others: edits of a project's fields are not in the feed. */
const refreshMs = 4000

export interface StoredProject {
  data: ProjectData
  about: About
}

/** A project with its fields, kept fresh while a screen shows it. */
export function useStoredProject(project: string) {
  const data = useQuery({ ...projectQuery(project), refetchInterval: refreshMs })
  const about = useQuery({ ...aboutQuery(project), refetchInterval: refreshMs })
  const both: StoredProject | undefined = data.data && about.data ? { data: data.data, about: about.data } : undefined
  return {
    data: both,
    error: data.error ?? about.error,
    isPending: data.isPending || about.isPending,
    refetch: () => Promise.all([data.refetch(), about.refetch()]),
  }
}

/** The stored project as of now. */
export async function loadStoredProject(project: string): Promise<StoredProject> {
  const [data, about] = await Promise.all([
    queryClient.fetchQuery({ ...projectQuery(project), staleTime: 0 }),
    queryClient.fetchQuery({ ...aboutQuery(project), staleTime: 0 }),
  ])
  return { data, about }
}

/** Caches a project that a write returned, and reloads what depends on it. */
export function cacheProject(data: ProjectData): void {
  const { queryKey } = projectQuery(data.id)
  queryClient.setQueryData(queryKey, data)
  void refreshContext(data.id, 'data')
  void queryClient.invalidateQueries({ queryKey: projectListQuery.queryKey })
}

/** Reloads what the screens show of a project's context, except one part. */
export function refreshContext(project: string, except?: string): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: ['context', 'of', project],
    predicate: ({ queryKey }) => queryKey[3] !== except,
  })
}

/** Reloads the lists of projects, here and in the shell. */
export async function refreshProjects(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['projects'] }),
    queryClient.invalidateQueries({ queryKey: projectListQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: trashQuery.queryKey }),
  ])
}
