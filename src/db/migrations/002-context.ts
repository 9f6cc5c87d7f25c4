import type { Migration } from './migration.ts'

/** What Context keeps of a project: its short fields in the row all parts share, its texts and their history beside it. */
export const contextTables: Migration = {
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
}
