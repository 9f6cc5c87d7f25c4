import type { ActivityRow, RecordRow } from '../db/tables.ts'
import type { RecordContent } from './field-diff.ts'
import { recordId } from './record-id.ts'
import { type ActivityEntry, ActivityEntry as ActivityShape, type Record, type RecordRef } from './schema.ts'
import type { State } from './states.ts'

/** A record as stored, with the ids it relates to. */
export interface StoredRecord extends RecordRow {
  related: number[]
}

export type RefRow = Pick<
  RecordRow,
  'seq' | 'id' | 'project_id' | 'type' | 'title' | 'summary' | 'state' | 'parent_seq' | 'depth' | 'version' | 'modified'
> & { children_count: number; open_children_count: number }

export function wireRecord(row: StoredRecord): Record {
  return { ...snapshotOf(row), depth: row.depth }
}

/** What history keeps: the whole record except where it hangs in the tree, which is derived. */
export function snapshotOf(row: StoredRecord): Record {
  const metadata: { [key: string]: unknown } = JSON.parse(row.metadata)
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    summary: row.summary,
    body: row.body,
    state: row.state as State,
    parent_id: row.parent_seq === null ? null : recordId(row.parent_seq),
    created: row.created,
    modified: row.modified,
    ...(row.resolved_by !== null && { resolved_by: recordId(row.resolved_by) }),
    ...(row.related.length > 0 && { related: row.related.map(recordId) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    project_id: row.project_id,
    version: row.version,
    ...(row.state_reason !== null && { state_reason: row.state_reason }),
  }
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
  }
}

export function contentOf(record: Record): RecordContent {
  return {
    type: record.type,
    title: record.title,
    summary: record.summary,
    body: record.body,
    state: record.state,
    parent_id: record.parent_id,
    related: record.related ?? [],
    metadata: record.metadata ?? {},
    state_reason: record.state_reason ?? null,
    resolved_by: record.resolved_by ?? null,
  }
}

export function wireActivity(row: ActivityRow): ActivityEntry {
  return {
    timestamp: row.ts,
    type: ActivityShape.shape.type.parse(row.type),
    session_id: row.session_id ?? '',
    ...(row.seq !== null && { record_id: recordId(row.seq) }),
    summary: row.summary,
    ...(row.details !== null && { details: JSON.parse(row.details) }),
    id: row.id,
    tick: row.tick,
  }
}
