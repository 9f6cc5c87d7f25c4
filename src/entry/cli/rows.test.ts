import { expect, test } from 'vitest'
import { markMatches, rows } from './rows.ts'

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
