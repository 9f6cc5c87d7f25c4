import { appendActivity } from '../projects/activity.ts'
import { projectById } from '../projects/store.ts'
import { instant, type RoomBase } from './room-base.ts'

const roomActivity = [
  'room_turn_accepted',
  'room_turn_rejected',
  'room_tier_changed',
  'room_canon_built',
  'room_run_ended',
  'room_audit_failed',
] as const

export interface RoomNote {
  type: (typeof roomActivity)[number]
  /** Fixed words and ids. */
  summary: string
  details: object
}

/** Adds an entry to the feed all parts share. It is on record elsewhere, so the caller does not wait for the disk. */
export async function noteActivity(
  parts: Pick<RoomBase, 'db' | 'project' | 'clock'>,
  { type, summary, details }: RoomNote,
): Promise<void> {
  await parts.db.note(async tx => {
    const { tick } = await projectById(tx, parts.project)
    await appendActivity(tx, {
      project_id: parts.project,
      tick,
      ts: instant(parts),
      type,
      session_id: null,
      seq: null,
      summary,
      details: JSON.stringify(details),
    })
  })
}
