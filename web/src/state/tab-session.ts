import { useSyncExternalStore } from 'react'
import { changeSignal } from './change-signal.ts'

/** The session of this browser tab in a project, if one was started. */
export function tabSession(project: string): string | undefined {
  return sessionStorage.getItem(storageKey(project)) ?? undefined
}

export function rememberSession(project: string, session: string): void {
  if (tabSession(project) === session) return
  sessionStorage.setItem(storageKey(project), session)
  hold(session)
  changes.notify()
}

export function forgetSession(project: string): void {
  sessionStorage.removeItem(storageKey(project))
  changes.notify()
}

export function useTabSession(project: string): string | undefined {
  return useSyncExternalStore(changes.subscribe, () => tabSession(project))
}

/** A duplicated tab inherits the storage of the first one; the second tab gives the sessions up. */
export async function releaseInheritedSessions(): Promise<void> {
  for (const key of Object.keys(sessionStorage).filter(key => key.startsWith(prefix))) {
    const session = sessionStorage.getItem(key)
    if (session && !(await hold(session)) && !isReloaded()) sessionStorage.removeItem(key)
  }
}

const prefix = 'daybook.session.'
const changes = changeSignal()

function storageKey(project: string): string {
  return `${prefix}${project}`
}

/** A duplicated tab waits this long, once; on a busy machine the page that a reload replaces may hold its sessions longer. */
const inheritedMilliseconds = 1000

function isReloaded(): boolean {
  return performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'reload')
}

/** Whether this tab now holds the session; the browser releases the lock with the page. */
function hold(session: string): Promise<boolean> {
  // Absent outside secure contexts; then a duplicated tab shares its session, which conflicts less, not more.
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(resolve => {
    navigator.locks
      .request(session, { signal: AbortSignal.timeout(inheritedMilliseconds) }, () => {
        resolve(true)
        return new Promise<void>(() => {})
      })
      .catch(() => resolve(false))
  })
}
