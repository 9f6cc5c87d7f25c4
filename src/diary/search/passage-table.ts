import { eachPlace, type PassagePlace, type PassageRole, type Piece, passageRoles } from './collect.ts'
import { repeatedPassages } from './copies.ts'
import { KeptLists } from './kept-lists.ts'
import type { SearchedTranscript, SearchIndex } from './search-index.ts'

/** Bytes; the commonest word of a gibibyte of transcripts takes two million. */
const mostKept = 32 * 1024 * 1024

interface ReadPiece {
  /** One more than the number of its last passage. */
  end: number
  /** Of all its passages. */
  words: number
  branches: Piece['branches']
}

/** Memory for one ranking of all passages. */
export interface RankingRoom {
  /** What each passage is worth. */
  scores: Float32Array
  passages: Int32Array
}

/** Where every passage is, by its number, without reading any of them. */
export class PassageTable {
  readonly transcripts: readonly SearchedTranscript[]
  /** One more than the highest number. */
  readonly size: number
  /** How many there are. */
  readonly count: number
  readonly averageWords: number
  /** The index of each passage's transcript; -1 for a number that is no passage any more. */
  readonly transcriptOf: Int32Array
  readonly words: Uint16Array
  /** Seconds. */
  readonly at: Uint32Array
  /** The lists of terms that were read last; another table has other passages. */
  readonly lists = new KeptLists(mostKept)
  #room: RankingRoom | null = null
  readonly #lines: Uint32Array
  readonly #bytes: Float64Array
  readonly #kinds: Uint16Array
  /** By the number of their first passage. */
  readonly #pieces = new Map<number, ReadPiece>()

  /** `before` is a table of the same file: a passage never changes, so only pieces that came since are read. */
  constructor(index: SearchIndex, before?: PassageTable) {
    const rows = index.transcripts()
    const placeOf = new Map(rows.map(({ id }, place) => [id, place]))
    const pieces = index.pieces()
    const size = pieces.reduce((most, { first, passages }) => Math.max(most, first + passages), 0)
    const known = before ? before.#known() : undefined
    const kept = <T extends Int32Array | Uint16Array | Uint32Array | Float64Array>(
      made: T,
      known: T | undefined,
    ): T => {
      if (known) made.set(known.subarray(0, size))
      return made
    }
    this.transcripts = rows
    this.size = size
    this.transcriptOf = new Int32Array(size).fill(-1)
    this.words = kept(new Uint16Array(size), known?.words)
    this.at = kept(new Uint32Array(size), known?.at)
    this.#lines = kept(new Uint32Array(size), known?.lines)
    this.#bytes = kept(new Float64Array(size), known?.bytes)
    this.#kinds = kept(new Uint16Array(size), known?.kinds)
    // A table from nothing reads all pieces at once.
    const contents = known ? undefined : index.contents()
    const placed = pieces.flatMap(({ first, transcript }) => {
      const place = placeOf.get(transcript)
      if (place === undefined) return []
      const found = known?.pieces.get(first) ?? contents?.get(first) ?? index.piece(first)
      if (!found) return []
      const piece = 'data' in found ? this.#read(first, found) : found
      this.#pieces.set(first, piece)
      return { first, place, piece, end: piece.end }
    })
    let count = 0
    let words = 0
    for (const { first, place, piece } of placed) {
      this.transcriptOf.fill(place, first, piece.end)
      count += piece.end - first
      words += piece.words
    }
    for (const passage of repeatedPassages(rows, placed, this.#bytes, number => this.place(number))) {
      this.transcriptOf[passage] = -1
      count--
      words -= this.words[passage] ?? 0
    }
    this.count = count
    this.averageWords = count === 0 ? 1 : Math.max(1, words / count)
  }

  #known() {
    const { words, at } = this
    return { words, at, lines: this.#lines, bytes: this.#bytes, kinds: this.#kinds, pieces: this.#pieces }
  }

  /** Notes where the passages of a piece are, which are numbered from `first` on. */
  #read(first: number, { data, branches }: Pick<Piece, 'data' | 'branches'>): ReadPiece {
    let number = first
    let words = 0
    eachPlace(data, passage => {
      this.words[number] = Math.min(passage.words, 0xffff)
      this.at[number] = Math.max(0, passage.at)
      this.#lines[number] = passage.line
      this.#bytes[number] = passage.byte
      this.#kinds[number] =
        Math.min(passage.ordinal, 4095) * 8 + passageRoles.indexOf(passage.role) * 2 + (passage.isError ? 1 : 0)
      number++
      words += passage.words
    })
    return { end: number, words, branches }
  }

  /** Gives memory to `use`, the same one time after time: megabytes for each search would have to be collected again. */
  async withRoom<T>(use: (room: RankingRoom) => Promise<T>): Promise<T> {
    const room = this.#room ?? { scores: new Float32Array(this.size), passages: new Int32Array(this.size) }
    // Another search at the same time gets memory of its own.
    this.#room = null
    try {
      return await use(room)
    } finally {
      this.#room = room
    }
  }

  /** The passages of a transcript, as they are numbered. */
  passagesOf(transcript: number): number[] {
    const found: number[] = []
    for (let at = this.transcriptOf.indexOf(transcript); at >= 0; at = this.transcriptOf.indexOf(transcript, at + 1)) {
      found.push(at)
    }
    return found
  }

  transcript(passage: number): SearchedTranscript | undefined {
    return this.transcripts[this.transcriptOf[passage] ?? -1]
  }

  role(passage: number): PassageRole {
    return passageRoles[this.roleNumber(passage)] ?? 'tool'
  }

  /** Its place in `passageRoles`. */
  roleNumber(passage: number): number {
    return ((this.#kinds[passage] ?? 0) >> 1) & 3
  }

  isError(passage: number): boolean {
    return ((this.#kinds[passage] ?? 0) & 1) === 1
  }

  place(passage: number): PassagePlace {
    return {
      line: this.#lines[passage] ?? 0,
      byte: this.#bytes[passage] ?? 0,
      ordinal: (this.#kinds[passage] ?? 0) >> 3,
      role: this.role(passage),
      isError: this.isError(passage),
      words: this.words[passage] ?? 0,
      at: this.at[passage] ?? 0,
    }
  }

  /** Visits the passages that were said while a branch was checked out, as ranges, where the transcript says so. */
  eachBranch(visit: (branch: string, from: number, to: number) => void): void {
    for (const [first, { end, branches }] of this.#pieces) {
      branches.forEach(([from, branch], place) => {
        const to = branches[place + 1]?.[0]
        if (branch !== null) visit(branch, first + from, to === undefined ? end : first + to)
      })
    }
  }
}
