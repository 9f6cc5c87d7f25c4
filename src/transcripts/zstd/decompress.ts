import { createReadStream } from 'node:fs'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'
import { readChunks, withFile } from '../read-chunks.ts'
import { Unreadable } from '../reader.ts'
import { framesOf, type ZstdFrame } from './frames.ts'
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
  const counted = takingAtMost(mostDecoded(size), take)
  // Node's decoder stops after one frame, so it is given one at a time.
  for (const frame of withFile(path, file => boundedFrames(file, size))) {
    await decodeNatively(native, path, frame, counted)
  }
}

const smallestLimit = 128 * 1024 ** 2
const largestRatio = 200
const largestLimit = 4 * 1024 ** 3

/** 200 times the compressed size, but at least 128 MB and at most 4 GB; transcripts shrink to a tenth or so. */
export function mostDecoded(size: number): number {
  return Math.min(Math.max(smallestLimit, largestRatio * size), largestLimit)
}

function takingAtMost(limit: number, take: (chunk: Buffer) => void): (chunk: Buffer) => void {
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
  const limit = mostDecoded(size)
  if (frames.some(({ window }) => window > limit)) throw tooLarge(limit)
  return frames
}

function tooLarge(limit: number): Unreadable {
  return new Unreadable(`the compressed file decodes to more than ${Math.floor(limit / 1024 ** 2)} MB`)
}

/** Without the decoder of Node; exported because a Node that has it would never come here. */
export function decodeInJavaScript(path: string, size: number, take: (chunk: Buffer) => void): void {
  const counted = takingAtMost(mostDecoded(size), take)
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
