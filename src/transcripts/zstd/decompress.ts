import { createReadStream, readSync } from 'node:fs'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'
import { readChunks, withFile } from '../read-chunks.ts'
import { Unreadable } from '../reader.ts'
import { Xxh64 } from './xxh64.ts'

/**
 * Decodes the first `size` bytes of a compressed file. Throws `Unreadable` when it is damaged, cut off, or made to decode
 * to much more than any transcript does.
 */
export async function decompress(path: string, size: number, take: (chunk: Buffer) => void): Promise<void> {
  const native = nativeDecoder()
  if (!native) {
    decodeInJavaScript(path, size, take)
    return
  }
  const counted = takeAtMost(maxDecodedBytes(size), take)
  // Node's decoder stops after one frame, so it is given one at a time.
  for (const frame of withFile(path, file => boundedFrames(file, size))) {
    await decodeNatively(native, path, frame, counted)
  }
}

const smallestLimit = 128 * 1024 ** 2
const largestRatio = 200
const largestLimit = 4 * 1024 ** 3

/** 200 times the compressed size, but at least 128 MB and at most 4 GB; transcripts shrink to a tenth or so. */
export function maxDecodedBytes(size: number): number {
  return Math.min(Math.max(smallestLimit, largestRatio * size), largestLimit)
}

function takeAtMost(limit: number, take: (chunk: Buffer) => void): (chunk: Buffer) => void {
  let left = limit
  return chunk => {
    left -= chunk.length
    if (left < 0) throw tooLarge(limit)
    take(chunk)
  }
}

/** The memory for a frame is taken before its first byte, so what it claims is bounded as well. */
function boundedFrames(file: number, size: number): ZstdFrame[] {
  const frames = framesOf(file, size)
  const limit = maxDecodedBytes(size)
  if (frames.some(({ window }) => window > limit)) throw tooLarge(limit)
  return frames
}

function tooLarge(limit: number): Unreadable {
  return new Unreadable(`the compressed file decodes to more than ${Math.floor(limit / 1024 ** 2)} MB`)
}

/** Without the decoder of Node; exported because a Node that has it would never come here. */
export function decodeInJavaScript(path: string, size: number, take: (chunk: Buffer) => void): void {
  const counted = takeAtMost(maxDecodedBytes(size), take)
  withFile(path, file => {
    for (const frame of boundedFrames(file, size)) decodeFrame(file, frame, counted)
  })
}

function decodeFrame(file: number, frame: ZstdFrame, take: (chunk: Buffer) => void): void {
  const checksum = frame.checksum === null ? null : new Xxh64()
  const decoder = new Decompress(chunk => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    checksum?.update(bytes)
    take(bytes)
  })
  try {
    readChunks(file, frame.start, frame.end, chunk => decoder.push(new Uint8Array(chunk)))
    decoder.push(new Uint8Array(0), true)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the zstd frame is damaged', { cause: error })
  }
  if (checksum && Number(checksum.digest() & 0xffffffffn) !== frame.checksum) {
    throw new Unreadable('the zstd frame does not match its checksum')
  }
}

async function decodeNatively(
  decoder: () => Transform,
  path: string,
  { start, end }: ZstdFrame,
  take: (chunk: Buffer) => void,
): Promise<void> {
  try {
    await pipeline(createReadStream(path, { start, end: end - 1 }), decoder(), async chunks => {
      for await (const chunk of chunks) take(chunk)
    })
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the compressed file is damaged', { cause: error })
  }
}

function nativeDecoder(): (() => Transform) | null {
  // The type of this Node's zlib does not know what newer ones have.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  return createZstdDecompress ?? null
}

const magic = 0xfd2fb528
const skippable = 0x184d2a50

/** One frame of a compressed file: where it is, and the checksum at its end. */
interface ZstdFrame {
  start: number
  end: number
  checksum: number | null
  /** How many bytes a decoder has to hold to decode it, as its header claims. */
  window: number
}

/** Finds the frames of a compressed file by their headers, without decoding them. */
function framesOf(file: number, size: number): ZstdFrame[] {
  const frames: ZstdFrame[] = []
  let at = 0
  while (at < size) {
    const kind = word(file, at)
    if (kind === magic) {
      const frame = frameAt(file, at)
      frames.push(frame)
      at = frame.end
    } else if ((kind & 0xfffffff0) >>> 0 === skippable) at += 8 + word(file, at + 4)
    else throw new Unreadable('not a zstd frame')
  }
  if (at > size) throw new Unreadable('the zstd frame is cut off')
  return frames
}

function frameAt(file: number, start: number): ZstdFrame {
  const descriptor = bytesAt(file, start + 4, 1)[0] ?? 0
  const hasChecksum = (descriptor & 4) !== 0
  const window = windowAt(file, start + 5, descriptor)
  let at = start + 5 + headerBytes(descriptor)
  for (;;) {
    const header = bytesAt(file, at, 3).readUIntLE(0, 3)
    const type = (header >> 1) & 3
    if (type === 3) throw new Unreadable('the zstd block is of no known kind')
    // A block of one repeated byte gives its decoded size, but stores that byte alone.
    at += 3 + (type === 1 ? 1 : header >> 3)
    if (header & 1) break
  }
  if (!hasChecksum) return { start, end: at, checksum: null, window }
  return { start, end: at + 4, checksum: word(file, at), window }
}

function headerBytes(descriptor: number): number {
  return 1 - isSingleSegment(descriptor) + dictionaryBytes(descriptor) + contentSizeBytes(descriptor)
}

/** A frame of one segment is held as a whole; others say in one byte how far they look back. */
function windowAt(file: number, at: number, descriptor: number): number {
  if (!isSingleSegment(descriptor)) {
    const byte = bytesAt(file, at, 1)[0] ?? 0
    const base = 2 ** (10 + (byte >> 3))
    return base + (base / 8) * (byte & 7)
  }
  const count = contentSizeBytes(descriptor)
  const bytes = bytesAt(file, at + dictionaryBytes(descriptor), count)
  if (count === 8) return Number(bytes.readBigUInt64LE(0))
  // A size of two bytes is counted from 256 on.
  return bytes.readUIntLE(0, count) + (count === 2 ? 256 : 0)
}

function isSingleSegment(descriptor: number): 0 | 1 {
  return descriptor & 0x20 ? 1 : 0
}

function dictionaryBytes(descriptor: number): number {
  return [0, 1, 2, 4][descriptor & 3] ?? 0
}

function contentSizeBytes(descriptor: number): number {
  return [isSingleSegment(descriptor), 2, 4, 8][descriptor >> 6] ?? 0
}

function word(file: number, at: number): number {
  return bytesAt(file, at, 4).readUInt32LE(0)
}

function bytesAt(file: number, at: number, count: number): Buffer {
  const bytes = Buffer.alloc(count)
  if (readSync(file, bytes, 0, count, at) < count) throw new Unreadable('the zstd frame is cut off')
  return bytes
}
