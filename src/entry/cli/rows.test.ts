import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, markMatches, pad, rows, visible, visibleLines, widthOf } from './rows.ts'

const wide = { columns: undefined }

test('columns are aligned, empty ones are left out, and line ends have no blanks', () => {
  const table = [
    ['R001', '', 'short', 'last'],
    ['R1000', '', 'longer', ''],
  ]
  expect(rows(table, wide)).toBe('R001   short   last\nR1000  longer\n')
})

test('on a terminal the last column is cut to the rest of the line', () => {
  expect(rows([['R001', 'x'.repeat(80)]], { columns: 40 })).toBe(`R001  ${'x'.repeat(33)}…\n`)
  expect(rows([['R001', 'x'.repeat(80)]], wide)).toBe(`R001  ${'x'.repeat(80)}\n`)
})

test('paint does not count as width, and text is made visible before it is measured', () => {
  const paint = (text: string) => `<${text}>`
  const table = [
    [{ text: 'a', paint }, 'x'],
    ['b\u001b', 'y'],
  ]
  expect(rows(table, wide)).toBe('<a>   x\nb␛  y\n')
})

test('matches are in a color, and the text around them is not', () => {
  const color = (text: string) => ({ text: `<${text}>`, paint: String })
  const marked = markMatches(
    'half a penny',
    [
      [0, 4],
      [7, 12],
    ],
    color,
  )
  expect(marked.map(part => (typeof part === 'string' ? part : part.text)).join('')).toBe('<half> a <penny>')
})

test('every line can be indented', () => {
  expect(rows([['a', 'b']], wide, '  ')).toBe('  a  b\n')
})

test.each([
  ['plain', 5],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['○ ● ×', 5],
  ['', 0],
])('the text %s takes %i columns of a terminal', (text, columns) => {
  expect(widthOf(text)).toBe(columns)
})

test('a text is cut only when it does not fit, and says so', () => {
  expect(cut('seven..', 7)).toBe('seven..')
  expect(cut('eight...', 7)).toBe('eight.…')
  expect(cut('日本語', 4)).toBe('日…')
})

test('a cut text never takes more columns than it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns)
    }),
  )
})

test('padding counts columns, not characters', () => {
  expect(pad('日', 4)).toBe('日  ')
  expect(pad('toolong', 3)).toBe('toolong')
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
const dangerous = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

test('control characters, direction marks and lone surrogates are replaced by something visible', () => {
  expect(visible('a\u0000\u001b[0m\u007f\u009b\u202e\u2028\ud800b')).toBe('a␀␛[0m␡<U+009B><U+202E><U+2028><U+D800>b')
})

test('ordinary text of any script stays as it is', () => {
  const text = 'naïve 日本語 שלום 👩‍👩‍👧 — “quoted”'
  expect(visible(text)).toBe(text)
})

test('several lines keep their breaks and tabs, and nothing else', () => {
  expect(visibleLines('a\tb\r\nc\u001b')).toBe('a\tb␍\nc␛')
  expect(visible('a\nb')).toBe('a␊b')
})

test('nothing that steers a terminal is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(visible(text)).not.toMatch(dangerous)
    }),
  )
})
