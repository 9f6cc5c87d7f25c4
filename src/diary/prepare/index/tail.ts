import { LineSplitter, type LineStart, type TailLine } from '../../../transcripts/lines.ts'
import { readChunks, withFile } from '../../../transcripts/read-chunks.ts'
import { Unreadable } from '../../../transcripts/reader.ts'

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
