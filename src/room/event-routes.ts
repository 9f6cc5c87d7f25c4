import { conferenceEvents } from './conference/events.ts'
import type { EventSource } from './events.ts'
import type { Room } from './room.ts'

/** A journal served as events: `{id}` in the address names it. */
export interface EventRoute {
  path: string
  open(room: Room, id: string): EventSource
}

export const eventRoutes: readonly EventRoute[] = [{ path: '/api/conferences/{id}/events', open: conferenceEvents }]
