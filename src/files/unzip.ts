import { createReadStream } from 'node:fs'
import type { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

type FileHandle = Awaited<ReturnType<typeof open>>

/** The file was cut off, damaged, or is not one that `writeZip` made with `large`. */
export class DamagedZip extends Error {
  override readonly name = 'DamagedZip'
}

export interface ZipListing {
  name: string
  size: number
  packed: number
  crc: number
  /** Where the entry begins. */
  offset: number
}

const endSize = 22
const placeSize = 20
const largeEndSize = 56
/** A directory larger than this is not read into memory; it would list millions of files. */
const largestDirectory = 1024 ** 3

/** The entries of a zip file made with `large`, from the directory at its end. */
export async function listZip(file: FileHandle): Promise<ZipListing[]> {
  const { size } = await file.stat()
  if (size < endSize + placeSize + largeEndSize) throw new DamagedZip('The file is too short.')
  const closing = await readAt(file, size - endSize - placeSize, endSize + placeSize)
  if (!hasMark(closing, 0, 'PK\u0006\u0007') || !hasMark(closing, placeSize, 'PK\u0005\u0006')) {
    throw new DamagedZip('The end record is missing.')
  }
  const endOffset = numberAt(closing, 8)
  if (endOffset !== size - endSize - placeSize - largeEndSize) throw new DamagedZip('The end record is misplaced.')
  const end = await readAt(file, endOffset, largeEndSize)
  if (!hasMark(end, 0, 'PK\u0006\u0006')) throw new DamagedZip('The end record is missing.')
  const [count, length, begin] = [numberAt(end, 32), numberAt(end, 40), numberAt(end, 48)]
  if (begin + length !== endOffset || length > largestDirectory) throw new DamagedZip('The directory is damaged.')
  return listingsIn(await readAt(file, begin, length), count, begin)
}

/** The bytes of an entry in pieces; throws `DamagedZip` at the end when they do not match its size and checksum. */
export async function* unzipEntry(path: string, file: FileHandle, entry: ZipListing): AsyncGenerator<Buffer> {
  const header = await readAt(file, entry.offset, localHeaderSize)
  if (!hasMark(header, 0, 'PK\u0003\u0004')) throw new DamagedZip('An entry has no header.')
  const start = entry.offset + localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = createReadStream(path, { start, end: start + entry.packed - 1 })
  const inflate = createInflateRaw()
  // A failure of either reaches the loop below.
  pipeline(packed, inflate, () => {})
  let [size, crc] = [0, 0]
  try {
    for await (const piece of inflate) {
      size += piece.length
      if (size > entry.size) throw new DamagedZip('An entry is longer than it says.')
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    if (isBroken(error)) throw new DamagedZip('An entry cannot be unpacked.', { cause: error })
    throw error
  }
  if (size !== entry.size || crc !== entry.crc) throw new DamagedZip('An entry is damaged.')
}

const localHeaderSize = 30
const directoryHeaderSize = 46
const largeNumbersSize = 28

function listingsIn(directory: Buffer, count: number, end: number): ZipListing[] {
  const listed: ZipListing[] = []
  let at = 0
  while (at < directory.length) {
    if (at + directoryHeaderSize > directory.length || !hasMark(directory, at, 'PK\u0001\u0002'))
      throw damagedDirectory()
    const [nameSize, extraSize] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    const nameAt = at + directoryHeaderSize
    const numbersAt = nameAt + nameSize
    if (extraSize !== largeNumbersSize || numbersAt + extraSize > directory.length) throw damagedDirectory()
    const entry = {
      name: directory.toString('utf8', nameAt, numbersAt),
      crc: directory.readUInt32LE(at + 16),
      size: numberAt(directory, numbersAt + 4),
      packed: numberAt(directory, numbersAt + 12),
      offset: numberAt(directory, numbersAt + 20),
    }
    if (entry.packed < 1 || entry.offset + entry.packed > end) throw damagedDirectory()
    listed.push(entry)
    at = numbersAt + extraSize
  }
  if (listed.length !== count) throw damagedDirectory()
  return listed
}

function damagedDirectory(): DamagedZip {
  return new DamagedZip('The directory is damaged.')
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new DamagedZip('The file is cut off.')
    done += bytesRead
  }
  return bytes
}

function hasMark(bytes: Buffer, at: number, mark: string): boolean {
  return bytes.toString('latin1', at, at + 4) === mark
}

/** A number of 64 bits; no file is as large as those that JavaScript cannot count to. */
function numberAt(bytes: Buffer, at: number): number {
  const number = bytes.readBigUInt64LE(at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedDirectory()
  return Number(number)
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
