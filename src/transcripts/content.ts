import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { LineSplitter, parseLine } from './lines.ts'
import { readChunks, withFile } from './read-chunks.ts'
import { type FileForm, Unreadable } from './reader.ts'
import type { TurnLine } from './record.ts'
import type { TurnSpan } from './source.ts'
import { decompress } from './zstd/decompress.ts'

/** A file of lines, compressed or not, as large as it was when it was indexed. */
export interface ContentFile {
  path: string
  form: Exclude<FileForm, 'material'>
  /** On disk. */
  size: number
}

/** Gives the bytes of a file's lines from one offset to another, in pieces. Throws `Unreadable`. */
export async function readContent(
  file: ContentFile,
  from: number,
  to: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (file.form === 'lines') {
    withFile(file.path, handle => readChunks(handle, from, to, take))
    return
  }
  let at = 0
  await decompress(file.path, file.size, chunk => {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at))
    at += chunk.length
    if (part.length > 0) take(part)
  })
  if (at < to) throw new Unreadable('the file is shorter than it was')
}

/** Whether the first `bytes` bytes of two files are the same. */
export async function sameBeginning(a: ContentFile, b: ContentFile, bytes: number): Promise<boolean> {
  return (await beginningHash(a, bytes)) === (await beginningHash(b, bytes))
}

/** The lines of a turn. */
export async function loadTurn(
  file: ContentFile,
  span: Pick<TurnSpan, 'startLine' | 'startByte' | 'endByte'>,
): Promise<TurnLine[]> {
  const lines: TurnLine[] = []
  const start = { lines: span.startLine - 1, bytes: span.startByte }
  const splitter = new LineSplitter(({ number, bytes }) => {
    lines.push({ number, record: bytes && parseLine(bytes, number === 1) })
  }, start)
  await readContent(file, span.startByte, span.endByte, chunk => splitter.push(chunk))
  splitter.end()
  return lines
}

/** What makes two records the same: their canonical JSON. */
export function recordHash({ record }: TurnLine): string | null {
  return record && createHash('sha256').update(canonicalJson(record)).digest('base64')
}

async function beginningHash(file: ContentFile, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  await readContent(file, 0, bytes, chunk => hash.update(chunk))
  return hash.digest('base64')
}
