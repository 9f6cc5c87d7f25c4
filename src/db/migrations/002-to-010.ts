import type { Migration } from './migration.ts'

/** Released, so none of them is ever edited; a new migration gets a file of its own. */
export const secondToTenth: readonly Migration[] = [
  // What Context keeps of a project: its short fields in the row all parts share, its texts and their history beside it.
  {
    version: 2,
    up(engine) {
      const sqlite = engine === 'sqlite'
      const time = sqlite ? 'text' : 'timestamptz(3)'
      const int = sqlite ? 'integer' : 'bigint'
      const projectColumns = [
        `template text not null default 'default'`,
        `slice text not null default ''`,
        `task_file text not null default ''`,
        `instruction text not null default 'implementation'`,
        `development_phase text`,
        `work_type text`,
        `project_date text`,
        `is_monorepo ${int} not null default 0`,
        `is_monorepo_enabled ${int}`,
        `purged_ts ${time}`,
      ]
      return [
        ...projectColumns.map(column => `alter table projects add column ${column}`),
        // Not in the project's row: every write of a record rewrites that row, and these texts may be large.
        `create table project_texts (
        project_id text not null references projects (id), key text not null, value text not null,
        primary key (project_id, key))`,
        `create table project_settings (
        project_id text not null references projects (id), key text not null, value text not null,
        primary key (project_id, key))`,
        `create table project_links (
        project_id text not null references projects (id), kind text not null, value text not null,
        primary key (project_id, kind, value))`,
        `create table project_extra (project_id text primary key references projects (id), json text not null)`,
        `create table context_summaries (
        project_id text not null references projects (id), n ${int} not null, ts ${time} not null, source text not null,
        principal_id text not null, recent_events text, additional_notes text, sha256 text not null,
        primary key (project_id, n))`,
        `create table context_builds (
        project_id text not null references projects (id), id ${int} not null, ts ${time} not null, sha256 text not null,
        bytes ${int} not null, estimated_tokens ${int} not null, arguments text not null, sections text not null,
        primary key (project_id, id))`,
      ]
    },
  },
  // Reports of the diary that were published to a team, every version of them.
  {
    version: 3,
    up(engine) {
      const sqlite = engine === 'sqlite'
      const time = sqlite ? 'text' : 'timestamptz(3)'
      const int = sqlite ? 'integer' : 'bigint'
      return [
        `create table published_reports (
        author text not null references principals (id), date text not null, version ${int} not null,
        project_id text not null references projects (id), published ${time} not null, sha256 text not null,
        title text not null, projects text not null, with_messages ${int} not null, report text not null,
        markdown text not null, html text not null, primary key (author, date, version))`,
        `create index published_reports_by_date on published_reports (date, published)`,
      ]
    },
  },
  // The anchors of the room's audit chains, kept outside their folder, and the position of each receipt.
  {
    version: 4,
    up(engine) {
      const int = engine === 'sqlite' ? 'integer' : 'bigint'
      return [
        `create table room_anchors (
        project_id text not null references projects (id), kind text not null, name text not null,
        count ${int} not null, head text not null, primary key (project_id, kind, name))`,
        `create table room_receipts (
        project_id text not null references projects (id), receipt_id text not null, session_id text not null,
        seq ${int} not null, start_byte ${int} not null, byte_count ${int} not null,
        primary key (project_id, receipt_id))`,
        `create index room_receipts_by_session on room_receipts (project_id, session_id)`,
      ]
    },
  },
  // Who waits for a turn in a room, in the order of arrival, for all processes to see.
  {
    version: 5,
    up(engine) {
      const sqlite = engine === 'sqlite'
      const time = sqlite ? 'text' : 'timestamptz(3)'
      const serial = sqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
      return [
        `create table room_tickets (
        ticket ${serial}, project_id text not null, turn_id text not null unique, agent_id text not null,
        kind text not null, surface text not null, host text not null, pid integer not null,
        enqueued ${time} not null, heartbeat ${time} not null, running_since ${time})`,
        `create index room_tickets_by_project on room_tickets (project_id, ticket)`,
      ]
    },
  },
  // Which folder is whose workspace, and what the room shares with the other parts: its sessions, turns and evidence.
  {
    version: 6,
    up(engine) {
      const sqlite = engine === 'sqlite'
      const int = sqlite ? 'integer' : 'bigint'
      const time = sqlite ? 'text' : 'timestamptz(3)'
      return [
        `create table room_workspaces (
        project_id text primary key references projects (id), path text not null unique,
        bound_by text not null, bound ${time} not null)`,
        `create table room_sessions (
        project_id text not null references projects (id), session_id text not null, kind text not null,
        opened_by text not null, created ${time} not null, primary key (project_id, session_id))`,
        `create table room_turns (
        project_id text not null references projects (id), turn_id text not null, session_id text not null,
        agent_id text not null, kind text not null, surface text not null, host text not null, pid integer not null,
        begun ${time} not null, state text, cancel_asked ${time}, ended ${time}, primary key (project_id, turn_id))`,
        `create index room_turns_by_session on room_turns (project_id, session_id)`,
        `create table room_evidence (
        project_id text not null references projects (id), session_id text not null, turn_id text not null,
        n ${int} not null, path text not null, start_line ${int} not null, end_line ${int} not null,
        start_byte ${int} not null, end_byte ${int} not null, sha256 text not null, quote text not null,
        receipt_ids text not null, primary key (project_id, session_id, turn_id, n))`,
        `create index room_evidence_by_path on room_evidence (project_id, path)`,
      ]
    },
  },
  // What a search asks of every hit, by record: SQLite reads it here instead of looking up rows with all their text.
  {
    version: 7,
    up(engine) {
      if (engine !== 'sqlite') return []
      const columns = 'seq, project_id, modified_tick, state, type_key'
      return [`create index records_in_search on records (${columns}) where purged_ts is null`]
    },
  },
  // When a token ends and what it is limited to. Tokens made before have neither end nor limits.
  {
    version: 8,
    up(engine) {
      const time = engine === 'sqlite' ? 'text' : 'timestamptz(3)'
      return [
        `alter table tokens add column expires ${time}`,
        `alter table tokens add column projects text`,
        `alter table tokens add column role text`,
      ]
    },
  },
  // Whether the path of a workspace begins at the program's home, so that a home may be moved with its rooms.
  {
    version: 9,
    up(engine) {
      const int = engine === 'sqlite' ? 'integer' : 'bigint'
      return [`alter table room_workspaces add column below_home ${int} not null default 0`]
    },
  },
  // The files a record governs, and the record that replaced it.
  {
    version: 10,
    up(engine) {
      const int = engine === 'sqlite' ? 'integer' : 'bigint'
      const searched = 'seq, project_id, modified_tick, state, type_key, superseded_by'
      return [
        `alter table records add column affects text not null default '[]'`,
        `alter table records add column superseded_by ${int}`,
        `create index records_by_successor on records (superseded_by) where superseded_by is not null`,
        `create index records_governing on records (project_id) where affects <> '[]'`,
        // Search puts what was replaced last, so its index needs to know.
        ...(engine === 'sqlite'
          ? [
              'drop index records_in_search',
              `create index records_in_search on records (${searched}) where purged_ts is null`,
            ]
          : []),
      ]
    },
  },
]
