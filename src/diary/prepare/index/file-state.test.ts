import { describe, expect, it } from 'vitest'
import { parserVersion } from '../../../transcripts/readers.ts'
import { decide, type IndexedFile } from './file-state.ts'

const second = 1_000_000_000n
const changed = 1_800_000_000n * second
const stamp = { dev: '1', ino: '7', size: 100, mtimeNs: String(changed), side: '' }
const known: IndexedFile = { ...stamp, parserVersion, indexedAtNs: String(changed + 3n * second) }
const unread = () => {
  throw new Error('The file was opened.')
}

describe('What is done with a file', () => {
  it('What is done with a file is everything when it is new or was read by other rules', () => {
    expect(decide('lines', undefined, stamp, unread)).toBe('full')
    expect(decide('lines', { ...known, parserVersion: parserVersion + 1 }, stamp, unread)).toBe('full')
  })

  it('What is done with a file is nothing, without opening it, when it looks the same and had settled', () => {
    expect(decide('lines', known, stamp, unread)).toBe('unchanged')
    expect(decide('zst', known, stamp, unread)).toBe('unchanged')
  })

  it('What is done with a file depends on its last line when it was written to just before it was indexed', () => {
    const young = { ...known, indexedAtNs: String(changed + 2n * second) }
    expect(decide('lines', young, stamp, () => true)).toBe('unchanged')
    expect(decide('lines', young, stamp, () => false)).toBe('full')
    expect(decide('zst', young, stamp, unread)).toBe('full')
  })

  it('What is done with a file is only what was added when it grew behind its last line', () => {
    const grown = { ...stamp, size: 101, mtimeNs: String(changed + second) }
    expect(decide('lines', known, grown, () => true)).toBe('append')
    expect(decide('lines', known, grown, () => false)).toBe('full')
    expect(decide('zst', known, grown, unread)).toBe('full')
    expect(decide('lines', known, { ...grown, ino: '8' }, unread)).toBe('full')
  })

  it('What is done with a file is everything when it shrank, was replaced or rewritten in place', () => {
    for (const other of [{ size: 99 }, { ino: '8' }, { mtimeNs: String(changed + second) }]) {
      expect(decide('lines', known, { ...stamp, ...other }, unread)).toBe('full')
    }
  })

  it('What is done with a file asks about the log beside a database as well', () => {
    const log = `4096 ${changed}`
    expect(decide('material', { ...known, side: log }, { ...stamp, side: log }, unread)).toBe('unchanged')
    expect(decide('material', known, { ...stamp, side: log }, unread)).toBe('full')
    const busy = `4096 ${changed + 2n * second}`
    expect(decide('material', { ...known, side: busy }, { ...stamp, side: busy }, unread)).toBe('full')
  })
})
