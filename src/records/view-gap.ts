import type { Tx } from '../db/db.ts'
import { changedFields } from './field-diff.ts'
import { contentOf, type StoredRecord, snapshotOf } from './fields.ts'
import { bodyDiff } from './history.ts'
import { loadVersion } from './store/versions.ts'

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
  const gaps = await Promise.all(records.map(record => changesSince(tx, record, seen.get(record.seq))))
  return gaps.filter(gap => gap !== undefined)
}

async function changesSince(tx: Tx, record: StoredRecord, from: number | undefined): Promise<ViewGap | undefined> {
  if (from === undefined || from >= record.version) return undefined
  const [before, last] = await Promise.all([
    loadVersion(tx, record.seq, from),
    loadVersion(tx, record.seq, record.version),
  ])
  if (!before || !last) return undefined
  const now = snapshotOf(record)
  const diff = bodyDiff(before.record, now)
  return {
    record_id: record.id,
    from_version: from,
    to_version: record.version,
    fields: changedFields(contentOf(before.record), contentOf(now)),
    by_session: last.session_id,
    at_tick: last.tick,
    ...(diff && { body_diff: diff }),
  }
}
