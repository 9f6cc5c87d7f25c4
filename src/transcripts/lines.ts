import { createHash, type Hash, hash } from 'node:crypto'
import { lineFeedIn } from './json-scan/machine.ts'
import { isObject, type TranscriptRecord, type TurnLine } from './record.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** A longer line is hashed and counted, not read. */
const longestLine = 32 * 1024 * 1024
/** Of lines longer than this, one at a time is held in memory per process. */
export const largeLine = 4 * 1024 * 1024

const firstCarry = 64 * 1024

/** One physical line. Its bytes are a view of memory that is used again: good until the next line is asked for. */
export class Line {
  /** From 1. */
  readonly number: number
  /** Offset of the first byte in the file, and just past the line end. */
  readonly start: number
  readonly end: number
  /** Bytes without the line end. */
  readonly size: number
  /** What holds those bytes, and from where on; null when the line is oversized. */
  readonly holder: Buffer | null
  readonly from: number
  #hash: string | undefined
  #record: TranscriptRecord | null | undefined

  constructor(number: number, start: number, end: number, size: number, holder: Buffer | string, from: number) {
    this.number = number
    this.start = start
    this.end = end
    this.size = size
    this.holder = typeof holder === 'string' || size > longestLine ? null : holder
    this.from = from
    this.#hash = this.holder ? undefined : typeof holder === 'string' ? holder : hashOf(holder, from, size)
  }

  /** Null when the line is oversized. */
  get bytes(): Buffer | null {
    return this.holder?.subarray(this.from, this.from + this.size) ?? null
  }

  /** The one object it consists of, or null; parsed once for all callers, which never change it. */
  record(): TranscriptRecord | null {
    if (this.#record === undefined) {
      const bytes = this.size > 0 ? this.bytes : null
      this.#record = bytes && objectIn(decodeLine(bytes, this.number === 1))
    }
    return this.#record
  }

  sha256(): string {
    this.#hash ??= this.holder ? hashOf(this.holder, this.from, this.size) : ''
    return this.#hash
  }
}

/** The last line that ended in LF: where it starts, and what it holds. */
export interface TailLine {
  offset: number
  sha256: string
}

export interface LineStart {
  /** Lines and bytes before the first pushed chunk. */
  lines: number
  bytes: number
}

/**
 * Cuts a stream of bytes into lines: at LF only, dropping one CR before it. It never holds more than one line, and of
 * an oversized one only the hash.
 */
export class LineSplitter {
  #take: (line: Line) => void
  #number: number
  #offset: number
  #gate: LargeLineGate | undefined
  #carry = Buffer.alloc(0)
  #carried = 0
  #oversized: OversizedLine | undefined
  #gated = false
  #tail: TailLine | null = null

  constructor(take: (line: Line) => void, start: LineStart = { lines: 0, bytes: 0 }, gate?: LargeLineGate) {
    this.#take = take
    this.#number = start.lines
    this.#offset = start.bytes
    this.#gate = gate
  }

  /** Where the next line starts, after the last LF so far. */
  get position(): LineStart {
    return { lines: this.#number, bytes: this.#offset }
  }

  /** The last complete line, if any came since the start. */
  get tail(): TailLine | null {
    return this.#tail
  }

  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(lineFeed)
    let from = 0
    let to = lineFeedIn(chunk, 0)
    if (to >= 0 && this.#pending()) {
      this.#hold(chunk, 0, to)
      this.#emitHeld(1, to === last)
      from = to + 1
      to = lineFeedIn(chunk, from)
    }
    while (to >= 0) {
      this.#emit(chunk, from, to, 1, to === last)
      from = to + 1
      to = lineFeedIn(chunk, from)
    }
    if (from < chunk.length) this.#hold(chunk, from, chunk.length)
  }

  /** Gives the bytes after the last LF as a line, if there are any. */
  end(): void {
    if (this.#pending()) this.#emitHeld(0, false)
  }

  /** Lets go of an unfinished line, when reading stops early. */
  abandon(): void {
    this.#carried = 0
    this.#oversized = undefined
    this.#release()
  }

  #pending(): boolean {
    return this.#carried > 0 || this.#oversized !== undefined
  }

  #hold(chunk: Buffer, from: number, to: number): void {
    if (this.#oversized) {
      this.#oversized.add(chunk.subarray(from, to))
      return
    }
    const needed = this.#carried + to - from
    // One byte more than the longest line may still be a CR that does not count.
    if (needed > longestLine + 1) {
      this.#oversized = new OversizedLine()
      this.#oversized.add(this.#carry.subarray(0, this.#carried))
      this.#oversized.add(chunk.subarray(from, to))
      this.#carried = 0
      this.#release()
      return
    }
    if (needed > largeLine && !this.#gated) {
      this.#gate?.enter()
      this.#gated = true
    }
    if (needed > this.#carry.length) this.#grow(needed)
    chunk.copy(this.#carry, this.#carried, from, to)
    this.#carried = needed
  }

  #grow(needed: number): void {
    const size = Math.min(Math.max(needed, this.#carry.length * 2, firstCarry), longestLine + 1)
    const larger = Buffer.allocUnsafeSlow(Math.max(size, needed))
    this.#carry.copy(larger, 0, 0, this.#carried)
    this.#carry = larger
  }

  #emitHeld(lineEnd: 0 | 1, isTail: boolean): void {
    const oversized = this.#oversized
    if (!oversized) {
      const size = this.#carried
      this.#carried = 0
      try {
        this.#emit(this.#carry, 0, size, lineEnd, isTail)
      } finally {
        this.#release()
      }
      return
    }
    this.#oversized = undefined
    const { physical, size, hash } = oversized.finish()
    this.#deliver(physical + lineEnd, size, hash, 0, isTail)
  }

  #emit(buffer: Buffer, from: number, to: number, lineEnd: 0 | 1, isTail: boolean): void {
    const stop = to > from && buffer[to - 1] === carriageReturn ? to - 1 : to
    this.#deliver(to - from + lineEnd, stop - from, buffer, from, isTail)
  }

