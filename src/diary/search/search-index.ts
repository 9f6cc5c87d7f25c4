import { join } from 'node:path'
import { sha256 } from '../../files/sha256.ts'
import type { LineStart, TailLine } from '../../transcripts/lines.ts'
import { parserVersion } from '../../transcripts/readers.ts'
import { type KeptDatabases, OwnDatabase, openDisposable } from '../own-database.ts'
import type { FoundSegment, PassageRow, Piece } from './collect.ts'
import { mergeSegments } from './segment.ts'

/** Raised whenever the same transcript would give other passages or terms. */
const searchVersion = 5

/** What of a transcript is searched by, besides its words. */
export interface SearchedTranscript {
  key: string
  source: string
  sessionId: string
  root: string | null
  isSubagent: boolean
  /** Changes when the transcript does; compared, never read. */
  mark: string
  /** The turns whose words were collected (`promptMark`). */
  prompts: string
}

/** A reading of a transcript, to be kept; one that goes on where another ended names that one's mark. */
export interface FoundPiece {
  transcript: SearchedTranscript
  piece: Piece
  /** The mark of what it continues; null when it replaces what is known. */
  continues: string | null
}

/** How far a transcript was collected. */
interface Collected {
  mark: string
  prompts: string
  position: LineStart
}

export interface SearchSize {
  transcripts: number
  passages: number
  /** Characters of all passages. */
  characters: number
  bytes: number
}

interface SegmentRow {
  id: number
  base: number
  passages: number
}

interface StoredPiece {
  /** The number of its first passage, which no other piece ever gets. */
  first: number
  passages: number
  transcript: number
}

/** How far a transcript was read: to its last LF, and with what follows it. */
interface Extent {
  position: Pick<LineStart, 'bytes'>
  tail: Pick<TailLine, 'sha256'> | null
  size: number
}

/** The mark of a transcript that was read so far. */
export function markOf({ position, tail, size }: Extent, stamp: string): string {
  return `${parserVersion}.${searchVersion} ${position.bytes} ${tail?.sha256 ?? ''} ${size} ${stamp}`
}

/** How a transcript is named in answers, the same on every run; its path tells more than that. */
export function historyRef(key: string): string {
  return `H${sha256(key).slice(0, 12)}`
}

/** What all transcripts say, by terms. Holds nothing that cannot be made again from them. */
export class SearchIndex {
  readonly #database: OwnDatabase

  constructor(folder: string, kept?: KeptDatabases) {
    const file = join(folder, 'search.sqlite')
    this.#database = kept?.take(file, openSearch) ?? new OwnDatabase(openSearch(file))
  }

  close(): void {
    this.#database.close()
  }

