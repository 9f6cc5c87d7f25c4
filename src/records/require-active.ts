import type { Tx } from '../db/db.ts'
import type { SessionRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import type { RecordsContext } from './context.ts'
import { requireRecord } from './locate.ts'
import { type Aim, lockOpen } from './session.ts'
import { isActiveIn, seenVersions } from './store/sessions.ts'
import type { StoredRecord } from './wire.ts'

/** The record as it is now that its project is locked, the session, and the version the session was given. */
export async function requireActive(
  tx: Tx,
  { call }: Pick<RecordsContext, 'call'>,
  id: string,
  aimed: Aim,
): Promise<{ record: StoredRecord; session: SessionRow; seen: number }> {
  const session = await lockOpen(tx, aimed)
  const record = await requireRecord(tx, call, 'id', id)
  if (!session || !(await isActiveIn(tx, session.id, record.seq))) throw notActive(record.id, session?.id)
  const seen = (await seenVersions(tx, session.id, [record.seq])).get(record.seq)
  if (seen === undefined) throw new Error('An activation without a view: the database breaks I12.')
  return { record, session, seen }
}

function notActive(recordId: string, sessionId: string | undefined): Fault {
  return new Fault('NOT_ACTIVATED', `${recordId} is not active in the session.`, {
    details: { record_id: recordId, ...(sessionId && { session_id: sessionId }) },
    hint: `Call activate() first with ${recordId}, then pass its session_id argument.`,
  })
}
