import { createHash } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { mkdir, type open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import type { ToolCall } from '../../transcripts/reader.ts'
import type { TranscriptRecord } from '../../transcripts/record.ts'
import { type FileStamp, LineOffsets, OffsetsBuilder } from './offsets.ts'

type FileHandle = Awaited<ReturnType<typeof open>>

export type CallsOf = (record: TranscriptRecord) => readonly ToolCall[]

/** The index of an open transcript copy: from memory, from the cache folder, or made now. */
export async function offsetsOf(
  cacheDir: string,
  path: string,
  file: FileHandle,
  callsOf: CallsOf,
): Promise<LineOffsets> {
  const stamp = fstatSync(file.fd, { bigint: true })
  const known = recent.get(path)
  const offsets = (known && LineOffsets.from(known, stamp)) ?? (await stored(cacheDir, path, stamp))
  if (offsets) return offsets
  const bytes = await buildOffsets(file, stamp, callsOf)
  await storeOffsets(cacheDir, path, bytes)
  const made = LineOffsets.from(bytes, stamp)
  if (!made) throw new Error('The index of lines does not describe the file it was made from.')
  return made
}

/** Keeps an index for later; it only saves time, so a cache that cannot be written is left alone. */
export async function storeOffsets(cacheDir: string, path: string, bytes: Buffer): Promise<void> {
  remember(path, bytes)
  const place = offsetsFile(cacheDir, path)
  const temporary = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await writeFile(temporary, bytes, { mode: 0o600 })
    await rename(temporary, place)
  } catch {
    // The next reader makes it again; half of it would stay for ever.
    await rm(temporary, { force: true }).catch(() => {})
  }
}

export function offsetsFile(cacheDir: string, path: string): string {
  return join(cacheDir, 'offsets', `${createHash('sha256').update(path).digest('hex')}.lof`)
}

async function stored(cacheDir: string, path: string, stamp: FileStamp): Promise<LineOffsets | undefined> {
  const bytes = await readFile(offsetsFile(cacheDir, path)).catch(() => undefined)
  const offsets = bytes && LineOffsets.from(bytes, stamp)
  if (bytes && offsets) remember(path, bytes)
  return offsets
}

async function buildOffsets(file: FileHandle, { size, mtimeNs, ino }: FileStamp, callsOf: CallsOf): Promise<Buffer> {
  const builder = new OffsetsBuilder()
  const splitter = new LineSplitter(({ number, start, bytes }) => {
    const record = bytes && parseLine(bytes, number === 1)
    builder.add(start, record ? callsOf(record).flatMap(({ id }) => id ?? []) : [])
  })
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  const end = Number(size)
  for (let at = 0; at < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkSize, end - at), at)
    if (bytesRead === 0) break
    splitter.push(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
  splitter.end()
  return builder.bytes({ size, mtimeNs, ino })
}

const chunkSize = 1024 * 1024

/** Insertion order is recency. */
const recent = new Map<string, Buffer>()
const mostRecent = 64

function remember(path: string, bytes: Buffer): void {
  recent.delete(path)
  recent.set(path, bytes)
  for (const oldest of recent.keys()) {
    if (recent.size <= mostRecent) break
    recent.delete(oldest)
  }
}
