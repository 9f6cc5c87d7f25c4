import type { Migration } from './migration.ts'

/** The anchors of the room's audit chains, kept outside their folder, and the position of each receipt. */
export const roomAnchors: Migration = {
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
}
