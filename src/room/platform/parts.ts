import { formatInstant } from '../../kernel/instants.ts'
import type { Room } from '../room.ts'

/** What the bookkeeping of a room needs of it; a room that is being opened has these before it has observers. */
export type PlatformParts = Pick<Room, 'project' | 'control' | 'home' | 'db' | 'clock' | 'log' | 'agents' | 'issues'>

export function instant({ clock }: Pick<Room, 'clock'>): string {
  return formatInstant(clock())
}
