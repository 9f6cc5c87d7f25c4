import { termRow } from '../../query/identifier-terms.ts'
import { familyOf } from '../../transcripts/agents.ts'
import type { Line, LineStart } from '../../transcripts/lines.ts'
import { type Passage, passagesOn, promptPassage } from '../../transcripts/passages.ts'
import type { ScannedTurn, SourceReader } from '../../transcripts/reader.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { errorAttribute, errorLines } from './error-lines.ts'
import type { Block } from './segment.ts'
import type { SegmentBuilder } from './segment-builder.ts'

/** Who a passage is from; the words that open a turn are known by the turn and not by their line alone. */
export const passageRoles = ['prompt', 'user', 'agent', 'tool'] as const
export type PassageRole = (typeof passageRoles)[number]

/** Where a passage is, and what a search asks of it without reading it. */
export interface PassagePlace {
  line: number
  /** Offset of the line's first byte. */
  byte: number
  /** Which of the line's passages it is. */
  ordinal: number
  role: PassageRole
  isError: boolean
  words: number
  /** When its turn began, in seconds. */
  at: number
}

/** Passages of one transcript that follow each other in their segment. */
export interface PassageRow {
  /** The number of the first in its segment. */
  first: number
  passages: number
  /** Their places. */
  data: Uint8Array
  /** The branch from a passage on, counted from the piece's first. */
  branches: [from: number, branch: string | null][]
  /** Characters of all passages. */
  characters: number
}

/** What one reading found in the lines of a transcript that end in LF. */
export interface Piece extends PassageRow {
  /** The passages of the line after the last LF, until that line goes on or ends. */
  unfinished: PassageRow | null
  /** Up to where the transcript was read: before, and now. */
  from: LineStart
  to: LineStart
}

export interface FoundSegment {
  passages: number
  blocks: Block[]
}

/** What tells whether the words that open turns are still those that were collected. */
export function promptMark(turns: readonly Pick<ScannedTurn, 'startLine'>[], upToLine: number): string {
  let count = 0
  let sum = 0
  for (const { startLine } of turns) {
    if (startLine > upToLine) continue
    count++
    sum = (Math.imul(sum, 31) + startLine) | 0
  }
  return `${count} ${sum}`
}

/** Collects what can be searched of a transcript, line by line, into a segment. */
export class Collector {
  readonly #builder: SegmentBuilder
  readonly #reader: SourceReader
  #first: number
  #places: Omit<PassagePlace, 'at'>[] = []
  #characters = 0
  /** Its bytes are not kept. */
  #unfinished: { number: number; start: number; passages: readonly Passage[] } | null = null
  readonly #calls = new Map<string, string[]>()
  readonly #tools = new Map<string, string[]>()
  readonly #files = new Map<string, string[]>()
  readonly #said: { line: number; text: string }[] = []

  constructor(builder: SegmentBuilder, reader: SourceReader) {
    this.#builder = builder
    this.#reader = reader
    this.#first = builder.documents
  }

  line(line: Line): void {
    this.#addAll(line, passagesOn(this.#reader, line))
  }

  /** Takes the line after the last LF; many transcripts that were copied or exported end without one. */
  unfinished(line: Line): void {
    const passages = passagesOn(this.#reader, line)
    const { number, start } = line
    this.#unfinished = { number, start, passages }
  }

  #addAll({ number, start }: Pick<Line, 'number' | 'start'>, passages: readonly Passage[]): void {
    let ordinal = 0
    for (const passage of passages) {
      if (!this.#isEcho(number, passage)) {
        const attributes = withErrors(passage, this.#attributes(passage))
        this.#add(passage, passage.role, number, start, ordinal, attributes)
      }
      ordinal++
    }
  }

  /** Ends with what opens the turns since `from`. */
  finish(turns: readonly ScannedTurn[], firstAt: number | null, from: LineStart, to: LineStart): Piece {
    this.#addPrompts(turns.filter(({ startLine }) => startLine > from.lines && startLine <= to.lines))
    const row = this.#takeRow(turns, firstAt)
    if (this.#unfinished) this.#addAll(this.#unfinished, this.#unfinished.passages)
    this.#addPrompts(turns.filter(({ startLine }) => startLine > to.lines))
    const unfinished = this.#places.length > 0 ? this.#takeRow(turns, firstAt) : null
    return { ...row, unfinished, from, to }
  }

  #addPrompts(turns: readonly ScannedTurn[]): void {
    for (const { startLine, startByte, text } of turns) {
      if (text.trim() !== '') this.#add(promptPassage(text), 'prompt', startLine, startByte, 0, noAttributes)
    }
  }

  /** What was added since the last row. */
  #takeRow(turns: readonly ScannedTurn[], firstAt: number | null): PassageRow {
    const turnOf = turnFinder(turns)
    const branches: Piece['branches'] = []
    const writer = new PlaceWriter()
    let branch: string | null | undefined
    for (const [index, place] of this.#places.entries()) {
      const turn = turnOf(place.line)
      if (branch !== (turn?.branch ?? null)) {
        branch = turn?.branch ?? null
        branches.push([index, branch])
      }
      writer.add(place, Math.floor((turn?.at ?? firstAt ?? 0) / 1000))
    }
    const row = {
      first: this.#first,
      passages: this.#places.length,
      data: writer.finish(),
      branches,
      characters: this.#characters,
    }
    this.#first += this.#places.length
    this.#places = []
    this.#characters = 0
    return row
  }

