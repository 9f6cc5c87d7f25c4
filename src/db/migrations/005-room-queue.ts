import type { Migration } from './migration.ts'

/** Who waits for a turn in a room, in the order of arrival, for all processes to see. */
export const roomQueue: Migration = {
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
}
