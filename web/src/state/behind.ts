import { useSyncExternalStore } from 'react'
import { call, isFault } from '../api.ts'
import { changeSignal } from './change-signal.ts'
import { type FeedEntry, listen } from './feed.ts'
import { refresh } from './queries.ts'
import { forgetSession, tabSession } from './tab-session.ts'

/** How many writes of other sessions the project has had since this page loaded its data. */
export function useBehind(project: string): number {
  return useSyncExternalStore(changes.subscribe, () => behind(project).length)
}

/** Ids of the records those writes changed, first written first. */
function recordsBehind(project: string): string[] {
  return [...new Set(behind(project).flatMap(({ record_id }) => (record_id ? [record_id] : [])))]
}

/** A write of this tab never counts, whichever of its answer and its feed entry comes first. */
export function noteOwnTick(project: string, tick: number): void {
  ownTicks.add(`${project} ${tick}`)
  changes.notify()
}

/** Syncs with what others wrote: moves the tab's session forward and reloads the screens. */
export async function catchUp(project: string): Promise<string[]> {
  const records = recordsBehind(project)
  await syncSession(project)
  await loadAnew(project)
  return records
}

/** Clears the list first, so that a write that arrives during the reload counts again. */
export function loadAnew(project: string): Promise<void> {
  unseen.delete(project)
  changes.notify()
  return refresh(project)
}

const writeTypes: ReadonlySet<FeedEntry['type']> = new Set([
  'record_created',
  'record_updated',
  'state_transition',
  'session_saved',
])
const unseen = new Map<string, FeedEntry[]>()
const ownTicks = new Set<string>()
const changes = changeSignal()
const none: FeedEntry[] = []

listen(entry => {
  if (!writeTypes.has(entry.type) || entry.session_id === tabSession(entry.project_id)) return
  unseen.set(entry.project_id, [...(unseen.get(entry.project_id) ?? []), entry])
  changes.notify()
})

function behind(project: string): FeedEntry[] {
  return (unseen.get(project) ?? none).filter(({ tick }) => !ownTicks.has(`${project} ${tick}`))
}

async function syncSession(project: string): Promise<void> {
  const session_id = tabSession(project)
  if (!session_id) return
  try {
    let more = true
    while (more) more = (await call('sync_session', { session_id, limit: 500 })).more
  } catch (fault) {
    if (!isFault(fault, 'SESSION_NOT_FOUND')) throw fault
    forgetSession(project)
  }
}