  clear(): void {
    this.#change(() =>
      this.#database.exec('delete from block; delete from segment; delete from piece; delete from transcript'),
    )
  }

  /** The marks of all transcripts, by key. */
  marks(): Map<string, string> {
    return this.#database.pairs(
      'select json_group_array(key) as keys, json_group_array(mark) as "values" from transcript',
    )
  }

  collected(key: string): Collected | null {
    const row = this.#database
      .sql<Omit<Collected, 'position'> & LineStart>('select mark, prompts, bytes, lines from transcript where key = ?')
      .get(key)
    return row ? { mark: row.mark, prompts: row.prompts, position: { bytes: row.bytes, lines: row.lines } } : null
  }

  /** The key of the transcript that answers name so. */
  keyOf(ref: string): string | null {
    return this.#database.sql<{ key: string }>('select key from transcript where ref = ?').get(ref)?.key ?? null
  }

  /** Keeps what was found in one transaction. What does not continue what is kept now is left out. */
  save(segment: FoundSegment, found: readonly FoundPiece[]): void {
    if (found.length === 0) return
    this.#change(() => {
      const base = this.#reserve(segment.passages)
      const kept = found.filter(each => this.#savePiece(each, base))
      if (kept.every(({ piece }) => piece.passages === 0 && !piece.unfinished)) return
      this.#saveSegment(base, segment.passages, segment.blocks)
    })
  }

  remove(keys: readonly string[]): void {
    if (keys.length === 0) return
    this.#change(() => {
      for (const key of keys) {
        this.#database.sql('delete from piece where transcript = (select id from transcript where key = ?)').run(key)
        this.#database.sql('delete from transcript where key = ?').run(key)
      }
    })
  }

  /** Makes one segment of the small ones when there are many; answers whether anything was written. */
  mergeSmall(): boolean {
    const small = this.#database.sql('select 1 from segment where passages < ?').all(smallSegment)
    if (small.length < mostSmallSegments) return false
    this.#change(() => this.#merge())
    return true
  }

  /** Leaves no term of what was removed: segments that have some of it are written again without. */
  compact(): void {
    this.#change(() => {
      const live = this.#live(0)
      for (const segment of this.#database.sql<SegmentRow>('select id, base, passages from segment').all()) {
        const { base, passages } = segment
        if (live.subarray(base, base + passages).includes(0)) this.#rewrite([segment])
      }
    })
    this.#database.compact()
  }

  #merge(): void {
    this.#rewrite(
      this.#database
        .sql<SegmentRow>('select id, base, passages from segment where passages < ? order by base')
        .all(smallSegment),
    )
  }

  /** Makes one segment of some that follow each other, with what is live in them. */
  #rewrite(rows: readonly SegmentRow[]): void {
    const segments = rows.map(row => {
      const blocks = this.#database.sql<{ data: Uint8Array }>('select data from block where segment = ?').all(row.id)
      return { ...row, blocks: blocks.map(({ data }) => data) }
    })
    const base = segments[0]?.base ?? 0
    const live = this.#live(base)
    const merged = mergeSegments(segments, base, document => live[document - base] === 1)
    for (const { id } of segments) {
      this.#database.sql('delete from block where segment = ?').run(id)
      this.#database.sql('delete from segment where id = ?').run(id)
    }
    const passages = segments.reduce((sum, each) => sum + each.passages, 0)
    this.#saveSegment(base, passages, merged)
  }

  /** Which passages from one on belong to what a transcript says now. */
  #live(base: number): Uint8Array {
    const live = new Uint8Array(Math.max(0, this.#next() - base))
    const pieces = this.#database
      .sql<{ first: number; passages: number }>('select first, passages from piece where first + passages > ?')
      .all(base)
    for (const { first, passages } of pieces) {
      live.fill(1, Math.max(0, first - base), first + passages - base)
    }
    return live
  }

  /** Another text after every change, and for every file that was ever made. */
  version(): string {
    return `${this.#state('made')} ${this.#state('changes')}`
  }

  transcripts(): (SearchedTranscript & { id: number })[] {
    const rows = this.#database
      .sql<Omit<SearchedTranscript, 'isSubagent'> & { id: number; subagent: number }>(
        `select id, key, source, session_id as sessionId, root, subagent, mark, prompts from transcript`,
      )
      .all()
    return rows.map(row => ({ ...row, isSubagent: row.subagent === 1 }))
  }

  /** All pieces in order, without what is in them. */
  pieces(): StoredPiece[] {
    const found: [number, number, number][] = this.#database.rows(
      `select json_group_array(json_array(first, passages, transcript)) as rows
      from (select first, passages, transcript from piece order by first)`,
    )
    return found.map(([first, passages, transcript]) => ({ first, passages, transcript }))
  }

  /** What is in the piece whose first passage has this number; null where another process has removed it meanwhile. */
  piece(first: number): Pick<Piece, 'data' | 'branches'> | null {
    const row = this.#database
      .sql<{ data: Uint8Array; branches: string }>('select data, branches from piece where first = ?')
      .get(first)
    return row ? { data: row.data, branches: JSON.parse(row.branches) } : null
  }

  /** What is in every piece, as one reading. */
  contents(): Map<number, Pick<Piece, 'data' | 'branches'>> {
    const rows = this.#database
      .sql<{ first: number; data: Uint8Array; branches: string }>('select first, data, branches from piece')
      .all()
    return new Map(rows.map(({ first, data, branches }) => [first, { data, branches: JSON.parse(branches) }]))
  }

  segments(): { id: number; base: number }[] {
    return this.#database.sql<{ id: number; base: number }>('select id, base from segment order by base').all()
  }

  /** Of every segment the block that has a term, if any has. */
  blocksWith(term: string): { base: number; data: Uint8Array }[] {
    const rows = this.#database
      .sql<{
        base: number
        data: Uint8Array | null
      }>(`select base, (select data from block where segment = segment.id and first <= ?
          order by first desc limit 1) as data
        from segment order by base`)
      .all(term)
    return rows.flatMap(({ base, data }) => (data === null ? [] : { base, data }))
  }

  /** The blocks of a segment that may have terms with a beginning. */
  blocksWithPrefix(segment: number, prefix: string): Uint8Array[] {
    const rows = this.#database
      .sql<{ data: Uint8Array }>(`select data from block where segment = ?1 and first < ?3 and first >= coalesce(
          (select max(first) from block where segment = ?1 and first <= ?2), ?2)
        order by first`)
      .all(segment, prefix, `${prefix}\u{10ffff}`)
    return rows.map(({ data }) => data)
  }

  size(): SearchSize {
    return this.#database.one(`select (select count(*) from transcript) as transcripts,
        total(passages) as passages, total(characters) as characters,
        (select page_count * page_size from pragma_page_count, pragma_page_size) as bytes
      from piece`)
  }

  /** Whether all transcripts were looked at since the file was made; before that, nobody knows how many are missing. */
  isWhole(): boolean {
    return this.#state('whole') === 1
  }

  noteWhole(isWhole: boolean): void {
    if (isWhole === this.isWhole()) return
    const change = isWhole
      ? `insert or ignore into state values ('whole', 1)`
      : `delete from state where name = 'whole'`
    this.#database.write(() => this.#database.sql(change).run())
  }

  #next(): number {
    return this.#state('next')
  }

  #state(name: 'next' | 'changes' | 'made' | 'whole'): number {
    return this.#database.sql<{ value: number }>('select value from state where name = ?').get(name)?.value ?? 0
  }

  #change<T>(work: () => T): T {
    return this.#database.write(() => {
      this.#database.sql(`update state set value = value + 1 where name = 'changes'`).run()
      return work()
    })
  }

  #reserve(count: number): number {
    const base = this.#next()
    this.#database.sql(`update state set value = ? where name = 'next'`).run(base + count)
    return base
  }

  #savePiece({ transcript, piece, continues }: FoundPiece, base: number): boolean {
    const { key, source, sessionId, root, isSubagent, mark, prompts } = transcript
    const known = this.#database
      .sql<{ id: number; mark: string }>('select id, mark from transcript where key = ?')
      .get(key)
    if (continues !== null && known?.mark !== continues) return false
    if (continues === null && known) {
      this.#database.sql('delete from piece where transcript = ?').run(known.id)
    }
    if (known) this.#database.sql('delete from piece where transcript = ? and unfinished = 1').run(known.id)
    this.#database
      .sql(`insert into transcript (key, ref, source, session_id, root, subagent, mark, prompts, bytes, lines)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (key) do update set source = excluded.source, session_id = excluded.session_id, root = excluded.root,
          subagent = excluded.subagent, mark = excluded.mark, prompts = excluded.prompts, bytes = excluded.bytes,
          lines = excluded.lines`)
      .run(
        key,
        historyRef(key),
        source,
        sessionId,
        root,
        isSubagent ? 1 : 0,
        mark,
        prompts,
        piece.to.bytes,
        piece.to.lines,
      )
    const { id } = this.#database.one<{ id: number }>('select id from transcript where key = ?', key)
    this.#saveRow(piece, base, id, 0)
    if (piece.unfinished) this.#saveRow(piece.unfinished, base, id, 1)
    return true
  }

  #saveRow(
    { first, passages, characters, branches, data }: PassageRow,
    base: number,
    transcript: number,
    unfinished: 0 | 1,
  ): void {
    if (passages === 0) return
    this.#database
      .sql(`insert into piece (first, passages, characters, transcript, unfinished, branches, data)
        values (?, ?, ?, ?, ?, ?, ?)`)
      .run(base + first, passages, characters, transcript, unfinished, JSON.stringify(branches), data)
  }

  #saveSegment(base: number, passages: number, blocks: FoundSegment['blocks']): void {
    const { lastInsertRowid } = this.#database
      .sql('insert into segment (base, passages) values (?, ?)')
      .run(base, passages)
    for (const { first, data } of blocks) {
      this.#database
        .sql('insert into block (segment, first, data) values (?, ?, ?)')
        .run(Number(lastInsertRowid), first, data)
    }
  }
}

function openSearch(file: string) {
  return openDisposable(file, {
    version: 4,
    tables,
    pragmas: 'pragma journal_size_limit=8388608',
    probes: ['segment', 'block', 'transcript', 'piece', 'state'].map(table => `select * from ${table} limit 1`),
  })
}

/** Segments of fewer passages are merged when there are this many of them. */
const smallSegment = 2000
const mostSmallSegments = 48

const tables = `
  create table segment (
    id integer primary key,
    base integer not null,
    passages integer not null
  );
  create table block (
    id integer primary key,
    segment integer not null,
    first text not null,
    data blob not null
  );
  create index block_first on block (segment, first);
  create table transcript (
    id integer primary key,
    key text not null unique,
    ref text not null,
    source text not null,
    session_id text not null,
    root text,
    subagent integer not null,
    mark text not null,
    prompts text not null,
    bytes integer not null,
    lines integer not null
  );
  create table piece (
    first integer primary key,
    passages integer not null,
    characters integer not null,
    transcript integer not null,
    unfinished integer not null,
    branches text not null,
    data blob not null
  );
  create index transcript_ref on transcript (ref);
  create index piece_transcript on piece (transcript);
  create table state (
    name text primary key,
    value integer not null
  ) without rowid;
  insert into state values ('next', 0), ('changes', 0), ('made', abs(random()) % 9007199254740991)
`
