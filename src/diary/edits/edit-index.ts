import type { FolderSeen } from '../../transcripts/folder-history.ts'
import type { LineStart, TailLine } from '../../transcripts/lines.ts'
import type { RecordedRepository } from '../../transcripts/reader.ts'
import { parserVersion } from '../../transcripts/readers.ts'
import type { KeptDatabases, OwnDatabase } from '../own-database.ts'
import { openEdits } from './database.ts'
import type { MadeCommit, TurnEdit } from './turn-edits.ts'

/** A transcript as far as its edits were read. */
export interface ReadState {
  id: number
  size: number
  parserVersion: number
  tail: TailLine | null
  position: LineStart
  /** How many turns there were, and what the places of all but the last one hash to. */
  turns: number
  turnsMark: string
}

export interface ReadTranscript extends Omit<ReadState, 'id' | 'parserVersion'> {
  key: string
  /** How it looked in the index when it was read. */
  look: string
  source: string
  sessionId: string
  excluded: string | null
  root: string | null
  folders: FolderSeen[]
  repository: RecordedRepository | null
  firstAt: number | null
  lastAt: number | null
}

/** What a turn wrote, ready to be stored. */
export interface ReadTurn {
  number: number
  startLine: number
  endLine: number
  at: number
  lastAt: number
  branch: string | null
  edits: (TurnEdit & { at: number })[]
  commits: (MadeCommit & { at: number; endAt: number })[]
}

/** An edit that wrote a line, with whose it is. */
export interface Writer {
  edit: number
  turn: number
  transcript: number
  path: string
  line: number
  at: number
}

export interface StoredTurn extends Omit<ReadTurn, 'edits' | 'commits'> {
  id: number
  transcript: number
}

export interface StoredTranscript
  extends Pick<
    ReadTranscript,
    'key' | 'source' | 'sessionId' | 'excluded' | 'root' | 'folders' | 'repository' | 'lastAt'
  > {
  id: number
}

interface StoredCommit {
  turn: number
  transcript: number
  hash: string | null
  subject: string
  amends: number
  line: number
  endLine: number
  at: number
  endAt: number
}

/** Which turn wrote which lines, of all transcripts; made from them, and thrown away without loss. */
export class EditIndex {
  readonly #database: OwnDatabase
  /** The transcripts that were asked for since the index was opened; a question is about few of them. */
  readonly #transcripts = new Map<number, StoredTranscript | undefined>()

  constructor(folder: string, kept?: KeptDatabases) {
    this.#database = openEdits(folder, kept)
  }

  close(): void {
    this.#database.close()
  }

