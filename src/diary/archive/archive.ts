import type { FileForm } from '../../transcripts/reader.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { OwnDatabase } from '../own-database.ts'
import { openArchive } from './database.ts'
import { PieceCutter, pack, packInBackground, pieceHash, pieceSize, unpack } from './pieces.ts'

/** A transcript to be kept, or one that is. */
export interface Archivable {
  /** The file's path, with the conversation's id where one file holds several. */
  key: string
  path: string
  source: string
  relative: string
  form: FileForm
  conversation: string | null
  name: string
  /** Changes when the transcript does; compared, never read. */
  mark: string
  /** When the transcript last changed, in milliseconds. */
  changedAt: number
}

export interface ArchivedTranscript extends Archivable {
  /** Bytes of its lines. */
  size: number
  seenAt: number
}

/** What shows whether a transcript has to be looked at again. */
export type ArchivedState = Pick<ArchivedTranscript, 'mark' | 'size'>

interface ArchiveSize {
  transcripts: number
  /** Bytes of all lines. */
  bytes: number
  /** Bytes they take on disk. */
  stored_bytes: number
}

/** Gives the bytes of a transcript's lines from an offset on, of files of lines at most up to another one. */
export type Lines = (from: number, take: (chunk: Buffer) => void, to?: number) => Promise<void>

/** Every transcript that was ever seen, in compressed pieces that are named after their content. */
export class Archive {
  readonly #database: OwnDatabase

  constructor(folder: string) {
    this.#database = new OwnDatabase(openArchive(folder))
  }

  close(): void {
    this.#database.close()
  }

  /** The newest version of every transcript, by key. */
  all(): Map<string, ArchivedTranscript> {
    const rows = this.#database
      .sql<ArchivedTranscript>(`select ${fields} from kept where superseded = 0 order by key`)
      .all()
    return new Map(rows.map(row => [row.key, row]))
  }

