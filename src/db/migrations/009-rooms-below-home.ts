import type { Migration } from './migration.ts'

/** Whether the path of a workspace begins at the program's home, so that a home may be moved with its rooms. */
export const roomsBelowHome: Migration = {
  version: 9,
  up(engine) {
    const int = engine === 'sqlite' ? 'integer' : 'bigint'
    return [`alter table room_workspaces add column below_home ${int} not null default 0`]
  },
}
