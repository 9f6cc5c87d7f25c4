import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../../kernel/fault.ts'
import { openDatabase } from '../own-database.ts'

/** Which folders belong to which repository, remembered beyond the folders themselves. */
export function repositoriesFile(diaryRoot: string): string {
  return join(diaryRoot, 'private', 'repositories.sqlite')
}

/** Unlike a cache it cannot be made again once folders are gone, so a damaged one is never replaced. */
export function openRepositories(diaryRoot: string): DatabaseSyncInstance {
  const file = repositoriesFile(diaryRoot)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return openDatabase(file, { version: 1, tables, pragmas: 'pragma journal_size_limit=1048576', otherVersion })
}

/** One that is forgotten when it is closed. */
export function openInMemory(): DatabaseSyncInstance {
  const database = new DatabaseSync(':memory:')
  database.exec(tables)
  return database
}

function otherVersion(): Fault {
  return new Fault('INTERNAL', 'The list of repositories was made by another version of Daybook.', {
    details: { ref: 'repositories-shape' },
    hint: 'Use that version, or move private/repositories.sqlite away; repositories that still exist are found again.',
  })
}

const tables = `
  create table repository (
    id integer primary key,
    key text not null unique,
    label text not null,
    root text not null
  );
  create table sign (
    sign text primary key,
    repository integer not null
  ) without rowid;
  create table folder (
    path text primary key,
    top text not null,
    repository integer not null
  ) without rowid;
  create table former_key (
    key text primary key,
    repository integer not null
  ) without rowid
`
