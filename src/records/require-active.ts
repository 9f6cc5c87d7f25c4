import type { Tx } from '../db/db.ts'
import { start } from '../db/start.ts'
import type { SessionRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import type { RecordsContext } from './context.ts'
import { requireRecord } from './locate.ts'
import { parseRecordId } from './record-id.ts'
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
  const locking = start(lockOpen(tx, aimed))
  const loading = start(requireRecord(tx, call, 'id', id))
  const looking = start(activityIn(tx, aimed, parseRecordId(id)))
  const session = await locking
  const record = await loading
  const { isActive, seen } = await looking
  if (!session || !isActive) throw notActive(record.id, session?.id)
  if (seen === undefined) throw new Error('An activation without a view: the database breaks I12.')
  return { record, session, seen }
}

/** Whether a record is active in the session, and which version of it the session has seen. */
export async function activityIn(tx: Tx, { session }: Aim, seq: number | undefined) {
  if (!session || seq === undefined) return { isActive: false, seen: undefined }
  const views = start(seenVersions(tx, session.id, [seq]))
  return { isActive: await isActiveIn(tx, session.id, seq), seen: (await views).get(seq) }
}

function notActive(recordId: string, sessionId: string | undefined): Fault {
  return new Fault('NOT_ACTIVATED', `${recordId} is not active in the session.`, {
    details: { record_id: recordId, ...(sessionId && { session_id: sessionId }) },
    hint: `Call activate() first with ${recordId}, then pass its session_id argument.`,
  })
}
