import { canonEvents } from './canon/journal.ts'
import { conferenceEvents } from './conference/events.ts'
import type { EventSource } from './events.ts'
import type { Room } from './room.ts'
import { runEvents } from './runs/events.ts'

/** A journal served as events: `{id}` in the address names it. */
export interface EventRoute {
  path: string
  open(room: Room, id: string): EventSource
}

export const eventRoutes: readonly EventRoute[] = [
  { path: '/api/conferences/{id}/events', open: conferenceEvents },
  { path: '/api/runs/{id}/events', open: runEvents },
  { path: '/api/canon/index/events', open: canonEvents },
]
