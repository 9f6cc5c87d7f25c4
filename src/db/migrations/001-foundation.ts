import type { Migration } from './migration.ts'

/** Projects, principals, records, sessions, the activity feed and the full-text terms. */
export const foundation: Migration = {
  version: 1,
  up(engine) {
    const sqlite = engine === 'sqlite'
    const time = sqlite ? 'text' : 'timestamptz(3)'
    const int = sqlite ? 'integer' : 'bigint'
    const bytewise = sqlite ? '' : ' collate "C"'
    const serial = sqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
    const now = sqlite ? `strftime('%Y-%m-%dT%H:%M:%fZ','now')` : 'now()'
    return [
      `create table daybook_schema (version integer not null)`,
      `create table projects (
        id text primary key, name text not null, description text not null default '',
        created ${time} not null, updated ${time} not null, tick ${int} not null default 0, last_ts ${time} not null,
        deleted_ts ${time}, project_path text)`,
      `create unique index projects_id on projects (lower(id))`,
      `create table principals (id text primary key, name text not null, default_project_id text)`,
      `create table project_members (
        project_id text not null references projects (id), principal_id text not null references principals (id),
        role text not null, primary key (project_id, principal_id))`,
      `create table tokens (
        sha256 text primary key, principal_id text not null references principals (id), label text not null,
        created ${time} not null)`,
      `create table counters (name text primary key, value ${int} not null)`,
      `create table records (
        seq ${sqlite ? 'integer' : 'bigint'} primary key, id text not null unique, project_id text not null references projects (id),
        parent_seq ${int} references records (seq), path text${bytewise} not null, depth ${int} not null,
        type text not null, type_key text not null, title text not null, summary text not null, body text not null,
        state text not null, state_reason text, resolved_by ${int}, metadata text not null, version ${int} not null,
        created ${time} not null, created_tick ${int} not null, modified ${time} not null, modified_tick ${int} not null,
        purged_ts ${time})`,
      `create index records_by_path on records (project_id, path)`,
      // Counting is done in these two alone, without a look at the rows: nobody counts or lists what was purged.
      `create index records_by_state on records (project_id, state, modified_tick) where purged_ts is null`,
      `create index records_by_parent on records (project_id, parent_seq, seq, state) where purged_ts is null`,
      `create index records_by_resolver on records (resolved_by)`,
      `create table record_related (
        seq ${int} not null references records (seq), position ${int} not null, related_seq ${int} not null,
        primary key (seq, position))`,
      `create index record_related_back on record_related (related_seq)`,
      `create table record_meta (
        seq ${int} not null references records (seq), key text not null, value text not null, primary key (seq, key))`,
      `create table record_versions (
        seq ${int} not null references records (seq), version ${int} not null, project_id text not null, tick ${int} not null,
        session_id text not null, ts ${time} not null, change text not null, fields text not null, snapshot text not null,
        reason text, forced ${int} not null default 0, overwritten_version ${int}, primary key (seq, version))`,
      `create index record_versions_by_tick on record_versions (seq, tick)`,
      `create index record_versions_by_session on record_versions (session_id, tick)`,
      `create table changes (
        project_id text not null references projects (id), tick ${int} not null, kind text not null, seq ${int},
        version ${int}, session_id text not null, ts ${time} not null, primary key (project_id, tick))`,
      `create index changes_by_record on changes (seq, tick)`,
      `create table sessions (
        id text primary key, principal_id text not null references principals (id),
        project_id text not null references projects (id), conversation_id text, parent_session text,
        generation ${int} not null, created ${time} not null, start_tick ${int} not null, last_activity ${time} not null,
        last_sync_tick ${int} not null, last_save_tick ${int}, last_save_ts ${time}, closed_ts ${time},
        unique (principal_id, project_id, conversation_id))`,
      `create index sessions_by_project on sessions (project_id, closed_ts)`,
      `create table session_activations (
        session_id text not null references sessions (id), seq ${int} not null, position ${int} not null,
        activated_tick ${int} not null, primary key (session_id, seq))`,
      `create index session_activations_by_record on session_activations (seq)`,
      `create table session_views (
        session_id text not null references sessions (id), seq ${int} not null, seen_version ${int} not null,
        seen_tick ${int} not null, primary key (session_id, seq))`,
      `create table activation_acks (
        session_id text not null references sessions (id), seq ${int} not null, other_session_id text not null,
        primary key (session_id, seq, other_session_id))`,
      `create table activity (
        id ${serial}, project_id text not null, tick ${int} not null, ts ${time} not null, type text not null,
        session_id text, seq ${int}, summary text not null, details text)`,
      `create index activity_by_project on activity (project_id, id)`,
      `create index activity_by_record on activity (seq, id)`,
      `create index activity_by_session on activity (session_id, id)`,
      `create table idempotency (
        principal_id text not null, key text not null, operation text not null, args_sha256 text not null,
        result text not null, ts ${time} not null, seqs text not null, primary key (principal_id, key))`,
      `create index idempotency_by_age on idempotency (ts)`,
      // Terms are made by us; the tokenizer must only cut at spaces. The ascii one keeps every other character as it is.
      sqlite
        ? `create virtual table record_terms using fts5(title, summary, body, metadata, tokenize = 'ascii')`
        : `create table record_terms (seq bigint primary key references records (seq), terms tsvector not null)`,
      ...(sqlite ? [] : [`create index record_terms_gin on record_terms using gin (terms)`]),
      `insert into counters (name, value) values ('record', 0)`,
      `insert into principals (id, name) values ('local', 'Local user')`,
      `insert into projects (id, name, created, updated, last_ts) values ('default', 'Default', ${now}, ${now}, ${now})`,
      `insert into project_members (project_id, principal_id, role) values ('default', 'local', 'admin')`,
    ]
  },
}
