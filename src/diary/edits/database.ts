import { join } from 'node:path'
import { type KeptDatabases, OwnDatabase, openDisposable } from '../own-database.ts'

/** Opens the index of edits of a folder. A damaged one, or one of another version, is replaced by an empty one. */
export function openEdits(folder: string, kept?: KeptDatabases): OwnDatabase {
  const file = join(folder, 'edits.sqlite')
  return kept?.take(file, open) ?? new OwnDatabase(open(file))
}

function open(file: string) {
  return openDisposable(file, {
    version: 3,
    tables,
    pragmas: 'pragma journal_size_limit=8388608',
    probes: ['select key from transcript limit 1', 'select hash from line limit 1'],
  })
}

const tables = `
  create table transcript (
    id integer primary key,
    key text not null unique,
    source text not null,
    session_id text not null,
    excluded text,
    root text,
    folders text not null,
    repository text not null,
    first_at real,
    last_at real,
    parser_version integer not null,
    size integer not null,
    tail_offset integer,
    tail_sha256 text,
    parsed_bytes integer not null,
    parsed_lines integer not null,
    look text not null,
    turns integer not null,
    turns_mark text not null
  );
  create index transcript_session on transcript (session_id);
  create table turn (
    id integer primary key,
    transcript integer not null,
    number integer not null,
    start_line integer not null,
    end_line integer not null,
    at real not null,
    last_at real not null,
    branch text
  );
  create unique index turn_number on turn (transcript, number);
  create table edit (
    id integer primary key,
    turn integer not null,
    path text not null,
    line integer not null,
    at real not null,
    added blob not null,
    removed blob not null
  );
  create index edit_turn on edit (turn);
  create index edit_at on edit (at);
  create table line (
    hash integer not null,
    edit integer not null,
    primary key (hash, edit)
  ) without rowid;
  create table made (
    id integer primary key,
    turn integer not null,
    hash text,
    subject text not null,
    amends integer not null,
    line integer not null,
    end_line integer not null,
    at real not null,
    end_at real not null
  );
  create index made_hash on made (hash);
  create index made_subject on made (subject);
  create index made_turn on made (turn)
`
