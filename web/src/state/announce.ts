import { useSyncExternalStore } from 'react'
import { changeSignal } from './change-signal.ts'

export interface Notice {
  id: number
  text: string
  /** Read out by screen readers only, because the screen shows it already. */
  tone: 'done' | 'alert' | 'quiet'
}

/** Announces a short text: shown for a moment and read out by screen readers. */
export function announce(text: string, tone: Notice['tone'] = 'done'): void {
  const notice = { id: ++lastId, text, tone }
  set([...notices.slice(-2), notice])
  setTimeout(() => set(notices.filter(other => other !== notice)), 6000)
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(changes.subscribe, () => notices)
}

let notices: readonly Notice[] = []
let lastId = 0
const changes = changeSignal()

function set(next: readonly Notice[]): void {
  notices = next
  changes.notify()
}
