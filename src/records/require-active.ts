import { startEarly, type Tx } from '../db/db.ts'
import type { SessionRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import type { RecordsContext } from './context.ts'
import type { StoredRecord } from './fields.ts'
import { requireRecord } from './locate.ts'
import { parseRecordId } from './record-id.ts'
import { lockOpenSession, type ResolvedSession } from './session.ts'
import { unseenChanges } from './staleness.ts'
import { isActiveIn, seenVersions } from './store/sessions.ts'
import { loadVersionsSince, type Version } from './store/versions.ts'
import { wireRecord } from './wire.ts'

/** The record under the project's lock, the session, and the version the session was given. */
export async function requireActive(
  tx: Tx,
  { call }: Pick<RecordsContext, 'call'>,
  id: string,
  resolved: ResolvedSession,
): Promise<{ record: StoredRecord; session: SessionRow; seen: number }> {
  const lockingSession = startEarly(lockOpenSession(tx, resolved))
  const loadingRecord = startEarly(requireRecord(tx, call, 'id', id))
  const loadingActivation = startEarly(loadActivation(tx, resolved, parseRecordId(id)))
  const session = await lockingSession
  const record = await loadingRecord
  const { isActive, seen } = await loadingActivation
  if (!session || !isActive) throw notActive(record.id, session?.id)
  if (seen === undefined) throw new Error('An activation without a view: the database breaks I12.')
  return { record, session, seen }
}

/** Whether a record is active in the session, and which version of it the session has seen. */
export async function loadActivation(tx: Tx, { session }: ResolvedSession, seq: number | undefined) {
  if (!session || seq === undefined) return { isActive: false, seen: undefined }
  const views = startEarly(seenVersions(tx, session.id, [seq]))
  return { isActive: await isActiveIn(tx, session.id, seq), seen: (await views).get(seq) }
}

function notActive(recordId: string, sessionId: string | undefined): Fault {
  return new Fault('NOT_ACTIVATED', `${recordId} is not active in the session.`, {
    details: { record_id: recordId, ...(sessionId && { session_id: sessionId }) },
    hint: `Call activate() first with ${recordId}, then pass its session_id argument.`,
  })
}

/** The last version that this session has not seen; one that changed the state must be seen first, or forced over. */
export async function requireSeenState(
  tx: Tx,
  record: StoredRecord,
  { seen, session, force }: { seen: number; session: string; force: boolean },
): Promise<Version | undefined> {
  const since = await loadVersionsSince(tx, record.seq, seen)
  const unseen = unseenChanges(since, session)
  const latest = unseen.any ? since.at(-1) : undefined
  if (unseen.state && latest && !force) throw stateConflict(record, seen, latest)
  return latest
}

/** An unseen state change is a conflict, not an invalid transition. */
function stateConflict(record: StoredRecord, seen: number, latest: Version): Fault {
  return new Fault('CONFLICT', `The state of ${record.id} was changed by another session after you loaded it.`, {
    details: {
      current: wireRecord(record),
      base_version: seen,
      current_version: record.version,
      by_session: latest.session_id,
      at_tick: latest.tick,
    },
  })
}
