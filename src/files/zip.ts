import type { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

type FileHandle = Awaited<ReturnType<typeof open>>

export interface ZipEntry {
  /** With forward slashes, relative. */
  name: string
  /** The bytes, in pieces of any size. */
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

interface ZipOptions {
  /** How hard bytes are pressed, 1 to 9. */
  level?: number
  /**
   * Room for sizes and counts beyond 32 bits, in the form called Zip64: some bytes more for every entry, and old
   * programs cannot read it. Without it what is too large is refused.
   */
  large?: boolean
}

/**
 * Writes a zip file: every entry compressed, all of them with the same time, nothing about the machine it was made on.
 * The same entries give the same bytes.
 */
export async function writeZip(file: FileHandle, at: Date, entries: Iterable<ZipEntry>): Promise<number> {
  const zip = zipWriter(file, at)
  for (const entry of entries) await zip.add(entry)
  return zip.finish()
}

export interface ZipWriter {
  add(entry: ZipEntry): Promise<void>
  /** Writes the directory, without which nothing can read the file; answers its size. */
  finish(): Promise<number>
}

/** The same for entries that come one by one. */
export function zipWriter(file: FileHandle, at: Date, { level = 9, large = false }: ZipOptions = {}): ZipWriter {
  const listed: Listed[] = []
  let end = 0
  return {
    async add({ name, content }) {
      const place = { name: Buffer.from(name), offset: end, stamp: dosTime(at), large }
      const written = await writeEntry(file, place, content, level)
      listed.push(written.listed)
      end = written.end
    },
    async finish() {
      const directory = Buffer.concat(listed.map(directoryRecord))
      const sizes = { count: listed.length, directorySize: directory.length, directoryOffset: end }
      const closing = Buffer.concat([...(large ? [largeEndRecords(sizes)] : []), endRecord(sizes, large)])
      await file.write(Buffer.concat([directory, closing]), 0, undefined, end)
      return end + directory.length + closing.length
    },
  }
}

interface WrittenEntry {
  name: Buffer
  /** Where the entry begins. */
  offset: number
  stamp: number
  large: boolean
}

interface Listed extends WrittenEntry {
  crc: number
  packed: number
  size: number
}

const localHeaderSize = 30

async function writeEntry(
  file: FileHandle,
  place: WrittenEntry,
  content: ZipEntry['content'],
  level: number,
): Promise<{ listed: Listed; end: number }> {
  const begin = place.offset + localHeaderSize + place.name.length + (place.large ? localSizesSize : 0)
  const counted = { crc: 0, packed: 0, size: 0 }
  const measured = async function* () {
    for await (const piece of content) {
      counted.crc = crc32(piece, counted.crc)
      counted.size += piece.length
      yield piece
    }
  }
  await pipeline(measured, createDeflateRaw({ level }), async packed => {
    for await (const piece of packed) {
      await file.write(piece, 0, undefined, begin + counted.packed)
      counted.packed += piece.length
    }
  })
  const end = begin + counted.packed
  if (!place.large && Math.max(counted.size, end) > maxSize) throw new TooLargeForZip()
  const listed = { ...place, ...counted }
  await file.write(localHeader(listed), 0, undefined, place.offset)
  return { listed, end }
}

/** Sizes and offsets are numbers of 32 bits. */
const maxSize = 0xffff_ffff

export class TooLargeForZip extends Error {
  override readonly name = 'TooLargeForZip'
}

const deflated = 8
const utf8Names = 0x0800
const versionNeeded = 20
const versionNeededForLarge = 45

/** The header of an entry, repeated in the directory. */
function commonFields({ stamp, crc, packed, size, name, large }: Listed, extra: Buffer): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(large ? versionNeededForLarge : versionNeeded, 0)
  bytes.writeUInt16LE(utf8Names, 2)
  bytes.writeUInt16LE(deflated, 4)
  bytes.writeUInt32LE(stamp, 6)
  bytes.writeUInt32LE(crc, 10)
  bytes.writeUInt32LE(large ? maxSize : packed, 14)
  bytes.writeUInt32LE(large ? maxSize : size, 18)
  bytes.writeUInt16LE(name.length, 22)
  bytes.writeUInt16LE(extra.length, 24)
  return bytes
}

const localSizesSize = 20

/** The numbers of a large entry, of 64 bits each, in the place for additions. */
function largeNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * numbers.length)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(8 * numbers.length, 2)
  for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 4 + 8 * at)
  return bytes
}

function localHeader(entry: Listed): Buffer {
  const extra = entry.large ? largeNumbers([entry.size, entry.packed]) : Buffer.alloc(0)
  return Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), commonFields(entry, extra), entry.name, extra])
}

function directoryRecord(entry: Listed): Buffer {
  const extra = entry.large ? largeNumbers([entry.size, entry.packed, entry.offset]) : Buffer.alloc(0)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(ownerOnly, 6)
  rest.writeUInt32LE(entry.large ? maxSize : entry.offset, 10)
  const madeByUnix = Buffer.from([entry.large ? versionNeededForLarge : versionNeeded, 3])
  const mark = Buffer.from('PK\u0001\u0002', 'latin1')
  return Buffer.concat([mark, madeByUnix, commonFields(entry, extra), rest, entry.name, extra])
}

/** A regular file that its owner may read and write, as Unix tools take it out again. */
const ownerOnly = 0o100600 * 0x1_0000

interface DirectorySizes {
  count: number
  directorySize: number
  directoryOffset: number
}

function endRecord({ count, directorySize, directoryOffset }: DirectorySizes, large: boolean): Buffer {
  if (!large && (count > 0xffff || directoryOffset > maxSize)) throw new TooLargeForZip()
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16LE(large ? 0xffff : count, 4)
  bytes.writeUInt16LE(large ? 0xffff : count, 6)
  bytes.writeUInt32LE(large ? maxSize : directorySize, 8)
  bytes.writeUInt32LE(large ? maxSize : directoryOffset, 12)
  return Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), bytes])
}

/** The end record once more in 64 bits, and its position. */
function largeEndRecords({ count, directorySize, directoryOffset }: DirectorySizes): Buffer {
  const end = Buffer.alloc(56)
  end.write('PK\u0006\u0006', 'latin1')
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(versionNeededForLarge, 12)
  end.writeUInt16LE(versionNeededForLarge, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(directorySize), 40)
  end.writeBigUInt64LE(BigInt(directoryOffset), 48)
  const place = Buffer.alloc(20)
  place.write('PK\u0006\u0007', 'latin1')
  place.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 8)
  place.writeUInt32LE(1, 16)
  return Buffer.concat([end, place])
}

/** Date and time as two numbers of 16 bits, the date in the upper half. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x1_0000 + time
}
