import type { Migration } from './migration.ts'

/** What a search asks of every hit, by record: SQLite reads it here instead of looking up rows with all their text. */
export const searchScope: Migration = {
  version: 7,
  up(engine) {
    if (engine !== 'sqlite') return []
    const columns = 'seq, project_id, modified_tick, state, type_key'
    return [`create index records_in_search on records (${columns}) where purged_ts is null`]
  },
}