  clear(): void {
    this.#database.write(() =>
      this.#database.exec(
        'delete from transcript; delete from turn; delete from edit; delete from line; delete from made',
      ),
    )
  }

  /** How each transcript looked when it was read, by key. */
  looks(): Map<string, string> {
    return this.#database.pairs(
      'select json_group_array(key) as keys, json_group_array(look) as "values" from transcript',
    )
  }

  state(key: string): ReadState | undefined {
    const row = this.#database.sql<TranscriptRow>('select * from transcript where key = ?').get(key)
    return row && stateIn(row)
  }

  /**
   * Keeps what was read of a transcript from a turn on; what was known from there on is replaced. Where another process
   * was quicker, what it wrote stays.
   */
  save(transcript: ReadTranscript, turns: readonly ReadTurn[], after?: { turn: number; state: ReadState }): void {
    this.#database.write(() => {
      const id = this.#transcriptId(transcript.key)
      if (after && !this.#isStill(after.state)) return
      this.#drop(id, after?.turn ?? 0)
      const { tail, position } = transcript
      this.#database
        .sql(`replace into transcript values (${Array.from({ length: 19 }, () => '?').join(', ')})`)
        .run(
          id,
          transcript.key,
          transcript.source,
          transcript.sessionId,
          transcript.excluded,
          transcript.root,
          JSON.stringify(transcript.folders),
          JSON.stringify(transcript.repository),
          transcript.firstAt,
          transcript.lastAt,
          parserVersion,
          transcript.size,
          tail?.offset ?? null,
          tail?.sha256 ?? null,
          position.bytes,
          position.lines,
          transcript.look,
          transcript.turns,
          transcript.turnsMark,
        )
      for (const turn of turns) this.#addTurn(id, turn)
    })
  }

  forget(keys: readonly string[]): void {
    if (keys.length === 0) return
    this.#database.write(() => {
      for (const key of keys) {
        this.#drop(this.#transcriptId(key), 0)
        this.#database.sql('delete from transcript where key = ?').run(key)
      }
    })
  }

  /** Leaves no byte of what was forgotten. */
  compact(): void {
    this.#database.compact()
  }

  /** The edits that wrote each of these lines, at most so many of one line; lines that nobody wrote are left out. */
  writers(hashes: Iterable<number>, most: number): Map<number, Writer[]> {
    const rows = this.#database
      .sql<{
        hash: number
        edits: string
      }>(`select value as hash, (select json_group_array(edit) from (select edit from line where hash = value limit ?))
        as edits from json_each(?)`)
      .all(most, JSON.stringify([...new Set(hashes)]))
    const found = rows.map(({ hash, edits }) => [hash, JSON.parse(edits) as number[]] as const)
    const edits = this.#editsOf(new Set(found.flatMap(([, ids]) => ids)))
    return new Map(
      found.flatMap(([hash, ids]) => (ids.length > 0 ? [[hash, ids.flatMap(id => edits.get(id) ?? [])]] : [])),
    )
  }

  /** The edits made in a time, whatever they wrote. */
  editsBetween(from: number, to: number): Writer[] {
    return this.#database
      .sql<Writer>(`select ${writerColumns} from edit join turn on turn.id = edit.turn where edit.at between ? and ?`)
      .all(from, to)
  }

  /** The turns that were going on in a time. */
  turnsBetween(from: number, to: number): StoredTurn[] {
    return this.#database
      .sql<StoredTurn>(`select ${turnColumns} from turn where turn.at <= ? and last_at >= ?`)
      .all(to, from)
  }

  turn(id: number): StoredTurn | undefined {
    return this.#database.sql<StoredTurn>(`select ${turnColumns} from turn where id = ?`).get(id)
  }

  /** The last turn of a session that had begun by then, in whichever of its transcripts has turns of its own. */
  turnAt(sessionId: string, at: number): StoredTurn | undefined {
    return this.#database
      .sql<StoredTurn>(`select ${turnColumns} from turn where turn.at <= ? and transcript in
        (select id from transcript where session_id = ? and excluded is null) order by turn.at desc limit 1`)
      .get(at, sessionId)
  }

  /** A transcript whose edits count: of a session, or of a sub-agent of one. */
  transcript(id: number): StoredTranscript | undefined {
    if (!this.#transcripts.has(id)) {
      const row = this.#database.sql<TranscriptRow>(`select * from transcript where id = ? and ${counted}`).get(id)
      this.#transcripts.set(id, row && transcriptIn(row))
    }
    return this.#transcripts.get(id)
  }

  transcripts(): StoredTranscript[] {
    return this.#database
      .sql<TranscriptRow>(`select * from transcript where ${counted} order by key`)
      .all()
      .map(transcriptIn)
  }

  /** When a session was at work and in which folders, over all its transcripts; undefined for one that is not known. */
  session(sessionId: string): { roots: string[]; firstAt: number; lastAt: number } | undefined {
    const rows = this.#database
      .sql<TranscriptRow>(`select root, first_at, last_at from transcript where session_id = ? and ${counted}`)
      .all(sessionId)
    if (rows.length === 0) return undefined
    return {
      roots: [...new Set(rows.flatMap(({ root }) => root ?? []))],
      firstAt: Math.min(...rows.map(({ first_at, last_at }) => first_at ?? last_at ?? 0)),
      lastAt: Math.max(...rows.map(({ last_at }) => last_at ?? 0)),
    }
  }

  /** The commits that git said it made under one of these names, and those with this subject. */
  made(hash: string, subject: string): StoredCommit[] {
    const prefixes = [7, 8, 9, 10].map(length => hash.slice(0, length))
    return this.#database
      .sql<StoredCommit>(`${madeCommits} where hash in (?, ?, ?, ?) or subject = ?`)
      .all(...prefixes, subject)
  }

  /** The commits of which nothing is known but when they were made, of a time. */
  madeUnseen(from: number, to: number): StoredCommit[] {
    return this.#database
      .sql<StoredCommit>(
        `${madeCommits} where subject = '' and hash is null and not amends and made.at <= ? and end_at >= ?`,
      )
      .all(to, from)
  }

  #editsOf(ids: ReadonlySet<number>): Map<number, Writer> {
    const rows = this.#database
      .sql<Writer>(`select ${writerColumns} from edit join turn on turn.id = edit.turn
        where edit.id in (select value from json_each(?))`)
      .all(JSON.stringify([...ids]))
    return new Map(rows.map(writer => [writer.edit, writer]))
  }

  #isStill({ id, size, turnsMark }: ReadState): boolean {
    const row = this.#database.sql<TranscriptRow>('select size, turns_mark from transcript where id = ?').get(id)
    return row?.size === size && row.turns_mark === turnsMark
  }

  #transcriptId(key: string): number {
    const known = this.#database.sql<{ id: number }>('select id from transcript where key = ?').get(key)
    return known?.id ?? this.#database.one<{ id: number }>('select coalesce(max(id), 0) + 1 as id from transcript').id
  }

  #drop(transcript: number, from: number): void {
    const turns = this.#database
      .sql<{ id: number }>('select id from turn where transcript = ? and number >= ?')
      .all(transcript, from)
    for (const { id: turn } of turns) {
      const edits = this.#database.sql<EditRow>('select id, added, removed from edit where turn = ?').all(turn)
      for (const { id, added, removed } of edits) {
        for (const hash of [...hashesIn(added), ...hashesIn(removed).map(removedHash)]) {
          this.#database.sql('delete from line where hash = ? and edit = ?').run(hash, id)
        }
      }
      this.#database.sql('delete from edit where turn = ?').run(turn)
      this.#database.sql('delete from made where turn = ?').run(turn)
      this.#database.sql('delete from turn where id = ?').run(turn)
    }
  }

  #addTurn(transcript: number, turn: ReadTurn): void {
    const { number, startLine, endLine, at, lastAt, branch } = turn
    const { lastInsertRowid } = this.#database
      .sql('insert into turn values (null, ?, ?, ?, ?, ?, ?, ?)')
      .run(transcript, number, startLine, endLine, at, lastAt, branch)
    const id = Number(lastInsertRowid)
    for (const { path, line, at, added, removed } of turn.edits) {
      const { lastInsertRowid } = this.#database
        .sql('insert into edit values (null, ?, ?, ?, ?, ?, ?)')
        .run(id, path, line, at, bytesOf(added), bytesOf(removed))
      for (const hash of [...added, ...removed.map(removedHash)]) {
        this.#database.sql('insert or ignore into line values (?, ?)').run(hash, Number(lastInsertRowid))
      }
    }
    for (const made of turn.commits) {
      this.#database
        .sql('insert into made values (null, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(id, made.hash, made.subject, made.amends ? 1 : 0, made.line, made.endLine, made.at, made.endAt)
    }
  }
}

