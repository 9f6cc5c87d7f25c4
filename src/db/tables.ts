import type { Generated } from 'kysely'

/**
 * The logical tables, the same on both engines. Times are ISO text here: SQLite stores them so, the PostgreSQL
 * driver renders timestamptz that way. Flags are 0 or 1. JSON is text, so that key order survives.
 */
export interface Tables {
  projects: ProjectRow
  principals: { id: string; name: string; default_project_id: string | null }
  project_members: { project_id: string; principal_id: string; role: string }
  tokens: TokenRow
  counters: { name: string; value: number }
  records: RecordRow
  record_related: { seq: number; position: number; related_seq: number }
  record_meta: { seq: number; key: string; value: string }
  record_versions: VersionRow
  changes: ChangeRow
  sessions: SessionRow
  session_activations: { session_id: string; seq: number; position: number; activated_tick: number }
  session_views: { session_id: string; seq: number; seen_version: number; seen_tick: number }
  activation_acks: { session_id: string; seq: number; other_session_id: string }
  activity: Omit<ActivityRow, 'id'> & { id: Generated<number> }
  idempotency: {
    principal_id: string
    key: string
    operation: string
    args_sha256: string
    result: string
    ts: string
    seqs: string
  }
  project_texts: { project_id: string; key: string; value: string }
  project_settings: { project_id: string; key: string; value: string }
  project_links: { project_id: string; kind: string; value: string }
  project_extra: { project_id: string; json: string }
  context_summaries: SummaryRow
  context_builds: BuildRow
  published_reports: PublishedRow
  room_anchors: AnchorRow
  room_receipts: ReceiptRow
  room_tickets: Omit<TicketRow, 'ticket'> & { ticket: Generated<number> }
  room_workspaces: WorkspaceRow
  room_sessions: RoomSessionRow
  room_turns: TurnRow
  room_evidence: EvidenceRow
}

export interface ProjectRow {
  id: string
  name: string
  description: string
  created: string
  updated: string
  tick: number
  last_ts: string
  deleted_ts: string | null
  project_path: string | null
  template: string
  slice: string
  task_file: string
  instruction: string
  development_phase: string | null
  work_type: string | null
  project_date: string | null
  is_monorepo: number
  is_monorepo_enabled: number | null
  purged_ts: string | null
}

export interface SummaryRow {
  project_id: string
  n: number
  ts: string
  source: string
  principal_id: string
  recent_events: string | null
  additional_notes: string | null
  sha256: string
}

export interface BuildRow {
  project_id: string
  id: number
  ts: string
  sha256: string
  bytes: number
  estimated_tokens: number
  arguments: string
  sections: string
}

export interface TokenRow {
  sha256: string
  principal_id: string
  label: string
  created: string
  /** Null for a token that never expires. */
  expires: string | null
  /** A JSON array of the ids of the only projects it opens. */
  projects: string | null
  /** The highest role it acts with. */
  role: string | null
}

/** A column of a table whose row type, insert and update are derived from its declaration. */
interface Column<T> {
  readonly isFixed: boolean
  /** Only for the type checker. */
  readonly type?: T
}

type RowOf<Columns> = { [name in keyof Columns]: Columns[name] extends Column<infer T> ? T : never }

function column<T>(): Column<T> {
  return { isFixed: false }
}

/** A column that is written when the row is inserted and never changes. */
function fixedColumn<T>(): Column<T> {
  return { isFixed: true }
}

/** All columns of a declaration, or only those an update writes. */
export function columnNames<Columns extends { [name: string]: Column<unknown> }>(
  columns: Columns,
  which: 'all' | 'changing' = 'all',
): (keyof Columns & string)[] {
  return Object.keys(columns).filter(name => which === 'all' || !columns[name]?.isFixed)
}

export const recordColumns = {
  seq: fixedColumn<number>(),
  id: fixedColumn<string>(),
  project_id: fixedColumn<string>(),
  parent_seq: column<number | null>(),
  path: column<string>(),
  depth: column<number>(),
  type: column<string>(),
  type_key: column<string>(),
  title: column<string>(),
  summary: column<string>(),
  body: column<string>(),
  state: column<string>(),
  state_reason: column<string | null>(),
  resolved_by: column<number | null>(),
  metadata: column<string>(),
  /** A JSON array of globs. */
  affects: column<string>(),
  superseded_by: column<number | null>(),
  version: column<number>(),
  created: fixedColumn<string>(),
  created_tick: fixedColumn<number>(),
  modified: column<string>(),
  modified_tick: column<number>(),
  purged_ts: column<string | null>(),
}
export type RecordRow = RowOf<typeof recordColumns>

