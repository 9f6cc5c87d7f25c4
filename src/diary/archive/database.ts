import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../../kernel/fault.ts'
import { openDatabase } from '../own-database.ts'

/** Opens the archive of a folder. Unlike a cache it cannot be made again, so a damaged one is never replaced. */
export function openArchive(folder: string): DatabaseSyncInstance {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return openDatabase(join(folder, 'transcripts.sqlite'), {
    version: 1,
    tables,
    // Before the first table, so that deleted transcripts make the file smaller.
    pragmas: 'pragma auto_vacuum=incremental',
    otherVersion,
  })
}

/** The repository a folder is in, or null. Nothing that people share may ever hold transcripts. */
export function repositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (['.git', '.hg', '.svn', '.jj'].some(name => existsSync(join(at, name)))) return at
    if (dirname(at) === at) return null
  }
}

function otherVersion(): Fault {
  return new Fault('INTERNAL', 'The archive of transcripts was made by another version of Daybook.', {
    details: { ref: 'archive-shape' },
    hint: 'Use that version, or move the archive away; transcripts that still exist are archived again.',
  })
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