/** Lines that went are kept beside those that came, as negative numbers. */
export function removedHash(hash: number): number {
  return -1 - hash
}

const turnColumns = `turn.id, transcript, number, start_line as startLine, end_line as endLine, turn.at,
  last_at as lastAt, branch`

const madeCommits = `select turn, turn.transcript, hash, subject, amends, made.line, made.end_line as endLine, made.at,
  end_at as endAt from made join turn on turn.id = made.turn`

/** The transcripts of sessions and their sub-agents. */
const counted = "(excluded is null or excluded = 'subagent')"

const writerColumns = 'edit.id as edit, turn, turn.transcript, path, line, edit.at'

function bytesOf(hashes: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(hashes).buffer)
}

function hashesIn(bytes: Uint8Array): number[] {
  return [...new Float64Array(new Uint8Array(bytes).buffer)]
}

interface EditRow {
  id: number
  added: Uint8Array
  removed: Uint8Array
}

interface TranscriptRow {
  id: number
  key: string
  source: string
  session_id: string
  excluded: string | null
  root: string | null
  folders: string
  repository: string
  first_at: number | null
  last_at: number | null
  parser_version: number
  size: number
  tail_offset: number | null
  tail_sha256: string | null
  parsed_bytes: number
  parsed_lines: number
  turns: number
  turns_mark: string
}

function stateIn(row: TranscriptRow): ReadState {
  return {
    id: row.id,
    size: row.size,
    parserVersion: row.parser_version,
    tail: row.tail_offset === null ? null : { offset: row.tail_offset, sha256: String(row.tail_sha256) },
    position: { bytes: row.parsed_bytes, lines: row.parsed_lines },
    turns: row.turns,
    turnsMark: row.turns_mark,
  }
}

function transcriptIn(row: TranscriptRow): StoredTranscript {
  const { id, key, source, session_id, excluded, root, folders, repository, last_at } = row
  return {
    ...{ id, key, source, sessionId: session_id, excluded, root, lastAt: last_at },
    folders: JSON.parse(folders),
    repository: JSON.parse(repository),
  }
}
