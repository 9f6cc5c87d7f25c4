import type { EventLog } from '../jobs/follow.ts'
import { canonEvents } from './canon/journal.ts'
import { conferenceEvents } from './conference/store.ts'
import type { LookedUp } from './faults.ts'
import type { Room } from './room.ts'
import { runEvents } from './runs/run-store.ts'

/** A journal served as events: `{id}` in the address names it. */
interface EventRoute {
  path: string
  kind: LookedUp
  open(room: Room, id: string): EventLog
}

export const eventRoutes: readonly EventRoute[] = [
  { path: '/api/conferences/{id}/events', kind: 'conference', open: conferenceEvents },
  { path: '/api/runs/{id}/events', kind: 'run', open: runEvents },
  { path: '/api/canon/index/events', kind: 'canon build', open: canonEvents },
]
