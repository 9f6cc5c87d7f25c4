import type { Tx } from '../db/db.ts'
import { changedFields } from './field-diff.ts'
import { bodyDiff } from './history.ts'
import { loadVersion, loadVersionsSince } from './store/versions.ts'
import { contentOf, type StoredRecord, snapshotOf } from './wire.ts'

/** What changed between the version a session was given and the one it gets now. */
export interface ViewGap {
  record_id: string
  from_version: number
  to_version: number
  fields: string[]
  by_session: string
  at_tick: number
  body_diff?: string
}

export async function changesSinceView(tx: Tx, records: StoredRecord[], seen: Map<number, number>): Promise<ViewGap[]> {
  const gaps: ViewGap[] = []
  for (const record of records) {
    const from = seen.get(record.seq)
    if (from === undefined || from >= record.version) continue
    const before = await loadVersion(tx, record.seq, from)
    const last = (await loadVersionsSince(tx, record.seq, from)).at(-1)
    if (!before || !last) continue
    const now = snapshotOf(record)
    const diff = bodyDiff(before.record, now)
    gaps.push({
      record_id: record.id,
      from_version: from,
      to_version: record.version,
      fields: changedFields(contentOf(before.record), contentOf(now)),
      by_session: last.session_id,
      at_tick: last.tick,
      ...(diff && { body_diff: diff }),
    })
  }
  return gaps
}