export const versionColumns = {
  seq: fixedColumn<number>(),
  version: fixedColumn<number>(),
  project_id: fixedColumn<string>(),
  tick: fixedColumn<number>(),
  session_id: fixedColumn<string>(),
  ts: fixedColumn<string>(),
  change: fixedColumn<string>(),
  fields: fixedColumn<string>(),
  snapshot: fixedColumn<string>(),
  reason: fixedColumn<string | null>(),
  forced: fixedColumn<number>(),
  overwritten_version: fixedColumn<number | null>(),
}
export type VersionRow = RowOf<typeof versionColumns>

export const changeColumns = {
  project_id: fixedColumn<string>(),
  tick: fixedColumn<number>(),
  kind: fixedColumn<string>(),
  seq: fixedColumn<number | null>(),
  version: fixedColumn<number | null>(),
  session_id: fixedColumn<string>(),
  ts: fixedColumn<string>(),
}
export type ChangeRow = RowOf<typeof changeColumns>

export const sessionColumns = {
  id: fixedColumn<string>(),
  principal_id: fixedColumn<string>(),
  project_id: fixedColumn<string>(),
  conversation_id: fixedColumn<string | null>(),
  parent_session: fixedColumn<string | null>(),
  generation: column<number>(),
  created: fixedColumn<string>(),
  start_tick: column<number>(),
  last_activity: column<string>(),
  last_sync_tick: column<number>(),
  last_save_tick: column<number | null>(),
  last_save_ts: column<string | null>(),
  closed_ts: column<string | null>(),
}
export type SessionRow = RowOf<typeof sessionColumns>

export interface ActivityRow {
  id: number
  project_id: string
  tick: number
  ts: string
  type: string
  session_id: string | null
  seq: number | null
  summary: string
  details: string | null
}

/** A published report; a version is never changed. */
export interface PublishedRow {
  author: string
  date: string
  version: number
  project_id: string
  published: string
  sha256: string
  title: string
  /** The diary's project keys, as a JSON array. */
  projects: string
  with_messages: number
  report: string
  markdown: string
  html: string
}

/** The length and head of an audit chain when it was last written; kept outside the audit's files on purpose. */
export interface AnchorRow {
  project_id: string
  kind: 'session' | 'issue' | 'keys'
  name: string
  count: number
  head: string
}

/** The position of a receipt in the log of its session; derived from the logs. */
export interface ReceiptRow {
  project_id: string
  receipt_id: string
  session_id: string
  seq: number
  start_byte: number
  byte_count: number
}

/** A turn that waits in a room's queue or runs. */
export interface TicketRow {
  ticket: number
  project_id: string
  turn_id: string
  agent_id: string
  kind: string
  surface: string
  host: string
  pid: number
  enqueued: string
  heartbeat: string
  running_since: string | null
}

/** The folder that a project works on. */
export interface WorkspaceRow {
  project_id: string
  /** The real path; relative to the program's home when it is below that. */
  path: string
  /** 1 when the path is relative to the home. */
  below_home: number
  bound_by: string
  bound: string
}

/** A session of the room: a chat, a conference, a task, a run, or direct tool runs. */
export interface RoomSessionRow {
  project_id: string
  session_id: string
  kind: string
  opened_by: string
  created: string
}

/** A turn of an agent, from the moment it was requested. */
export interface TurnRow {
  project_id: string
  turn_id: string
  session_id: string
  agent_id: string
  kind: string
  surface: string
  host: string
  pid: number
  begun: string
  /** Null while it waits or runs. */
  state: string | null
  cancel_asked: string | null
  ended: string | null
}

/** A span of a file that an accepted reply cites. */
export interface EvidenceRow {
  project_id: string
  session_id: string
  turn_id: string
  n: number
  path: string
  start_line: number
  end_line: number
  start_byte: number
  end_byte: number
  sha256: string
  quote: string
  /** A JSON array. */
  receipt_ids: string
}
