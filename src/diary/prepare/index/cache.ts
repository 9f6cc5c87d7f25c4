import { statSync } from 'node:fs'
import type { ScannedTurn, TranscriptFile } from '../../../transcripts/reader.ts'
import { parserVersion } from '../../../transcripts/readers.ts'
import type { StoredScan } from '../../../transcripts/scan.ts'
import type { Exclusion } from '../../../transcripts/source.ts'
import { type KeptDatabases, OwnDatabase } from '../../own-database.ts'
import { markOf } from '../../search/search-index.ts'
import type { IndexCounters } from '../progress.ts'
import type { Located } from '../transcript-bytes.ts'
import { cacheFile, openCache } from './database.ts'
import { hasSettled, type IndexedFile, type Stamp } from './file-state.ts'
import type { ScanAnswer } from './scan-job.ts'
import {
  columns,
  type Ending,
  endingIn,
  headColumns,
  type IndexedTranscript,
  type Row,
  rowOf,
  storedScanIn,
  transcriptIn,
  turnsWithText,
} from './transcript-row.ts'

/** A file that was read, to be kept. */
export interface IndexedNow {
  file: TranscriptFile
  stamp: Stamp
  indexedAtNs: string
  answer: ScanAnswer
}

/** How far a transcript was read. */
export interface ReadProgress {
  key: string
  /** Changes when what was read does. */
  mark: string
  size: number
  excluded: Exclusion | null
  root: string | null
}

/** Where a transcript is, and when it was written. */
export interface LocatedTranscript extends Located, Ending {
  firstAt: number | null
  lastAt: number | null
}

interface KeyRow {
  key: string
  conversation: string | null
}

type Totals = Pick<
  IndexCounters,
  'lines_total' | 'malformed_lines' | 'untimestamped_records' | 'non_monotonic' | 'oversized_lines' | 'turns_total'
>

/** The index of all transcripts, kept between runs (diary.md §5.2). */
export class IndexCache {
  readonly #file: string
  readonly #database: OwnDatabase

  constructor(folder: string, kept?: KeptDatabases) {
    this.#file = cacheFile(folder)
    this.#database = kept?.take(this.#file, openCache) ?? new OwnDatabase(openCache(this.#file))
  }

  close(): void {
    this.#database.close()
  }

  /** Forgets everything, so that everything is read again. */
  clear(): void {
    this.#database.write(() => this.#database.exec('delete from file; delete from transcript'))
  }

