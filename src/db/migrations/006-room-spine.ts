import type { Migration } from './migration.ts'

/** Which folder is whose workspace, and what the room shares with the other parts: its sessions, turns and evidence. */
export const roomSpine: Migration = {
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
}
