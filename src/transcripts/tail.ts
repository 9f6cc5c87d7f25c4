import { LineSplitter, type LineStart, type TailLine } from './lines.ts'
import { readChunks, withFile } from './read-chunks.ts'

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
