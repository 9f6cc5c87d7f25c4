import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinedIn, LineSplitter, parseLine } from './lines.ts'

interface Seen {
  number: number
  start: number
  end: number
  size: number
  text: string | null
  hash: string
}

function split(chunks: Iterable<Buffer>): Seen[] {
  const seen: Seen[] = []
  const splitter = new LineSplitter(line => {
    const { number, start, end, size, bytes } = line
    seen.push({ number, start, end, size, text: bytes?.toString('latin1') ?? null, hash: line.sha256() })
  })
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return seen
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 * 1024

describe('lines', () => {
  it.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\r\nb\r', ['a', '', 'b']],
    ['a\r\r\n', ['a\r']],
    ['\r', ['']],
    ['a\rb\u0085c\u000bd\u000ce\u001ef\n', ['a\rb\u0085c\u000bd\u000ce\u001ef']],
  ])('lines of %j are %j', (text, expected) => {
    expect(split([Buffer.from(text, 'latin1')]).map(line => line.text)).toEqual(expected)
  })

  it('lines do not depend on how the bytes arrive, and cover every byte once', () => {
    const byte = fc.constantFrom(0x0a, 0x0d, 0x61, 0xff)
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 60 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 60 }),
        (all, cuts) => {
          const bytes = Buffer.from(all)
          const expected = reference(bytes)
          expect(split([bytes])).toEqual(expected)
          expect(split(pieces(bytes, cuts))).toEqual(expected)
        },
      ),
    )
  })

  it('lines know where the last complete one is', () => {
    const splitter = new LineSplitter(() => {}, { lines: 3, bytes: 100 })
    splitter.push(Buffer.from('first\nsec'))
    expect(splitter.tail).toEqual({ offset: 100, sha256: sha256(Buffer.from('first')) })
    splitter.push(Buffer.from('ond\r\nthird'))
    expect(splitter.tail).toEqual({ offset: 106, sha256: sha256(Buffer.from('second')) })
    expect(splitter.position).toEqual({ lines: 5, bytes: 114 })
  })
})

describe('a very long line', () => {
  const chunk = Buffer.alloc(megabyte, 'x')
  const times = (count: number) => Array.from({ length: count }, () => chunk)

  it('a very long line of 40 MiB is hashed and not read', () => {
    const lines = split([Buffer.from('a\n'), ...times(40), Buffer.from('\nb')])
    expect(lines.map(({ number, size, text }) => [number, size, text])).toEqual([
      [1, 1, 'a'],
      [2, 40 * megabyte, null],
      [3, 1, 'b'],
    ])
    expect(lines[1]?.hash).toBe(sha256(Buffer.concat(times(40))))
    expect(lines[1]).toMatchObject({ start: 2, end: 2 + 40 * megabyte + 1 })
  })

  it('a very long line of exactly 32 MiB is read, with or without a CR, and one byte more is not', () => {
    const ended = (end: string) => split([...times(32), Buffer.from(end)])[0]
    expect(ended('\n')?.text).toHaveLength(32 * megabyte)
    expect(ended('\r\n')?.text).toHaveLength(32 * megabyte)
    expect(ended('x\n')).toMatchObject({ text: null, size: 32 * megabyte + 1 })
    expect(ended('x\r\n')).toMatchObject({ text: null, size: 32 * megabyte + 1, end: 32 * megabyte + 3 })
    expect(ended('x\r\n')?.hash).toBe(sha256(Buffer.concat([...times(32), Buffer.from('x')])))
  })

  it('a very long line passes the gate alone, and the gate is left when reading stops', () => {
    const passed: string[] = []
    const gate = { enter: () => passed.push('in'), leave: () => passed.push('out') }
    const splitter = new LineSplitter(({ size }) => passed.push(`${size / megabyte}`), undefined, gate)
    for (const piece of [...times(4), Buffer.from('\n'), ...times(5), Buffer.from('\n')]) splitter.push(piece)
    expect(passed).toEqual(['4', 'in', '5', 'out'])
    for (const piece of times(6)) splitter.push(piece)
    splitter.abandon()
    expect(passed).toEqual(['4', 'in', '5', 'out', 'in', 'out'])
  })
})

describe('a record', () => {
  it.each([
    ['{"a":1,"a":2}', { a: 2 }],
    [' {"a":"\u2028"} ', { a: '\u2028' }],
    ['{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
    ['[]', null],
    ['"a"', null],
    ['null', null],
    ['', null],
    ['{"a":1}{"b":2}', null],
    ['{"a":', null],
    ['\u0000\u0000', null],
  ])('a record of %j is %j', (text, record) => {
    expect(parseLine(Buffer.from(text), false)).toEqual(record)
  })

  it('a record may have a byte order mark before it on the first line only', () => {
    expect(parseLine(Buffer.from('\ufeff{}'), true)).toEqual({})
    expect(parseLine(Buffer.from('\ufeff{}'), false)).toBeNull()
  })

  it('a record is a record that notes of the client share the line with, before it or after it', () => {
    const parsed = (text: string) => parseLine(Buffer.from(text), false)
    const said = '{"type":"assistant","text":"} { \\" é"}'
    const note = '{"type":"summary","summary":"ü"}'
    expect(parsed(said + note)).toEqual({ type: 'assistant', text: '} { " é' })
    expect(parsed(note + said + note)).toEqual({ type: 'assistant', text: '} { " é' })
    expect(parsed(note + note)).toEqual({ type: 'summary', summary: 'ü' })
    expect(joinedIn(said + note + note)?.notes).toEqual({ summary: 2 * Buffer.byteLength(note) })
    for (const other of [
      said + said,
      `${said}{"type":"summary"`,
      `${said} x`,
      `${said}[]`,
      `${said}}`,
      `x${said}${note}`,
    ]) {
      expect(parsed(other)).toBe(null)
    }
  })

  it('a record shows invalid bytes as replacement characters', () => {
    expect(parseLine(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), false)).toEqual({
      a: '\ufffd',
    })
  })
})

function reference(bytes: Buffer): Seen[] {
  const seen: Seen[] = []
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, start)
    const stop = feed < 0 ? bytes.length : feed
    const line = bytes.subarray(start, stop > start && bytes[stop - 1] === 0x0d ? stop - 1 : stop)
    const end = feed < 0 ? stop : stop + 1
    const text = line.toString('latin1')
    seen.push({ number: seen.length + 1, start, end, size: line.length, text, hash: sha256(line) })
    start = end
  }
  return seen
}

function* pieces(bytes: Buffer, sizes: number[]): Iterable<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 0
    // A piece may be empty, but not all of them.
    const next = at + (i % sizes.length === 0 ? Math.max(size, 1) : size)
    yield Buffer.from(bytes.subarray(at, next))
    at = next
  }
}
