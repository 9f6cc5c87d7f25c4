import { crc32, inflateRawSync } from 'node:zlib'

export interface ReadEntry {
  bytes: Buffer
  /** Its DOS time and date. */
  stamp: number
}

/** Reads a zip by its directory, as other programs do, and verifies every entry's checksum. */
export function readZip(zip: Buffer): Map<string, ReadEntry> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0) throw new Error('No end of the directory.')
  const entries = new Map<string, ReadEntry>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') throw new Error('No entry in the directory.')
    const [method, stamp, crc] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 12), zip.readUInt32LE(at + 16)]
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [nameSize, extra, comment] = [28, 30, 32].map(place => zip.readUInt16LE(at + place))
    const name = zip.toString('utf8', at + 46, at + 46 + (nameSize ?? 0))
    const local = zip.readUInt32LE(at + 42)
    if (!zip.subarray(local + 4, local + 30).equals(zip.subarray(at + 6, at + 32))) {
      throw new Error(`${name} is described differently in front of its bytes.`)
    }
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const stored = zip.subarray(begin, begin + packed)
    const bytes = method === 8 ? inflateRawSync(stored) : stored
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is damaged.`)
    entries.set(name, { bytes, stamp })
    at += 46 + (nameSize ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}
