import { statSync } from 'node:fs'
import type { SourceReader, Surroundings, TranscriptFile } from '../../../transcripts/reader.ts'

/** What a file looked like from outside when it was indexed. Numbers of eight bytes are kept as texts. */
export interface Stamp {
  dev: string
  ino: string
  size: number
  mtimeNs: string
  /** What else its lines depend on, and when that last changed; empty where there is nothing. */
  side: string
}

const exact = { bigint: true } as const

/** Throws what the system says when the file cannot be looked at. */
export function stampOf(file: TranscriptFile, reader: SourceReader, surroundings: Surroundings): Stamp {
  const { dev, ino, size, mtimeNs } = statSync(file.path, exact)
  return {
    dev: String(dev),
    ino: String(ino),
    size: Number(size),
    mtimeNs: String(mtimeNs),
    side: sideOf(file, reader, surroundings),
  }
}

/** The same text for a file that looks the same; never empty. */
export function lookOf({ ino, size, mtimeNs, side }: Stamp): string {
  return `${ino} ${size} ${mtimeNs} ${side}`
}

export function sameStamp(one: Stamp, other: Stamp): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.side === other.side
}

function sideOf(file: TranscriptFile, reader: SourceReader, surroundings: Surroundings): string {
  const log = file.form === 'material' ? logOf(file.path) : null
  const beside = reader.beside?.(file, surroundings)
  if (!log && !beside) return ''
  const newest = [log?.mtimeNs ?? 0n, beside?.changedNs ?? 0n].reduce((a, b) => (a > b ? a : b))
  return `${log?.size ?? 0}${beside ? `/${beside.mark}` : ''} ${newest}`
}

/** The write-ahead log of a database. A process that only reads may leave an empty one behind, which means nothing. */
function logOf(path: string): { size: bigint; mtimeNs: bigint } | null {
  const log = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false })
  return log && log.size > 0n ? log : null
}
