import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, isFault } from '../api.ts'
import type { Output } from '../operations.ts'
import { useProject } from './addresses.ts'
import { useDiaryFeed, useFeed, useNotice } from './feed.ts'
import { queryClient } from './queries.ts'

export type HomeView = Output<'home'>
export type InboxItem = Output<'inbox'>['items'][number]

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call('home', {}, signal),
})

/** Whether the caller is a member of a team, for whom what is on the machine that Daybook runs on is closed. */
export function useIsMember(): boolean {
  return isFault(useQuery(homeQuery).error, 'FORBIDDEN')
}

export const inboxQuery = queryOptions({
  queryKey: ['home', 'inbox'],
  queryFn: ({ signal }) => call('inbox', {}, signal),
})

export const clientsQuery = queryOptions({
  queryKey: ['home', 'clients'],
  queryFn: ({ signal }) => call('home_clients', {}, signal),
})

/** The project the shell shows: that of the address, else the one that was open last, else the one with the newest work. */
export function useFrameProject(): string {
  const named = useProject()
  const remembered = localStorage.getItem('daybook.project')
  const home = useQuery({ ...homeQuery, enabled: named === '' && remembered === null })
  return named || remembered || home.data?.projects.find(({ id }) => id !== null)?.id || 'default'
}

export function refreshHome(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['home'] })
}

/** Reloads what Home, the rail and the inbox show after anything happened: at once, then about once a second. */
export function useLiveHome(): void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; again: boolean }>(undefined)
  useEffect(() => () => clearTimeout(pause.current?.timer), [])
  const later = () => {
    if (pause.current) {
      pause.current.again = true
      return
    }
    void refreshHome()
    pause.current = {
      again: false,
      timer: setTimeout(() => {
        const again = pause.current?.again
        pause.current = undefined
        if (again) later()
      }, 900),
    }
  }
  useNotice('transcript_grew', later)
  useNotice('diary_build', ({ progress }) => progress === null && later())
  useDiaryFeed(later)
  useFeed(later)
}
