import { useSyncExternalStore } from 'react'
import { agoWords, timeWords } from '../state/words.ts'

/** A relative time that updates itself, with the exact time on hover. */
export function Ago({ time }: { time: string }) {
  const now = useMinute()
  return (
    <time dateTime={time} title={timeWords(time)} className="tabular">
      {agoWords(time, now)}
    </time>
  )
}

/** The time, which moves on by itself. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => minute)
}

const listeners = new Set<() => void>()
let minute = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  minute = Date.now()
  listeners.add(listener)
  timer ??= setInterval(notify, 20_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function notify(): void {
  minute = Date.now()
  for (const listener of listeners) listener()
}
