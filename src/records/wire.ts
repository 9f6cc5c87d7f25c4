import type { ActivityRow, RecordRow } from '../db/tables.ts'
import { type StoredRecord, snapshotOf } from './fields.ts'
import { recordId } from './record-id.ts'
import { type ActivityEntry, ActivityEntry as ActivityShape, type Record, type RecordRef } from './schema.ts'
import type { State } from './states.ts'

export type RefRow = Pick<
  RecordRow,
  | 'seq'
  | 'id'
  | 'project_id'
  | 'type'
  | 'title'
  | 'summary'
  | 'state'
  | 'parent_seq'
  | 'depth'
  | 'version'
  | 'modified'
  | 'superseded_by'
> & { children_count: number; open_children_count: number }

export function wireRecord(row: StoredRecord): Record {
  return { ...snapshotOf(row), depth: row.depth }
}

export function wireRef(row: RefRow): RecordRef {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    summary: row.summary,
    state: row.state as State,
    parent_id: row.parent_seq === null ? null : recordId(row.parent_seq),
    children_count: row.children_count,
    open_children_count: row.open_children_count,
    depth: row.depth,
    version: row.version,
    modified: row.modified,
    ...(row.superseded_by !== null && { superseded_by: recordId(row.superseded_by) }),
  }
}

export function wireActivity(row: ActivityRow & { record_title: string | null }): ActivityEntry {
  const title = row.record_title
  return {
    timestamp: row.ts,
    type: ActivityShape.shape.type.parse(row.type),
    session_id: row.session_id ?? '',
    ...(row.seq !== null && { record_id: recordId(row.seq) }),
    ...(title !== null && !row.summary.includes(title) && { record_title: title }),
    summary: row.summary,
    ...(row.details !== null && { details: JSON.parse(row.details) }),
    id: row.id,
    tick: row.tick,
  }
}
