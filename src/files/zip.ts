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

/**
 * Writes a zip file: every entry compressed, all of them with the same time, nothing about the machine it was made on.
 * The same entries give the same bytes.
 */
export async function writeZip(file: FileHandle, at: Date, entries: Iterable<ZipEntry>): Promise<number> {
  const listed: Listed[] = []
  let end = 0
  for (const { name, content } of entries) {
    const written = await writeEntry(file, { name: Buffer.from(name), offset: end, stamp: dosTime(at) }, content)
    listed.push(written.listed)
    end = written.end
  }
  const directory = Buffer.concat(listed.map(directoryRecord))
  const closing = endRecord(listed.length, directory.length, end)
  await file.write(Buffer.concat([directory, closing]), 0, undefined, end)
  return end + directory.length + closing.length
}

interface Place {
  name: Buffer
  /** Where the entry begins. */
  offset: number
  stamp: number
}

interface Listed extends Place {
  crc: number
  packed: number
  size: number
}

const localHeaderSize = 30

async function writeEntry(
  file: FileHandle,
  place: Place,
  content: ZipEntry['content'],
): Promise<{ listed: Listed; end: number }> {
  const begin = place.offset + localHeaderSize + place.name.length
  const counted = { crc: 0, packed: 0, size: 0 }
  const measured = async function* () {
    for await (const piece of content) {
      counted.crc = crc32(piece, counted.crc)
      counted.size += piece.length
      yield piece
    }
  }
  await pipeline(measured, createDeflateRaw({ level: 9 }), async packed => {
    for await (const piece of packed) {
      await file.write(piece, 0, undefined, begin + counted.packed)
      counted.packed += piece.length
    }
  })
  const end = begin + counted.packed
  if (Math.max(counted.size, end) > largest) throw new TooLargeForZip()
  const listed = { ...place, ...counted }
  await file.write(Buffer.concat([localHeader(listed), place.name]), 0, undefined, place.offset)
  return { listed, end }
}

/** Sizes and offsets are numbers of 32 bits. */
const largest = 0xffff_ffff

export class TooLargeForZip extends Error {
  override readonly name = 'TooLargeForZip'
}

const deflated = 8
const utf8Names = 0x0800
const versionNeeded = 20

/** What stands in front of an entry and again in the directory. */
function commonFields({ stamp, crc, packed, size, name }: Listed): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(versionNeeded, 0)
  bytes.writeUInt16LE(utf8Names, 2)
  bytes.writeUInt16LE(deflated, 4)
  bytes.writeUInt32LE(stamp, 6)
  bytes.writeUInt32LE(crc, 10)
  bytes.writeUInt32LE(packed, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}

function localHeader(entry: Listed): Buffer {
  return Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), commonFields(entry)])
}

function directoryRecord(entry: Listed): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(ownerOnly, 6)
  rest.writeUInt32LE(entry.offset, 10)
  const madeByUnix = Buffer.from([versionNeeded, 3])
  return Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeByUnix, commonFields(entry), rest, entry.name])
}

/** A regular file that its owner may read and write, as Unix tools take it out again. */
const ownerOnly = 0o100600 * 0x1_0000

function endRecord(count: number, directorySize: number, directoryOffset: number): Buffer {
  if (count > 0xffff || directoryOffset > largest) throw new TooLargeForZip()
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16LE(count, 4)
  bytes.writeUInt16LE(count, 6)
  bytes.writeUInt32LE(directorySize, 8)
  bytes.writeUInt32LE(directoryOffset, 12)
  return Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), bytes])
}

/** Date and time as two numbers of 16 bits, the date in the upper half. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x1_0000 + time
}
