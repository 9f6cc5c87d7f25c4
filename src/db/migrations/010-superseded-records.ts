import type { Migration } from './migration.ts'

/** The files a record governs, and the record that replaced it. */
export const supersededRecords: Migration = {
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
}
