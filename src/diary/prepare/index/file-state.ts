import { statSync } from 'node:fs'
import { LineSplitter, type LineStart, type TailLine } from '../../../transcripts/lines.ts'
import { readChunks, withFile } from '../../../transcripts/read-chunks.ts'
import {
  type Environment,
  type FileForm,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../../../transcripts/reader.ts'
import { parserVersion } from '../../../transcripts/readers.ts'

/** What a file looked like from outside when it was indexed. Numbers of eight bytes are kept as texts. */
export interface Stamp {
  dev: string
  ino: string
  size: number
  mtimeNs: string
  /** What else its lines depend on, and when that last changed; empty where there is nothing. */
  side: string
}

/** What the cache knows of a file without having read anything of it. */
export interface IndexedFile extends Stamp {
  parserVersion: number
  /** When it was looked at, by the real clock. */
  indexedAtNs: string
}

export type Action = 'unchanged' | 'append' | 'full'

/** A file written to within this long before it was indexed may have been written to again without showing it. */
const settlingNs = 2_000_000_000

/**
 * What has to be done with a file (diary.md §5.2). `tailHolds` reads the last whole line that was indexed, and only
 * where it decides; where there was none, none holds.
 */
export function decide(form: FileForm, known: IndexedFile | undefined, now: Stamp, tailHolds: () => boolean): Action {
  if (!known || known.parserVersion !== parserVersion) return 'full'
  if (sameStamp(known, now)) {
    if (hasSettled(known, known.indexedAtNs)) return 'unchanged'
    return form === 'lines' && tailHolds() ? 'unchanged' : 'full'
  }
  const grown = form === 'lines' && known.ino === now.ino && now.size > known.size
  return grown && tailHolds() ? 'append' : 'full'
}

/** Whether a file that looks the same later is the same, without having been opened. */
export function hasSettled({ mtimeNs, side }: Stamp, indexedAtNs: string): boolean {
  return Number(indexedAtNs) - Number(mtimeNs) > settlingNs && isOld(side, indexedAtNs)
}

/** Throws what the system says when the file cannot be looked at. */
export function stampOf(file: TranscriptFile, reader: SourceReader, environment: Environment): Stamp {
  const { dev, ino, size, mtimeNs } = statSync(file.path, exact)
  return {
    dev: String(dev),
    ino: String(ino),
    size: Number(size),
    mtimeNs: String(mtimeNs),
    side: sideOf(file, reader, environment),
  }
}

/** When a file, or the log of a database, changed last, in milliseconds. */
export function changedAt({ mtimeNs, side }: Stamp): number {
  const beside = side.split(' ')[1]
  const newest = [mtimeNs, beside ?? '0'].map(BigInt).reduce((a, b) => (a > b ? a : b))
  return Number(newest / 1_000_000n)
}

/** The same text for a file that looks the same; never empty. */
export function lookOf({ ino, size, mtimeNs, side }: Stamp): string {
  return `${ino} ${size} ${mtimeNs} ${side}`
}

/** Whether a file still has, at the same place, the line that ended what was read of it; no when it cannot be read. */
export function tailHolds(path: string, tail: TailLine, position: LineStart): boolean {
  try {
    return stillHasTail(path, tail, position)
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

/**
 * Whether a file still has the line that was its last complete one: then it has only grown since. Reads that line and
 * nothing else; throws `Unreadable`.
 */
export function stillHasTail(path: string, tail: TailLine, position: LineStart): boolean {
  // The line before has to end where it did, or the same bytes would be part of another line.
  const from = Math.max(0, tail.offset - 1)
  const splitter = new LineSplitter(() => {}, { lines: 0, bytes: from })
  withFile(path, file => readChunks(file, from, position.bytes, chunk => splitter.push(chunk)))
  const found = splitter.tail
  const isSame = found !== null && found.offset === tail.offset && found.sha256 === tail.sha256
  return isSame && splitter.position.bytes === position.bytes
}

/** The log of a database is younger than the database itself. */
function isOld(side: string, indexedAtNs: string): boolean {
  const changed = side.split(' ')[1]
  return changed === undefined || Number(indexedAtNs) - Number(changed) > settlingNs
}

const exact = { bigint: true } as const

function sameStamp(one: Stamp, other: Stamp): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.side === other.side
}

function sideOf(file: TranscriptFile, reader: SourceReader, environment: Environment): string {
  const log = file.form === 'material' ? logOf(file.path) : null
  const beside = reader.beside?.(file, environment)
  if (!log && !beside) return ''
  const newest = [log?.mtimeNs ?? 0n, beside?.changedNs ?? 0n].reduce((a, b) => (a > b ? a : b))
  return `${log?.size ?? 0}${beside ? `/${beside.mark}` : ''} ${newest}`
}

/** The write-ahead log of a database. A process that only reads may leave an empty one behind, which means nothing. */
function logOf(path: string): { size: bigint; mtimeNs: bigint } | null {
  const log = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false })
  return log && log.size > 0n ? log : null
}
