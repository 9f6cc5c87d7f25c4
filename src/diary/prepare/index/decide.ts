import type { FileForm } from '../../../transcripts/reader.ts'
import { parserVersion } from '../../../transcripts/readers.ts'
import { type Stamp, sameStamp } from './stamp.ts'

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

/** The log of a database is younger than the database itself. */
function isOld(side: string, indexedAtNs: string): boolean {
  const changed = side.split(' ')[1]
  return changed === undefined || Number(indexedAtNs) - Number(changed) > settlingNs
}
