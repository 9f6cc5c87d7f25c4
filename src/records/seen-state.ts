import type { Tx } from '../db/db.ts'
import { Fault } from '../kernel/fault.ts'
import { unseenChanges } from './conflict.ts'
import type { StoredRecord } from './fields.ts'
import { loadVersionsSince, type Version } from './store/versions.ts'
import { wireRecord } from './wire.ts'

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
