import { join } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { openDisposable } from '../../own-database.ts'

export function cacheFile(folder: string): string {
  return join(folder, 'index.sqlite')
}

/** Opens the index cache. A damaged or foreign file is replaced by an empty one. */
export function openCache(file: string): DatabaseSyncInstance {
  return openDisposable(file, {
    version: 5,
    tables,
    pragmas: 'pragma journal_size_limit=8388608',
    probes: ['select path from file limit 1', 'select key from transcript limit 1'],
  })
}

const tables = `
  create table file (
    path text primary key,
    dev text not null,
    ino text not null,
    size integer not null,
    mtime_ns text not null,
    side text not null,
    indexed_at_ns text not null,
    parser_version integer not null,
    settled integer not null
  ) without rowid;
  create table transcript (
    key text primary key,
    path text not null,
    source text not null,
    relative text not null,
    form text not null,
    conversation text,
    name text not null,
    stamp text not null,
    parser_version integer not null,
    archived integer not null,
    size integer not null,
    parsed_bytes integer not null,
    parsed_lines integer not null,
    tail_offset integer,
    tail_sha256 text,
    verdict text,
    session_id text not null,
    root text,
    root_hash text,
    folders text not null,
    repository text not null,
    lines integer not null,
    malformed integer not null,
    untimestamped integer not null,
    non_monotonic integer not null,
    oversized integer not null,
    first_at real,
    last_at real,
    forked_from text,
    warnings text not null,
    unknown_types text not null,
    turn_count integer not null,
    turns text not null,
    texts text not null,
    marks blob,
    resume_state text not null
  );
  create index transcript_path on transcript (path);
  create index transcript_archived on transcript (key) where archived = 1;
  create index transcript_presence on transcript (parser_version, key, archived, size);
  create index transcript_counts on transcript
    (archived, lines, malformed, untimestamped, non_monotonic, oversized, turn_count)
`