  #deliver(physical: number, size: number, holder: Buffer | string, from: number, isTail: boolean): void {
    const start = this.#offset
    this.#offset += physical
    this.#number++
    const line = new Line(this.#number, start, this.#offset, size, holder, from)
    // Only the last line of a chunk can be the last of all, so few are hashed.
    if (isTail) this.#tail = { offset: start, sha256: line.sha256() }
    this.#take(line)
  }

  #release(): void {
    if (!this.#gated) return
    this.#carry = Buffer.alloc(0)
    this.#gated = false
    this.#gate?.leave()
  }
}

/** The JSON object a line holds, notes of the client beside it left aside, or null. */
export function parseLine(bytes: Buffer, isFirst: boolean): TranscriptRecord | null {
  const text = decodeLine(bytes, isFirst)
  return objectIn(text) ?? joinedIn(text)?.record ?? null
}

function objectIn(text: string): TranscriptRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** A record that shares its line with notes of the client. */
interface JoinedLine {
  record: TranscriptRecord
  /** The bytes of the notes, by their type. */
  notes: { [type: string]: number }
}

/**
 * What two processes of a client may write into one line: a record, and notes that nothing is taken from. Null when the
 * line is anything else; of two records that say something neither may be passed over.
 */
export function joinedIn(text: string): JoinedLine | null {
  const parts = objectsIn(text)
  const records = parts.map(objectIn)
  if (parts.length < 2 || records.includes(null)) return null
  const said = records.filter(record => !noteTypes.has(String(record?.type)))
  const record = said[0] ?? records[0]
  if (!record || said.length > 1) return null
  const notes: JoinedLine['notes'] = {}
  for (const [at, note] of records.entries()) {
    const type = String(note?.type)
    if (note !== record) notes[type] = (notes[type] ?? 0) + Buffer.byteLength(parts[at] ?? '')
  }
  return { record, notes }
}

/** Of the session, or of the files it may go back to. */
const noteTypes: ReadonlySet<string> = new Set([
  'summary',
  'file-history-snapshot',
  'permission-mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
])

/** The texts of the objects of which a text consists and nothing else; none where it does not. */
function objectsIn(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) {
      parts.push(text.slice(start, at + 1))
      start = at + 1
    }
  }
  return start === text.length ? parts : []
}

/** The text of a line; of the first one without its byte order mark. */
export function decodeLine(bytes: Buffer, isFirst: boolean): string {
  const text = bytes.toString('utf8')
  return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
}

class OversizedLine {
  #hash: Hash = createHash('sha256')
  #physical = 0
  #heldReturn = false

  add(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#physical += bytes.length
    if (this.#heldReturn) this.#hash.update('\r')
    this.#heldReturn = bytes[bytes.length - 1] === carriageReturn
    this.#hash.update(this.#heldReturn ? bytes.subarray(0, -1) : bytes)
  }

  finish(): { physical: number; size: number; hash: string } {
    const size = this.#physical - (this.#heldReturn ? 1 : 0)
    return { physical: this.#physical, size, hash: this.#hash.digest('hex') }
  }
}

function hashOf(holder: Buffer, from: number, size: number): string {
  return hash('sha256', holder.subarray(from, from + size), 'hex')
}

/** Lets one large line at a time into the memory of a process, whatever thread reads it. */
export interface LargeLineGate {
  enter(): void
  leave(): void
}

/** The memory the threads of one process share for their gate. */
export function largeLineMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(4)
}

/** A thread that never leaves, because it was ended, is passed by after this long. */
const maxWaitMs = 30_000

/**
 * Waiting blocks the thread, so a thread reads one file at a time; a gate serves the threads of a pool, not the
 * asynchronous work of one thread.
 */
export function largeLineGate(memory: SharedArrayBuffer): LargeLineGate {
  const taken = new Int32Array(memory)
  return {
    enter: () => {
      const until = Date.now() + maxWaitMs
      while (Atomics.compareExchange(taken, 0, 0, 1) !== 0 && Date.now() < until) Atomics.wait(taken, 0, 1, maxWaitMs)
    },
    leave: () => {
      Atomics.store(taken, 0, 0)
      Atomics.notify(taken, 0, 1)
    },
  }
}

/** All lines of a file, parsed. */
export function parseLines(bytes: Buffer): TurnLine[] {
  const lines: TurnLine[] = []
  const splitter = new LineSplitter(({ number, bytes: line }) =>
    lines.push({ number, record: line && parseLine(line, number === 1) }),
  )
  splitter.push(bytes)
  splitter.end()
  return lines
}
