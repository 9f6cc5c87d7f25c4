import type { Tx } from '../db/db.ts'
import { appendActivity } from '../projects/activity.ts'
import { projectById } from '../projects/store.ts'
import { instant, type RoomBase } from './room-base.ts'

const activityTypes = [
  'room_turn_accepted',
  'room_turn_rejected',
  'room_tier_changed',
  'room_canon_built',
  'room_run_ended',
  'room_audit_failed',
  'room_audit_recovered',
  'room_key_rotated',
  'room_rollback_accepted',
  'room_round_closed',
  'room_round_cancelled',
] as const

interface RoomActivity {
  type: (typeof activityTypes)[number]
  /** Fixed words and ids. */
  summary: string
  details: object
}

/** Adds an entry to the feed all parts share, without waiting for the disk: what happened is on record elsewhere. */
export function noteActivity(parts: ActivityParts, entry: RoomActivity): Promise<void> {
  return parts.db.note(tx => append(tx, parts, entry))
}

/** The same for what is on record nowhere else: when it has answered, the entry survives a power cut. */
export function recordActivity(parts: ActivityParts, entry: RoomActivity): Promise<void> {
  return parts.db.write(tx => append(tx, parts, entry))
}

type ActivityParts = Pick<RoomBase, 'db' | 'project' | 'clock'>

async function append(tx: Tx, parts: ActivityParts, { type, summary, details }: RoomActivity): Promise<void> {
  const { tick } = await projectById(tx, parts.project)
  await appendActivity(tx, {
    project_id: parts.project,
    tick,
    ts: instant(parts),
    type,
    summary,
    details,
  })
}
