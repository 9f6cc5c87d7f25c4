import type { LineStart, TailLine } from '../../../transcripts/lines.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { stillHasTail } from '../../../transcripts/tail.ts'

/** Whether a file still has, at the same place, the line that ended what was read of it; no when it cannot be read. */
export function tailHolds(path: string, tail: TailLine, position: LineStart): boolean {
  try {
    return stillHasTail(path, tail, position)
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}
