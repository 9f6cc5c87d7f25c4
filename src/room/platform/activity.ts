import { appendActivity } from '../../projects/activity.ts'
import { projectById } from '../../projects/store.ts'
import { instant, type PlatformParts } from './parts.ts'

export const roomActivity = ['room_turn_accepted', 'room_turn_rejected', 'room_tier_changed'] as const

export interface RoomNote {
  type: (typeof roomActivity)[number]
  /** Fixed words and ids. */
  summary: string
  details: object
}

/** Tells the feed all parts share. */
export async function noteActivity(
  parts: Pick<PlatformParts, 'db' | 'project' | 'clock'>,
  { type, summary, details }: RoomNote,
): Promise<void> {
  await parts.db.write(async tx => {
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
