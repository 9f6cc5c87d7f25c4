import { z } from 'zod'
import type { RecordRow } from '../db/tables.ts'
import { parseRecordId, recordId } from './record-id.ts'
import { Record } from './schema.ts'
import type { State } from './states.ts'
import { mapTextFields, type TextField, textFields } from './text-fields.ts'

/** A record as stored, with the numbers of the records it relates to. */
export interface StoredRecord extends RecordRow {
  related: number[]
}

/** The content of a version, with an empty value for every field the wire leaves out. */
export type RecordContent = { [field in TextField]: string } & {
  type: string
  state: string
  parent_id: string | null
  related: string[]
  metadata: { [key: string]: unknown }
  affects: string[]
  state_reason: string | null
  resolved_by: string | null
  superseded_by: string | null
}

export type ContentFieldName = keyof RecordContent

interface ContentField<T> {
  /** Fields of the state change by a transition, the others by an update, a move or a new type. */
  kind: 'content' | 'state'
  /** The value of a field that a record does not have. */
  empty: T
  read(row: StoredRecord): T
  /** The columns that hold a value. */
  write(value: T): Partial<ContentColumns>
}

/** Columns that come from the content; the others are identity, place in the tree, version and time. */
type ContentColumns = Omit<
  StoredRecord,
  | 'seq'
  | 'id'
  | 'project_id'
  | 'path'
  | 'depth'
  | 'version'
  | 'created'
  | 'created_tick'
  | 'modified'
  | 'modified_tick'
  | 'purged_ts'
>

/**
 * How every field of the content is stored. Snapshots, diffs, sync, create, update, import and purge are derived from
 * this; its order is the order in which changed fields are named. CONTRIBUTING.md says how to add one.
 */
export const contentFields: { readonly [field in ContentFieldName]: ContentField<RecordContent[field]> } = {
  ...mapTextFields(textField),
  related: {
    kind: 'content',
    empty: [],
    read: row => row.related.map(recordId),
    write: value => ({ related: value.flatMap(id => parseRecordId(id) ?? []) }),
  },
  metadata: {
    kind: 'content',
    empty: {},
    read: row => JSON.parse(row.metadata),
    write: value => ({ metadata: JSON.stringify(value) }),
  },
  affects: {
    kind: 'content',
    empty: [],
    read: row => JSON.parse(row.affects),
    write: value => ({ affects: JSON.stringify(value) }),
  },
  type: {
    kind: 'content',
    empty: '',
    read: row => row.type,
    write: value => ({ type: value, type_key: typeKey(value) }),
  },
  parent_id: {
    kind: 'content',
    empty: null,
    read: row => idOrNull(row.parent_seq),
    write: value => ({ parent_seq: seqOrNull(value) }),
  },
  state: { kind: 'state', empty: 'OPEN', read: row => row.state, write: value => ({ state: value }) },
  state_reason: {
    kind: 'state',
    empty: null,
    read: row => row.state_reason,
    write: value => ({ state_reason: value }),
  },
  resolved_by: {
    kind: 'state',
    empty: null,
    read: row => idOrNull(row.resolved_by),
    write: value => ({ resolved_by: seqOrNull(value) }),
  },
  superseded_by: {
    kind: 'state',
    empty: null,
    read: row => idOrNull(row.superseded_by),
    write: value => ({ superseded_by: seqOrNull(value) }),
  },
}

export const contentFieldNames = Object.keys(contentFields) as readonly ContentFieldName[]

export const emptyContent = mapContent(field => contentFields[field].empty)

/** The columns that store a content, or those of some of its fields. */
export function toColumns(content: RecordContent): ContentColumns
export function toColumns(content: Partial<RecordContent>): Partial<ContentColumns>
export function toColumns(content: Partial<RecordContent>): Partial<ContentColumns> {
  const written = contentFieldNames.map(field => {
    const value = content[field]
    // The field's own value: `content` and `contentFields` have the same keys.
    return value === undefined ? {} : contentFields[field].write(value as never)
  })
  return Object.assign({}, ...written)
}

/** What history keeps: the whole record except its depth, which is derived. */
export function snapshotOf(row: StoredRecord): Record {
  const { id, created, modified, project_id, version } = row
  const values = { id, created, modified, project_id, version, ...mapContent(field => contentFields[field].read(row)) }
  // Keys as in the schema, because snapshots are stored and exported as JSON.
  const entries = snapshotKeys.flatMap(key => {
    const value = values[key]
    return optionalKeys.has(key) && isEmpty(value) ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries) as Record
}

export function contentOf(record: Record): RecordContent {
  return mapContent(field => record[field] ?? contentFields[field].empty)
}

/** The text fields among some arguments. */
export function pickTexts(args: { [field in TextField]?: string | undefined }): { [field in TextField]?: string } {
  return Object.fromEntries(textFields.flatMap(field => (args[field] === undefined ? [] : [[field, args[field]]])))
}

type SnapshotKey = Exclude<keyof Record, 'depth'>

const snapshotKeys = Object.keys(Record.shape).filter((key): key is SnapshotKey => key !== 'depth')
const optionalKeys: ReadonlySet<string> = new Set(
  snapshotKeys.filter(key => Record.shape[key] instanceof z.ZodOptional),
)

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function textField(field: TextField): ContentField<string> {
  return { kind: 'content', empty: '', read: row => row[field], write: value => ({ [field]: value }) }
}

function mapContent(make: (field: ContentFieldName) => unknown): RecordContent & { state: State } {
  // Every name of a content field gets its own field's value.
  return Object.fromEntries(contentFieldNames.map(field => [field, make(field)])) as RecordContent & { state: State }
}

function idOrNull(seq: number | null): string | null {
  return seq === null ? null : recordId(seq)
}

function seqOrNull(id: string | null): number | null {
  return id === null ? null : (parseRecordId(id) ?? null)
}

/** Types are compared without case. */
export function typeKey(type: string): string {
  return type.trim().toLowerCase()
}
