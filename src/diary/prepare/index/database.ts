import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { primaryCode, translate } from '../../../db/sqlite-faults.ts'
import { isDiskFull } from '../../../kernel/disk-full.ts'

/** Raised by every change of the tables below; a cache of another shape is made anew. */
const shape = 4

/** Opens the index cache of a folder. A file that is damaged or somebody else's is replaced by an empty one. */
export function openCache(folder: string): DatabaseSyncInstance {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'index.sqlite')
  try {
    return opened(file)
  } catch (error) {
    if (!isUseless(error)) throw translate(error, file)
    // The cache holds nothing that cannot be made again.
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
    return opened(file)
  }
}

/** Damaged, no database, or other tables than ours; anything else may be better in a moment. */
function isUseless(error: unknown): boolean {
  return !isDiskFull(error) && [-1, 1, 11, 26].includes(primaryCode(error))
}

function opened(file: string): DatabaseSyncInstance {
  createClosed(file)
  const database = new DatabaseSync(file, { timeout: 30_000 })
  try {
    database.exec('pragma journal_mode=wal; pragma synchronous=normal; pragma journal_size_limit=8388608')
    prepareTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite gives its log the mode of the database file. */
function createClosed(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (isDiskFull(error)) throw error
    chmodSync(file, 0o600)
  }
}

function prepareTables(database: DatabaseSyncInstance): void {
  database.exec('begin immediate')
  try {
    const version = versionOf(database)
    if (version === 0) database.exec(`${tables}; pragma user_version=${shape}`)
    else if (version !== shape) throw new Error('The cache has another shape.')
    database.exec('commit')
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
  database.prepare('select path from file limit 1').all()
  database.prepare('select key from transcript limit 1').all()
}

function versionOf(database: DatabaseSyncInstance): number {
  return Number(Object(database.prepare('pragma user_version').get()).user_version)
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