  /** The same, but only what shows whether they are up to date: asked in every run. */
  known(): Map<string, ArchivedState> {
    const known = this.#database.rows<[string, string, number]>(
      'select json_group_array(json_array(key, mark, size)) as rows from kept where superseded = 0',
    )
    return new Map(known.map(([key, mark, size]) => [key, { mark, size }]))
  }

  kept(key: string): ArchivedTranscript | undefined {
    return this.#newest(key)
  }

  /**
   * Keeps a transcript. Of one that only grew since, nothing is read but its end; one that was rewritten becomes
   * another version, and the earlier one stays.
   */
  async keep(what: Archivable, lines: Lines, now: number): Promise<void> {
    for (let tries = 3; tries > 0; tries--) if (await this.#keep(what, lines, now)) return
    throw new Unreadable('the archive is being emptied')
  }

  /** Gives back the lines of a transcript from an offset on, every piece of them checked. Throws `Unreadable`. */
  *chunks(key: string, from = 0): Generator<Buffer> {
    const kept = this.#newest(key)
    if (!kept) throw new Unreadable('the archive does not hold this transcript')
    let at = 0
    for (const { sha256, size } of this.#parts(kept.id)) {
      if (at + size > from) yield this.#piece(sha256).subarray(Math.max(0, from - at))
      at += size
    }
  }

  changedAt(key: string): number | null {
    return this.#newest(key)?.changedAt ?? null
  }

  /** The keys of transcripts that cannot be given back whole. */
  damaged(): string[] {
    const bad = new Set<string>()
    for (const { sha256 } of this.#database.sql<{ sha256: string }>('select sha256 from piece').all()) {
      try {
        this.#piece(sha256)
      } catch {
        bad.add(sha256)
      }
    }
    return [...this.known().keys()].filter(key => {
      const kept = this.#newest(key)
      return kept !== undefined && this.#parts(kept.id).some(part => bad.has(part.sha256) || !this.#has(part.sha256))
    })
  }

  size(): ArchiveSize {
    return this.#database.one(`select count(*) as transcripts, total(size) as bytes,
        (select total(length(stored)) from piece) as stored_bytes
      from kept where superseded = 0`)
  }

  /** Throws away what last changed before an instant, and pieces nothing is made of any more. */
  expire(before: number | null, now: number): void {
    this.#database.write(() => {
      if (before !== null) {
        this.#database.sql('delete from part where kept in (select id from kept where changed_at < ?)').run(before)
        this.#database.sql('delete from kept where changed_at < ?').run(before)
      }
      // Another process may just be adding pieces whose transcript is not written yet.
      this.#database
        .sql('delete from piece where added_at < ? and sha256 not in (select sha256 from part)')
        .run(now - hour)
    })
    this.#database.exec('pragma incremental_vacuum(2000)')
  }

  /** Removes transcripts in all their versions, and the pieces no other one is made of. */
  remove(keys: readonly string[]): void {
    if (keys.length === 0) return
    this.#database.write(() => {
      for (const key of keys) {
        const parts = this.#database
          .sql<{ sha256: string }>('select distinct sha256 from part where kept in (select id from kept where key = ?)')
          .all(key)
        this.#database.sql('delete from part where kept in (select id from kept where key = ?)').run(key)
        this.#database.sql('delete from kept where key = ?').run(key)
        for (const { sha256 } of parts) {
          this.#database
            .sql('delete from piece where sha256 = ? and not exists (select 1 from part where sha256 = ?)')
            .run(sha256, sha256)
        }
      }
    })
  }

  /** Leaves no byte of what was removed, nor of pieces that were kept for no transcript. */
  compact(): void {
    this.#database.write(() => this.#database.exec('delete from piece where sha256 not in (select sha256 from part)'))
    this.#database.compact()
  }

  /** Answers false when a piece it counted on was thrown away meanwhile. */
  async #keep(what: Archivable, lines: Lines, now: number): Promise<boolean> {
    const before = this.#newest(what.key)
    const grown = before && (await this.#grown(before, what, lines, now))
    const parts = grown || (await this.#cut(what, lines, 0, now))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    return this.#database.write(() => {
      if (!parts.every(part => this.#has(part.sha256))) return false
      const same = grown && this.#newest(what.key)?.id === before?.id ? before?.id : undefined
      const id = same ?? this.#insert(what, now)
      this.#database.sql('update kept set superseded = 1 where key = ? and id <> ?').run(what.key, id)
      this.#database
        .sql('update kept set mark = ?, size = ?, changed_at = ?, seen_at = ? where id = ?')
        .run(what.mark, size, what.changedAt, now, id)
      this.#database.sql('delete from part where kept = ?').run(id)
      for (const [number, part] of parts.entries()) {
        this.#database.sql('insert into part values (?, ?, ?, ?)').run(id, number, part.sha256, part.size)
      }
      return true
    })
  }

  /** The parts of a transcript that begins with all of what is kept of it; null when it does not. */
  async #grown(before: ArchivedRow, what: Archivable, lines: Lines, now: number): Promise<Part[] | null> {
    const parts = this.#parts(before.id)
    // Only a file of lines can be read from its middle.
    const first = what.form === 'lines' ? Math.max(0, parts.length - 1) : 0
    const begins: boolean[] = []
    const added = await this.#cut(what, lines, first * pieceSize, now, (piece, index) => {
      const known = parts[first + index]
      if (known) begins.push(piece.length >= known.size && pieceHash(piece.subarray(0, known.size)) === known.sha256)
    })
    const whole = begins.length === parts.length - first && begins.every(Boolean)
    return whole ? [...parts.slice(0, first), ...added] : null
  }

  async #cut(
    { form }: Archivable,
    lines: Lines,
    from: number,
    now: number,
    look: (piece: Buffer, index: number) => void = () => {},
  ): Promise<Part[]> {
    const parts: Part[] = []
    const waiting: { sha256: string; bytes: Buffer }[] = []
    const cutter = new PieceCutter(piece => {
      look(piece, parts.length)
      const sha256 = pieceHash(piece)
      parts.push({ sha256, size: piece.length })
      if (this.#has(sha256)) return
      if (form === 'lines') waiting.push({ sha256, bytes: Buffer.from(piece) })
      else this.#add(sha256, piece.length, pack(piece), now)
    })
    const packWaiting = async () => {
      const pieces = waiting.splice(0)
      await Promise.all(
        pieces.map(async ({ sha256, bytes }) => this.#add(sha256, bytes.length, await packInBackground(bytes), now)),
      )
    }
    // Only a file of lines can be read in stretches, whose pieces are packed while others are read.
    if (form !== 'lines') await lines(from, chunk => cutter.push(chunk))
    for (let at = from, count = stretch; form === 'lines' && count === stretch; at += count) {
      count = 0
      const take = (chunk: Buffer) => {
        count += chunk.length
        cutter.push(chunk)
      }
      await lines(at, take, at + stretch)
      await packWaiting()
    }
    cutter.end()
    await packWaiting()
    return parts
  }

  #add(sha256: string, size: number, stored: Buffer, now: number): void {
    this.#database.sql('insert or ignore into piece values (?, ?, ?, ?)').run(sha256, size, stored, now)
  }

  #insert(what: Archivable, now: number): number {
    const { key, path, source, relative, form, conversation, name, mark, changedAt } = what
    const { lastInsertRowid } = this.#database
      .sql(`insert into kept (key, path, source, relative, form, conversation, name, mark, size, changed_at, seen_at, superseded)
      values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0)`)
      .run(key, path, source, relative, form, conversation, name, mark, changedAt, now)
    return Number(lastInsertRowid)
  }

  #newest(key: string): ArchivedRow | undefined {
    return this.#database
      .sql<ArchivedRow>(`select id, ${fields} from kept where key = ? and superseded = 0 order by id desc`)
      .get(key)
  }

  #parts(kept: number): Part[] {
    return this.#database.sql<Part>('select sha256, size from part where kept = ? order by number').all(kept)
  }

  #has(sha256: string): boolean {
    return this.#database.sql('select 1 from piece where sha256 = ?').get(sha256) !== undefined
  }

  #piece(sha256: string): Buffer {
    const piece = this.#database.sql<{ stored: Uint8Array }>('select stored from piece where sha256 = ?').get(sha256)
    const bytes = piece ? unpack(piece.stored, sha256) : null
    if (bytes) return bytes
    throw new Unreadable('a piece of the archive is damaged')
  }
}

interface Part {
  sha256: string
  size: number
}

interface ArchivedRow extends ArchivedTranscript {
  id: number
}

const fields = `key, path, source, relative, form, conversation, name, mark, size,
  changed_at as changedAt, seen_at as seenAt`
const hour = 3_600_000
const stretch = 4 * pieceSize
