import { useEffect, useRef } from 'react'
import { useDiaryFeed } from '../feed.ts'
import { queryClient } from '../queries.ts'
import { refreshDay } from './queries.ts'

/** Reloads the diary's screens after writes, throttled so that a run of many writes reloads them now and then. */
export function useLiveDay(date?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useDiaryFeed(({ details }) => {
    const isOther = date !== undefined && details?.date !== undefined && details.date !== date
    if (isOther || timer.current) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (date !== undefined) return void refreshDay(date)
      for (const list of ['days', 'range']) void queryClient.invalidateQueries({ queryKey: ['diary', list] })
    }, 800)
  })
}
