import type { EvidenceRow } from '../../db/tables.ts'
import type { Room } from '../room.ts'
import type { Verdict } from '../schema.ts'

/** The places an accepted reply stands on, as the evidence all parts share. */
export function evidenceRows(
  { project }: Pick<Room, 'project'>,
  sessionId: string,
  turnId: string,
  { status, spans, receipts }: Pick<Verdict, 'status' | 'spans' | 'receipts'>,
): EvidenceRow[] {
  if (status !== 'accepted') return []
  return spans.map(({ match: _, ...span }, n) => ({
    ...span,
    project_id: project,
    session_id: sessionId,
    turn_id: turnId,
    n,
    receipt_ids: JSON.stringify(receipts),
  }))
}
