import type { Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { nextTick } from '../projects/store.ts'
import type { ActivityType } from './activity-types.ts'
import { type StoredRecord, snapshotOf } from './fields.ts'
import { logActivity } from './store/activity.ts'
import { insertRecord, replaceRecord } from './store/records.ts'
import { markSeen, saveSession } from './store/sessions.ts'
import { addTerms, isSearched, replaceTerms } from './store/terms.ts'
import { insertChange, insertVersion } from './store/versions.ts'

interface VersionWrite {
  project: ProjectRow
  /** Absent when a person acts outside any session. */
  session?: SessionRow | undefined
  author: string
  now: string
  /** The record with its new content; version, modified and modified_tick are set here. */
  record: StoredRecord
  change: 'created' | 'updated' | 'transition' | 'moved' | 'retyped'
  fields: string[]
  reason?: string | undefined
  forced?: boolean
  overwritten?: number | undefined
  activity: { type: ActivityType; summary: string; details?: object }
}

/** The kind of the change row for each change of a version. */
export const changeKinds = {
  created: 'created',
  updated: 'modified',
  transition: 'state_changed',
  moved: 'modified',
  retyped: 'modified',
}

/** All record changes go through here: each writes one tick, one version, one change row and one feed entry. */
export async function writeVersion(tx: Tx, write: VersionWrite): Promise<{ record: StoredRecord; tick: number }> {
  const { project, session, author, change } = write
  const { tick, ts } = await nextTick(tx, project, write.now)
  const created = change === 'created'
  const record: StoredRecord = {
    ...write.record,
    version: created ? 1 : write.record.version + 1,
    modified: ts,
    modified_tick: tick,
    ...(created && { created: ts, created_tick: tick }),
  }
  await (created ? insertRecord(tx, record) : replaceRecord(tx, record, write.fields))
  await insertVersion(tx, {
    seq: record.seq,
    version: record.version,
    project_id: project.id,
    tick,
    session_id: author,
    ts,
    change,
    fields: write.fields,
    record: snapshotOf(record),
    reason: write.reason ?? null,
    forced: write.forced ? 1 : 0,
    overwritten_version: write.overwritten ?? null,
  })
  await insertChange(tx, {
    project_id: project.id,
    tick,
    kind: changeKinds[change],
    seq: record.seq,
    version: record.version,
    session_id: author,
    ts,
  })
  if (created) await addTerms(tx, record)
  else if (write.fields.some(isSearched)) await replaceTerms(tx, record)
  await logActivity(tx, { project: project.id, tick, ts, session: author, seq: record.seq, ...write.activity })
  if (session) {
    await markSeen(tx, session.id, record.seq, record.version, tick)
    await advanceSession(tx, session, tick, write.now)
  }
  return { record, tick }
}

/** Moves the sync point past the session's own write, unless another session wrote in between. */
export async function advanceSession(tx: Tx, session: SessionRow, tick: number, now: string): Promise<void> {
  const inStep = session.last_sync_tick === tick - 1
  await saveSession(tx, { ...session, last_activity: now, last_sync_tick: inStep ? tick : session.last_sync_tick })
}
