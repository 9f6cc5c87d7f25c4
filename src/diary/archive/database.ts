import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../../kernel/fault.ts'

const shape = 1

/** Opens the archive of a folder. Unlike a cache it cannot be made again, so a damaged one is never replaced. */
export function openArchive(folder: string): DatabaseSyncInstance {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'transcripts.sqlite')
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 30_000 })
  try {
    // Asked for before the first table, so that what is thrown away makes the file smaller.
    database.exec('pragma auto_vacuum=incremental; pragma journal_mode=wal; pragma synchronous=normal')
    prepareTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The repository a folder lies in, or null. Nothing that people share may ever hold transcripts. */
export function repositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (['.git', '.hg', '.svn', '.jj'].some(name => existsSync(join(at, name)))) return at
    if (dirname(at) === at) return null
  }
}

function prepareTables(database: DatabaseSyncInstance): void {
  if (versionOf(database) === shape) return
  database.exec('begin immediate')
  try {
    const version = versionOf(database)
    if (version === 0) database.exec(`${tables}; pragma user_version=${shape}`)
    else if (version !== shape) throw otherShape()
    database.exec('commit')
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function otherShape(): Fault {
  return new Fault('INTERNAL', 'The archive of transcripts was made by another version of Daybook.', {
    details: { ref: 'archive-shape' },
    hint: 'Use that version, or move the archive away; transcripts that still exist are archived again.',
  })
}

function versionOf(database: DatabaseSyncInstance): number {
  return Number(Object(database.prepare('pragma user_version').get()).user_version)
}

const tables = `
  create table piece (
    sha256 text primary key,
    size integer not null,
    stored blob not null,
    added_at integer not null
  );
  create table kept (
    id integer primary key,
    key text not null,
    path text not null,
    source text not null,
    relative text not null,
    form text not null,
    conversation text,
    name text not null,
    mark text not null,
    size integer not null,
    changed_at integer not null,
    seen_at integer not null,
    superseded integer not null
  );
  create index kept_key on kept (key, superseded);
  create table part (
    kept integer not null references kept (id),
    number integer not null,
    sha256 text not null,
    size integer not null,
    primary key (kept, number)
  ) without rowid;
  create index part_piece on part (sha256)
`
