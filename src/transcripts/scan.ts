import { sum } from '../kernel/numbers.ts'
import { type LargeLineGate, type Line, LineSplitter, type LineStart, type TailLine } from './lines.ts'
import { readChunks, withFile } from './read-chunks.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, SourceReader } from './reader.ts'
import { decompress } from './zstd/decompress.ts'

export interface Scan {
  summary: FileSummary
  /** Everything up to the last LF is done; a later scan goes on from there. */
  checkpoint: Checkpoint
  /** Lines and bytes up to that LF. */
  position: LineStart
  /** The line that ends there, to see whether the file still has it. */
  tail: TailLine | null
}

/** A scan as it was stored, to go on from. */
export interface StoredScan extends Resume {
  position: LineStart
  tail: TailLine | null
  /** All bytes that were read, those after the last LF included. */
  size: number
}

interface ScanOptions {
  gate?: LargeLineGate | undefined
  /** Called with the bytes read since the last call. */
  onBytes?: ((count: number) => void) | undefined
  /** Called with every line that ends in LF, after the scanner. */
  onLine?: ((line: Line) => void) | undefined
  /** Called with the line after the last LF, which may go on later. */
  onUnfinished?: ((line: Line) => void) | undefined
}

/**
 * Scans the first `size` bytes of a file of lines, or only what follows a stored scan of it. Blocks its thread; throws
 * `Unreadable`, and then nothing of the file counts.
 */
export function scanFile(
  reader: SourceReader,
  file: ScannedFile & { path: string },
  size: number,
  from?: StoredScan,
  options: ScanOptions = {},
): Scan {
  return scan(reader, file, from, options, push =>
    withFile(file.path, handle => readChunks(handle, from?.position.bytes ?? 0, size, push)),
  )
}

/** Scans bytes that are already at hand, as materialized transcripts are. */
export function scanChunks(
  reader: SourceReader,
  file: ScannedFile,
  chunks: Iterable<Buffer>,
  from?: StoredScan,
  options: ScanOptions = {},
): Scan {
  return scan(reader, file, from, options, push => {
    for (const chunk of chunks) push(chunk)
  })
}

/** Scans the first `size` bytes of a compressed file, always as a whole. */
export async function scanCompressed(
  reader: SourceReader,
  file: ScannedFile & { path: string },
  size: number,
  options: ScanOptions = {},
): Promise<Scan> {
  const running = start(reader, file, undefined, options)
  try {
    await decompress(file.path, size, running.push)
    return running.finish()
  } finally {
    running.abandon()
  }
}

/** Every byte is read or skipped with a reason; a scanner that loses one must not be believed. */
function assertAccounted({ tally, turns }: FileSummary, size: number): void {
  const skipped = sum(Object.values(tally.skippedBytes))
  const isWhole = tally.bytes === size && tally.readBytes + skipped === size
  const isSound = turns.every(turn => sum(Object.values(turn.skipped)) <= turn.endByte - turn.startByte)
  if (!isWhole || !isSound) throw new Error('The bytes of a transcript are not all accounted for.')
}

type Push = (chunk: Buffer) => void

function scan(
  reader: SourceReader,
  file: ScannedFile,
  from: StoredScan | undefined,
  options: ScanOptions,
  feed: (push: Push) => void,
): Scan {
  const running = start(reader, file, from, options)
  try {
    feed(running.push)
    return running.finish()
  } finally {
    running.abandon()
  }
}

function start(reader: SourceReader, file: ScannedFile, from: StoredScan | undefined, options: ScanOptions) {
  const scanner = reader.scanner(file, from)
  let isWhole = true
  const splitter = new LineSplitter(
    line => {
      scanner.line(line)
      if (isWhole) options.onLine?.(line)
      else options.onUnfinished?.(line)
    },
    from?.position,
    options.gate,
  )
  const push: Push = chunk => {
    splitter.push(chunk)
    options.onBytes?.(chunk.length)
  }
  const finish = (): Scan => {
    const checkpoint = scanner.checkpoint()
    const position = splitter.position
    const tail = splitter.tail ?? from?.tail ?? null
    isWhole = false
    splitter.end()
    const summary = scanner.summary()
    assertAccounted(summary, splitter.position.bytes)
    return { summary, checkpoint, position, tail }
  }
  return { push, finish, abandon: () => splitter.abandon() }
}
