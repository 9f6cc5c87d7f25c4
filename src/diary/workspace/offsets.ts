import { hash } from 'node:crypto'
import { fstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '../../files/sha256.ts'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import type { ToolCall } from '../../transcripts/reader.ts'
import type { TranscriptRecord } from '../../transcripts/record.ts'
import type { ReadSettings, TranscriptReads } from '../settings.ts'

/** The file an index of lines was made from, to see whether it is still the same. */
interface FileStamp {
  size: bigint
  mtimeNs: bigint
  ino: bigint
}

/**
 * Where the lines of a transcript start, and which lines have tool calls. On disk: `DBLO1`, padded to 8 bytes; then
 * 8-byte little-endian numbers: size, mtime, inode and line count of the file, the line starts, the number of calls,
 * and for each call the hash of its id and its line, by hash and line.
 */
export class LineOffsets {
  readonly lines: number
  readonly #calls: number
  readonly #data: DataView

  private constructor(
    bytes: Buffer,
    readonly size: number,
  ) {
    this.#data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.lines = this.#number(lineCountAt)
    this.#calls = bytes.length >= this.#callsAt() + 8 ? this.#number(this.#callsAt()) : -1
  }

  /** The index in these bytes if it is whole and describes that file. */
  static from(bytes: Buffer, stamp: FileStamp): LineOffsets | undefined {
    if (bytes.length < startsAt || !bytes.subarray(0, startsAt - 8).equals(headOf(stamp))) return undefined
    const offsets = new LineOffsets(bytes, Number(stamp.size))
    return offsets.#calls >= 0 && bytes.length === offsets.#callsAt() + 8 + offsets.#calls * 16 ? offsets : undefined
  }

  /** Offset of a line's first byte; of the line after the last, the end of the file. */
  start(line: number): number {
    return line > this.lines ? this.size : this.#number(startsAt + (line - 1) * 8)
  }

  /** Earlier lines that may have a call of that id, the nearest first. */
  *callsBefore(id: string, line: number): Generator<number> {
    const [high, low] = hashOf(id)
    for (let at = this.#firstCallAfter(high, low, line) - 1; at >= 0; at--) {
      const entry = this.#callsAt() + 8 + at * 16
      const [entryLow, entryHigh] = [this.#data.getUint32(entry, true), this.#data.getUint32(entry + 4, true)]
      if (entryHigh !== high || entryLow !== low) return
      yield this.#number(entry + 8)
    }
  }

  /** Index of the first call that does not come before (hash, line). */
  #firstCallAfter(high: number, low: number, line: number): number {
    let [from, to] = [0, this.#calls]
    while (from < to) {
      const middle = (from + to) >>> 1
      const entry = this.#callsAt() + 8 + middle * 16
      const order =
        this.#data.getUint32(entry + 4, true) - high ||
        this.#data.getUint32(entry, true) - low ||
        this.#number(entry + 8) - line
      if (order < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  #callsAt(): number {
    return startsAt + this.lines * 8
  }

  #number(at: number): number {
    return this.#data.getUint32(at + 4, true) * 2 ** 32 + this.#data.getUint32(at, true)
  }
}

/** Takes the lines of a file in order and gives the bytes of its index. */
export class OffsetsBuilder {
  readonly #starts: number[] = []
  readonly #calls: Array<{ high: number; low: number; line: number }> = []

  /** A line by the offset of its first byte, and the ids of the tool calls on it. */
  add(start: number, callIds: Iterable<string>): void {
    this.#starts.push(start)
    for (const id of callIds) {
      const [high, low] = hashOf(id)
      this.#calls.push({ high, low, line: this.#starts.length })
    }
  }

  bytes(stamp: FileStamp): Buffer {
    const callsAt = startsAt + this.#starts.length * 8
    const bytes = Buffer.alloc(callsAt + 8 + this.#calls.length * 16)
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    headOf(stamp).copy(bytes)
    writeNumber(data, lineCountAt, this.#starts.length)
    let at = startsAt
    for (const start of this.#starts) {
      writeNumber(data, at, start)
      at += 8
    }
    writeNumber(data, callsAt, this.#calls.length)
    at = callsAt + 8
    for (const { high, low, line } of this.#calls.sort((a, b) => a.high - b.high || a.low - b.low || a.line - b.line)) {
      data.setUint32(at, low, true)
      data.setUint32(at + 4, high, true)
      writeNumber(data, at + 8, line)
      at += 16
    }
    return bytes
  }
}

const lineCountAt = 32
const startsAt = 40

function headOf({ size, mtimeNs, ino }: FileStamp): Buffer {
  const head = Buffer.alloc(32)
  head.write('DBLO1', 'latin1')
  for (const [index, value] of [size, mtimeNs, ino].entries())
    head.writeBigUInt64LE(BigInt.asUintN(64, value), 8 + index * 8)
  return head
}

function writeNumber(data: DataView, at: number, value: number): void {
  data.setUint32(at, value % 2 ** 32, true)
  data.setUint32(at + 4, Math.floor(value / 2 ** 32), true)
}

function hashOf(id: string): [high: number, low: number] {
  const bytes = hash('sha256', id, 'buffer')
  return [bytes.readUInt32LE(4), bytes.readUInt32LE(0)]
}

type FileHandle = Awaited<ReturnType<typeof open>>

type CallsOf = (record: TranscriptRecord) => readonly ToolCall[]

/** The index of an open transcript copy: from memory, from the cache folder, or made now. */
export async function offsetsOf(
  settings: ReadSettings,
  path: string,
  file: FileHandle,
  callsOf: CallsOf,
): Promise<LineOffsets> {
  const stamp = fstatSync(file.fd, { bigint: true })
  const known = settings.reads.offsets.get(path)
  const offsets = (known && LineOffsets.from(known, stamp)) ?? (await loadOffsets(settings, path, stamp))
  if (offsets) return offsets
  const bytes = await buildOffsets(file, stamp, callsOf)
  storeOffsets(settings, path, bytes)
  const made = LineOffsets.from(bytes, stamp)
  if (!made) throw new Error('The index of lines does not describe the file it was made from.')
  return made
}

/** Keeps an index for later; it only saves time, so a cache that cannot be written is left alone. */
export function storeOffsets({ cacheDir, reads }: ReadSettings, path: string, bytes: Buffer): void {
  remember(reads, path, bytes)
  const place = offsetsFile(cacheDir, path)
  const temporary = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    // In this thread: to ask another one for each of these steps takes longer than the steps.
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, bytes, { mode: 0o600 })
    renameSync(temporary, place)
  } catch {
    // The next reader makes it again; half of it would stay for ever.
    removeIfPossible(temporary)
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A cache that cannot be written is left alone.
  }
}

export function offsetsFile(cacheDir: string, path: string): string {
  return join(cacheDir, 'offsets', `${sha256(path)}.lof`)
}

async function loadOffsets(
  { cacheDir, reads }: ReadSettings,
  path: string,
  stamp: FileStamp,
): Promise<LineOffsets | undefined> {
  const bytes = await readFile(offsetsFile(cacheDir, path)).catch(() => undefined)
  const offsets = bytes && LineOffsets.from(bytes, stamp)
  if (bytes && offsets) remember(reads, path, bytes)
  return offsets
}

async function buildOffsets(file: FileHandle, { size, mtimeNs, ino }: FileStamp, callsOf: CallsOf): Promise<Buffer> {
  const builder = new OffsetsBuilder()
  const splitter = new LineSplitter(({ number, start, bytes }) => {
    const record = bytes && parseLine(bytes, number === 1)
    builder.add(start, record ? callsOf(record).flatMap(({ id }) => id ?? []) : [])
  })
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  const end = Number(size)
  for (let at = 0; at < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkSize, end - at), at)
    if (bytesRead === 0) break
    splitter.push(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
  splitter.end()
  return builder.bytes({ size, mtimeNs, ino })
}

const chunkSize = 1024 * 1024

const maxRemembered = 64

function remember({ offsets }: TranscriptReads, path: string, bytes: Buffer): void {
  offsets.delete(path)
  offsets.set(path, bytes)
  for (const oldest of offsets.keys()) {
    if (offsets.size <= maxRemembered) break
    offsets.delete(oldest)
  }
}
