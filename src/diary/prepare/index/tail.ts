import { LineSplitter, type TailLine } from '../../../transcripts/lines.ts'
import { readChunks, withFile } from '../../../transcripts/read-chunks.ts'
import { Unreadable } from '../../../transcripts/reader.ts'

/** Whether a file still has, at the same place, the line that ended what was read of it. */
export function tailHolds(path: string, tail: TailLine, end: number, onBytes: (count: number) => void): boolean {
  const splitter = new LineSplitter(() => {}, { lines: 0, bytes: tail.offset })
  try {
    withFile(path, file =>
      readChunks(file, tail.offset, end, chunk => {
        onBytes(chunk.length)
        splitter.push(chunk)
      }),
    )
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  } finally {
    splitter.abandon()
  }
  return splitter.tail?.offset === tail.offset && splitter.tail.sha256 === tail.sha256
}
