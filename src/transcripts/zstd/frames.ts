import { readSync } from 'node:fs'
import { Unreadable } from '../reader.ts'

const magic = 0xfd2fb528
const skippable = 0x184d2a50

/** One frame of a compressed file: where it lies, and the check its end holds. */
export interface ZstdFrame {
  start: number
  end: number
  checksum: number | null
  /** How many bytes a decoder has to hold to decode it, as its header claims. */
  window: number
}

/** Finds the frames of a compressed file by their headers, without decoding them. */
export function framesOf(file: number, size: number): ZstdFrame[] {
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
