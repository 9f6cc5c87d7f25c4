import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, quotedLines } from './quoted-lines.ts'

const content = 'one\r\ntwo é three\nfour\n'
const file = { content, size_bytes: new TextEncoder().encode(content).length }

test('a quote is marked by its bytes, within a line and with the lines around it', () => {
  const start_byte = new TextEncoder().encode('one\r\ntwo ').length
  expect(quotedLines(file, { start_byte, end_byte: start_byte + 8 }, 1)).toEqual([
    { number: 1, pieces: ['one'] },
    { number: 2, pieces: ['two ', 'é three', ''] },
    { number: 3, pieces: ['four'] },
  ])
})

test('a quote over a line break marks the end of one line and the beginning of the next', () => {
  const start_byte = new TextEncoder().encode('one\r\ntwo é ').length
  expect(quotedLines(file, { start_byte, end_byte: start_byte + 'three\nfo'.length }, 0)).toEqual([
    { number: 2, pieces: ['two é ', 'three', ''] },
    { number: 3, pieces: ['', 'fo', 'ur'] },
  ])
})

test('a byte order mark counts as bytes of the file and as nothing of its text', () => {
  const marked = { content, size_bytes: file.size_bytes + 3 }
  expect(quotedLines(marked, { start_byte: 3, end_byte: 6 }, 0)).toEqual([{ number: 1, pieces: ['', 'one', ''] }])
})

test('whole lines are marked from their beginning to their end', () => {
  expect(quotedLines(file, { start_line: 2, end_line: 3 }, 0)).toEqual([
    { number: 2, pieces: ['', 'two é three', ''] },
    { number: 3, pieces: ['', 'four', ''] },
  ])
})

test('lines that the file does not have any more mark nothing', () => {
  expect(quotedLines({ content: '', size_bytes: 0 }, { start_line: 9, end_line: 9 })).toEqual([])
  expect(quotedLines(file, { start_line: 9, end_line: 9 })).toEqual([])
})

test('lines and their beginnings make up the text, and no piece of a line is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '🙂', ' ') })
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(40), (content, from, length) => {
      const size_bytes = new TextEncoder().encode(content).length
      for (const { start, text } of linesOf(content)) expect(content.slice(start, start + text.length)).toBe(text)
      const all = linesOf(content).map(({ text }) => text)
      for (const { number, pieces } of quotedLines(
        { content, size_bytes },
        { start_byte: from, end_byte: from + length },
      ))
        expect(pieces.join('')).toBe(all[number - 1])
    }),
  )
})
