import { statSync } from 'node:fs'
import type { FileForm } from '../../../transcripts/reader.ts'

/** What a file looked like from outside when it was indexed. Numbers of eight bytes are kept as texts. */
export interface Stamp {
  dev: string
  ino: string
  size: number
  mtimeNs: string
  /** The write-ahead log beside a database; empty where there is none. */
  side: string
}

/** Throws what the system says when the file cannot be looked at. */
export function stampOf(path: string, form: FileForm): Stamp {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true })
  return {
    dev: String(dev),
    ino: String(ino),
    size: Number(size),
    mtimeNs: String(mtimeNs),
    side: form === 'material' ? logOf(path) : '',
  }
}

export function sameStamp(one: Stamp, other: Stamp): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.side === other.side
}

function logOf(path: string): string {
  const log = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false })
  return log ? `${log.size} ${log.mtimeNs}` : ''
}