  #add(
    { text, isError }: Passage,
    role: PassageRole,
    line: number,
    byte: number,
    ordinal: number,
    attributes: readonly string[],
  ): void {
    this.#characters += text.length
    const words = this.#builder.add(text, attributes)
    this.#places.push({ line, byte, ordinal, role, isError, words })
  }

  /** Some agents log what they say twice, once as it happens and once as it is sent. */
  #isEcho(line: number, { role, text }: Passage): boolean {
    if (role !== 'agent') return false
    while ((this.#said[0]?.line ?? line) < line - echoDistance) this.#said.shift()
    const isEcho = this.#said.some(said => said.text === text)
    this.#said.push({ line, text })
    return isEcho
  }

  /** The tool and the files of a call, which its answer has as well. */
  #attributes({ tool, files, call }: Passage): string[] {
    const known = tool === null && call !== null ? this.#calls.get(call) : undefined
    if (known) return known
    if (tool === null) return noAttributes
    const attributes =
      files.length === 0 ? this.#ofTool(tool) : [...this.#ofTool(tool), ...files.flatMap(file => this.#ofFile(file))]
    if (call !== null) this.#calls.set(call, attributes)
    return attributes
  }

  #ofTool(name: string): string[] {
    const known = this.#tools.get(name) ?? toolAttributes(name)
    this.#tools.set(name, known)
    return known
  }

  #ofFile(path: string): string[] {
    const known = this.#files.get(path) ?? fileAttributes(path)
    this.#files.set(path, known)
    return known
  }
}

const echoDistance = 3
const noAttributes: string[] = []

/** Terms have letters and digits only, so these can be no word's. */
export function toolAttribute(name: string): string {
  return `t=${name.toLowerCase()}`
}

const shellAttribute = toolAttribute('shell')

function toolAttributes(name: string): string[] {
  return [...new Set([toolAttribute(name), toolAttribute(familyOf(name))])]
}

/** What failed commands say went wrong; what other tools say is the same for every file. */
function withErrors({ text, isError }: Passage, attributes: string[]): string[] {
  if (!isError || !attributes.includes(shellAttribute)) return attributes
  return [...attributes, ...errorLines(text).map(({ signature }) => errorAttribute(signature))]
}

export function fileAttributes(path: string): string[] {
  return termRow(path).words.map(word => `f=${word}`)
}

/** Finds the turn of a line; asked for lines that mostly rise. */
function turnFinder(turns: readonly ScannedTurn[]): (line: number) => ScannedTurn | undefined {
  let at = 0
  return line => {
    if ((turns[at]?.startLine ?? 0) > line) at = 0
    while ((turns[at + 1]?.startLine ?? Number.POSITIVE_INFINITY) <= line) at++
    const turn = turns[at]
    return turn && turn.startLine <= line ? turn : undefined
  }
}

class PlaceWriter {
  readonly #writer = new ByteWriter()
  #line = 0
  #byte = 0
  #at = 0

  add({ line, byte, ordinal, role, isError, words }: Omit<PassagePlace, 'at'>, at: number): void {
    this.#writer.signed(line - this.#line)
    this.#writer.signed(byte - this.#byte)
    this.#writer.number(ordinal * 8 + passageRoles.indexOf(role) * 2 + (isError ? 1 : 0))
    this.#writer.number(words)
    this.#writer.signed(at - this.#at)
    this.#line = line
    this.#byte = byte
    this.#at = at
  }

  finish(): Uint8Array {
    return this.#writer.take()
  }
}

/** Visits the places of a piece in order; the place is the same object each time. */
export function eachPlace(data: Uint8Array, visit: (place: PassagePlace) => void): void {
  const reader = new ByteReader(data)
  const place: PassagePlace = { line: 0, byte: 0, ordinal: 0, role: 'prompt', isError: false, words: 0, at: 0 }
  while (!reader.isAtEnd) {
    place.line += reader.signed()
    place.byte += reader.signed()
    const kind = reader.number()
    place.ordinal = kind >>> 3
    place.role = passageRoles[(kind >> 1) & 3] ?? 'tool'
    place.isError = (kind & 1) === 1
    place.words = reader.number()
    place.at += reader.signed()
    visit(place)
  }
}