  /** How every file looked that had settled, by path; of one that had not, a look that no file has. */
  files(): Map<string, string> {
    return this.#database.pairs(
      `select json_group_array(path) as keys, json_group_array(
        iif(settled and parser_version = ?, ino || ' ' || size || ' ' || mtime_ns || ' ' || side, '')) as "values"
      from file`,
      parserVersion,
    )
  }

  /** Whether an earlier version read some files: until they are read again nothing is known of them. */
  isOutdated(): boolean {
    return this.#database.sql('select 1 from file where parser_version <> ? limit 1').get(parserVersion) !== undefined
  }

  /** Another text whenever something was read or forgotten. */
  version(): string {
    const { files, transcripts } = this.#database.one<{ files: string; transcripts: string }>(
      `select (select count(*) || ' ' || total(size) || ' ' || coalesce(max(indexed_at_ns), '') from file) as files,
        (select count(*) || ' ' || total(archived) || ' ' || total(turn_count) from transcript) as transcripts`,
    )
    return `${parserVersion} ${files} ${transcripts}`
  }

  /** What is known of one file without having read anything of it. */
  file(path: string): IndexedFile | undefined {
    return this.#database
      .sql<IndexedFile>(`select dev, ino, size, mtime_ns as mtimeNs, side, indexed_at_ns as indexedAtNs,
        parser_version as parserVersion from file where path = ?`)
      .get(path)
  }

  /** The last line that was read of a file, and where reading ended. */
  ending(path: string): Ending | null {
    const row = this.#database
      .sql<Row>(`select parsed_bytes, parsed_lines, tail_offset, tail_sha256 from transcript
      where key = ? and archived = 0 and parser_version = ?`)
      .get(path, parserVersion)
    return row ? endingIn(row) : null
  }

  /** Where reading of a file may go on. */
  storedScan(path: string): StoredScan | null {
    const row = this.#database.sql<Row>('select * from transcript where key = ? and archived = 0').get(path)
    return row ? storedScanIn(row) : null
  }

  /** The stamps of a database's conversations, by id. */
  conversations(path: string): { [conversation: string]: string } {
    const rows = this.#database
      .sql<{ conversation: string; stamp: string }>(`select conversation, stamp from transcript
      where path = ? and conversation is not null and archived = 0 and parser_version = ?`)
      .all(path, parserVersion)
    return Object.fromEntries(rows.map(({ conversation, stamp }) => [conversation, stamp]))
  }

  transcripts(): IndexedTranscript[] {
    const rows = this.#database
      .sql<Row>(`select ${headColumns.join(', ')} from transcript where parser_version = ? order by key`)
      .all(parserVersion)
    return rows.map(transcriptIn)
  }

  /** How far every transcript was read; asked in every run. */
  readings(): ReadProgress[] {
    const rows = this.#database.rows<[string, number, number, string | null, string, Exclusion | null, string | null]>(
      `select json_group_array(json_array(key, size, parsed_bytes, tail_sha256, stamp, verdict, root)) as rows
      from transcript where parser_version = ?`,
      parserVersion,
    )
    return rows.map(([key, size, bytes, sha256, stamp, excluded, root]) => {
      const mark = markOf({ position: { bytes }, tail: sha256 === null ? null : { sha256 }, size }, stamp)
      return { key, mark, size, excluded, root }
    })
  }

  /** Another text after every change of the index: how its files look. */
  stamp(): string {
    const looks = [this.#file, `${this.#file}-wal`].map(file => statSync(file, { bigint: true, throwIfNoEntry: false }))
    // An empty log is made whenever the database is opened.
    return looks.map(look => (look && look.size > 0n ? `${look.size} ${look.mtimeNs}` : '')).join(' ')
  }

  /** Where the transcripts with a file are, without anything else about them. */
  located(): (Located & { name: string; stamp: string })[] {
    const rows = this.#database
      .sql<
        Located & { name: string; stamp: string }
      >(`select key, path, source, relative, form, conversation, name, stamp, size, 0 as archived
      from transcript where archived = 0 and parser_version = ? order by key`)
      .all(parserVersion)
    return rows.map(row => ({ ...row, archived: false }))
  }

  /** How every transcript looks, by key: another text whenever it has changed. */
  looks(): Map<string, string> {
    return this.#database.pairs(
      `select json_group_array(key) as keys, json_group_array(transcript.size || ' ' || transcript.stamp || ' ' ||
        iif(archived, 'archived', coalesce(ino || ' ' || mtime_ns, ''))) as "values"
      from transcript left join file on file.path = transcript.path and conversation is null
      where transcript.parser_version = ?`,
      parserVersion,
    )
  }

  /** What tells whose transcripts these are, by whichever version they were read. */
  identities(): { key: string; source: string; sessionId: string; forkedFrom: string | null }[] {
    const rows = this.#database.rows<[string, string, string, string | null]>(
      'select json_group_array(json_array(key, source, session_id, forked_from)) as rows from transcript',
    )
    return rows.map(([key, source, sessionId, forkedFrom]) => ({ key, source, sessionId, forkedFrom }))
  }

  transcript(key: string): IndexedTranscript | null {
    const row = this.#database
      .sql<Row>(`select ${headColumns.join(', ')} from transcript where key = ? and parser_version = ?`)
      .get(key, parserVersion)
    return row ? transcriptIn(row) : null
  }

  /** What it takes to read a transcript, without its turns. */
  locate(key: string): LocatedTranscript | null {
    const row = this.#database
      .sql<
        Row & Omit<LocatedTranscript, 'archived'>
      >(`select key, path, source, relative, form, conversation, stamp, archived, size, parsed_bytes, parsed_lines,
        tail_offset, tail_sha256, first_at as firstAt, last_at as lastAt from transcript where key = ? and parser_version = ?`)
      .get(key, parserVersion)
    return row ? { ...row, archived: row.archived === 1, ...endingIn(row) } : null
  }

  /** What the person said first, or its beginning. */
  firstPrompt(key: string): string {
    const row = this.#database
      .sql<{ begin: string }>('select substr(texts, 1, ?) as begin from transcript where key = ?')
      .get(beginning, key)
    return row ? firstTextIn(row.begin) : ''
  }

  turns(key: string): ScannedTurn[] {
    const row = this.#database.sql<Row>('select turns, texts from transcript where key = ?').get(key)
    return row ? turnsWithText(row) : []
  }

  marks(key: string): Uint8Array | null {
    const row = this.#database.sql<{ marks: Uint8Array | null }>('select marks from transcript where key = ?').get(key)
    return row?.marks ? new Uint8Array(row.marks) : null
  }

  /** Keeps what was read. Conversations that a file no longer holds are left to `forget`. */
  save(indexed: readonly IndexedNow[]): void {
    if (indexed.length === 0) return
    this.#database.write(() => {
      for (const { file, stamp, indexedAtNs, answer } of indexed) {
        for (const scanned of answer.transcripts) this.#insert(rowOf(file, scanned, false))
        const { dev, ino, size, mtimeNs, side } = stamp
        const settled = hasSettled(stamp, indexedAtNs) ? 1 : 0
        this.#database
          .sql('replace into file values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
          .run(file.path, dev, ino, size, mtimeNs, side, indexedAtNs, parserVersion, settled)
      }
    })
  }

  /** Keeps a transcript that was read from the archive, since its file is gone. */
  saveArchived(file: TranscriptFile, answer: ScanAnswer): void {
    this.#database.write(() => {
      for (const scanned of answer.transcripts) this.#insert(rowOf(file, scanned, true))
    })
  }

  /** The transcripts of files that went, those databases no longer hold, and those the archive no longer holds. */
  missing(
    files: readonly string[],
    conversations: ReadonlyMap<string, ReadonlySet<string>>,
    isArchived: (key: string) => boolean,
  ): string[] {
    const inFile = 'select key, conversation from transcript where path = ? and archived = 0'
    const gone = files.flatMap(path => this.#database.sql<KeyRow>(inFile).all(path))
    const left = [...conversations].flatMap(([path, held]) =>
      this.#database
        .sql<KeyRow>(inFile)
        .all(path)
        .filter(({ conversation }) => !held.has(conversation ?? '')),
    )
    const lost = this.#database.sql<KeyRow>('select key from transcript where archived = 1').all()
    return [...[...gone, ...left].map(({ key }) => key), ...lost.map(({ key }) => key).filter(key => !isArchived(key))]
  }

  /** Which transcripts there are, by key. */
  presence(): Map<string, { archived: boolean; size: number }> {
    const rows = this.#database.rows<[string, number, number]>(
      'select json_group_array(json_array(key, archived, size)) as rows from transcript where parser_version = ?',
      parserVersion,
    )
    return new Map(rows.map(([key, archived, size]) => [key, { archived: archived === 1, size }]))
  }

  /** What all homes hold together; turns also of transcripts whose file is gone. */
  totals(): Totals {
    return this.#database.one<Totals>(`select total(lines) as lines_total, total(malformed) as malformed_lines,
        total(untimestamped) as untimestamped_records, total(non_monotonic) as non_monotonic,
        total(oversized) as oversized_lines, (select total(turn_count) from transcript) as turns_total
      from transcript where archived = 0`)
  }

  /** Removes the rows of what is gone, and marks those the archive still holds. */
  forget(gone: readonly string[], files: readonly string[], isArchived: (key: string) => boolean): void {
    if (gone.length === 0 && files.length === 0) return
    this.#database.write(() => {
      for (const path of files) this.#database.sql('delete from file where path = ?').run(path)
      for (const key of gone) {
        if (isArchived(key)) this.#database.sql('update transcript set archived = 1 where key = ?').run(key)
        else this.#database.sql('delete from transcript where key = ?').run(key)
      }
    })
  }

  /** Removes transcripts and the looks of files that hold no other one. */
  remove(keys: readonly string[]): void {
    if (keys.length === 0) return
    this.#database.write(() => {
      for (const key of keys) {
        this.#database.sql('delete from transcript where key = ?').run(key)
        this.#database
          .sql('delete from file where path = ? and not exists (select 1 from transcript where path = file.path)')
          .run(key)
      }
    })
  }

  /** Leaves no byte of what was removed. */
  compact(): void {
    this.#database.compact()
  }

  #insert(cells: ReturnType<typeof rowOf>): void {
    const places = columns.map(() => '?').join(', ')
    this.#database.sql(`replace into transcript (${columns.join(', ')}) values (${places})`).run(...cells)
  }
}

/** Characters of JSON; a title is made of fewer. */
const beginning = 16 * 1024

/** The first text of a list as JSON has it, as far as it goes. */
function firstTextIn(json: string): string {
  if (!json.startsWith('["')) return ''
  let end = 2
  while (end < json.length && json[end] !== '"') {
    const size = json[end] !== '\\' ? 1 : json[end + 1] === 'u' ? 6 : 2
    if (end + size > json.length) break
    end += size
  }
  return JSON.parse(`"${json.slice(2, end)}"`)
}
