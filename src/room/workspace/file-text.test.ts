import { describe, expect, it } from 'vitest'
import { sha256 } from '../../files/sha256.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { foldCase } from './fold.ts'
import { spanHash, splitLines, textOf } from './vfs.ts'

describe('The text of a file', () => {
  it.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['a\n\rb', ['a', '', 'b']],
    ['a\u2028b\u0085c\vd', ['a\u2028b\u0085c\vd']],
  ])('the text %j has the lines %j', (text, lines) => expect(splitLines(text)).toEqual(lines))

  it('The text of a file loses one byte order mark, which its hash and its size still count', () => {
    const bytes = Buffer.from('\ufeff\ufeffa\n')
    expect(textOf('Story/x.md', bytes)).toEqual({
      path: 'Story/x.md',
      content: '\ufeffa\n',
      lines: ['\ufeffa'],
      sha256: sha256(bytes),
      size_bytes: 8,
    })
  })

  it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0x80]], [[0x61, 0xe9, 0x62]]])(
    'The text of a file is strict UTF-8: bytes %j are none',
    bytes => expect(textOf('x', Uint8Array.from(bytes))).toEqual({ fault: { code: 'file_not_text' } }),
  )

  it('The text of a file gives spans a hash of their lines joined by LF', () => {
    expect(spanHash(['a', 'b'])).toBe(sha256('a\nb'))
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})

it('comparing texts folds case one code point at a time', () => {
  expect(foldCase('ÀΣςſK\u1e9eßİıǅ\u{10400}')).toBe('àσσskßßİıǆ\u{10428}')
})

it('comparing texts orders as bytes are ordered', () => {
  const texts = ['', 'a', 'a-b', 'a/b', 'ab', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f514}']
  expect(texts.toReversed().sort(byteOrder)).toEqual(texts)
  expect(texts).toEqual(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
})
