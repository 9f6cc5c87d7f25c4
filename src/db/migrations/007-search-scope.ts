import type { Migration } from '../migrations.ts'

/** What a search asks of every hit, by record: SQLite reads it here instead of looking up rows with all their text. */
export const searchScope: Migration = {
  version: 7,
  up: engine =>
    engine === 'sqlite'
      ? [
          `create index records_in_search on records (seq, project_id, modified_tick, state, type_key)
            where purged_ts is null`,
        ]
      : [],
}
