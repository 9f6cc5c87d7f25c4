import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api.ts'
import type { Output } from '../operations.ts'
import { useDiaryFeed, useFeed, useNotice } from './feed.ts'
import { queryClient } from './queries.ts'

export type HomeView = Output<'home'>
export type InboxItem = Output<'inbox'>['items'][number]

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call('home', {}, signal),
})

export const inboxQuery = queryOptions({
  queryKey: ['home', 'inbox'],
  queryFn: ({ signal }) => call('inbox', {}, signal),
})

export const clientsQuery = queryOptions({
  queryKey: ['home', 'clients'],
  queryFn: ({ signal }) => call('home_clients', {}, signal),
})

export const repositoriesQuery = queryOptions({
  queryKey: ['home', 'repositories'],
  queryFn: ({ signal }) => call('home_repositories', {}, signal),
})

export const projectWorkQuery = (project: string) =>
  queryOptions({
    queryKey: ['home', 'project', project],
    queryFn: ({ signal }) => call('home_project', { project }, signal),
  })

export function refreshHome(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['home'] })
}

/** Reloads what Home, the rail and the inbox show after anything happened, at most about once a second. */
export function useLiveHome(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refreshHome()
    }, 900)
  }
  // A turn that begins is shown at once; the first of several reloads, the others wait.
  useNotice('transcript_grew', later)
  useNotice('diary_build', ({ progress }) => progress === null && later())
  useDiaryFeed(later)
  useFeed(later)
}
