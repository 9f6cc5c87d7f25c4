import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { LineSplitter, parseLine } from './lines.ts'
import { readChunks, withFile } from './read-chunks.ts'
import type { TurnLine } from './record.ts'
import type { TurnSpan } from './source.ts'

type Span = Pick<TurnSpan, 'startLine' | 'startByte' | 'endByte'>

/** The lines of a turn, read from the file of lines it was found in. Throws `Unreadable`. */
export function readTurn(path: string, span: Span): TurnLine[] {
  const lines: TurnLine[] = []
  const splitter = new LineSplitter(
    ({ number, bytes }) => lines.push({ number, record: bytes && parseLine(bytes, number === 1) }),
    { lines: span.startLine - 1, bytes: span.startByte },
  )
  withFile(path, file => readChunks(file, span.startByte, span.endByte, chunk => splitter.push(chunk)))
  splitter.end()
  return lines
}

/** What makes two records the same: their canonical JSON. */
export function recordHash({ record }: TurnLine): string | null {
  return record && createHash('sha256').update(canonicalJson(record)).digest('base64')
}
