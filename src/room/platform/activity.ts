import { appendActivity } from '../../projects/activity.ts'
import { projectById } from '../../projects/store.ts'
import type { TurnObserver } from '../turns/turn.ts'
import { instant, type PlatformParts } from './parts.ts'
import { refusalOf } from './turn-facts.ts'

export const roomActivity = [
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

/** Tells the feed all parts share of what is on record elsewhere, so nobody waits for the disk. */
export async function noteActivity(
  parts: Pick<PlatformParts, 'db' | 'project' | 'clock'>,
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

/** One entry per turn that was accepted or rejected. */
export function activityObserver(parts: Pick<PlatformParts, 'db' | 'project' | 'clock'>): TurnObserver {
  return async (spec, outcome) => {
    const { agent, sessionId: session_id, turnId: turn_id, kind, surface } = spec
    const facts = { session_id, turn_id, agent_id: agent.id, kind, surface, receipts: outcome.receipts }
    if (outcome.state === 'accepted') {
      const summary = `Agent ${agent.id}: turn accepted`
      await noteActivity(parts, { type: 'room_turn_accepted', summary, details: facts })
    }
    if (outcome.state === 'rejected') {
      const reason = refusalOf(outcome) ?? 'unknown'
      const summary = `Agent ${agent.id}: turn rejected (${reason})`
      await noteActivity(parts, { type: 'room_turn_rejected', summary, details: { ...facts, reason } })
    }
  }
}
