import type { Db } from '../db/db.ts'
import { type Clock, formatInstant } from '../kernel/instants.ts'

/** Where a room is and what everything in it uses; known before any of its registries is open. */
export interface RoomBase {
  project: string
  /** `<workspace>/.control-room`. */
  control: string
  /** Of the program itself, for what belongs to no workspace: keys, notifications. */
  home: string
  db: Db
  clock: Clock
  log: (line: string) => void
}

export function instant({ clock }: Pick<RoomBase, 'clock'>): string {
  return formatInstant(clock())
}
