import { expect, it } from 'vitest'
import { type Terminal, terminal } from './terminal.ts'

const hostile = 'title \u001b]0;owned\u0007 \u009b2J \u202egnp.exe \u{e0041}\nnext\tline\r'
const shown = 'title ␛]0;owned␇ <U+009B>2J <U+202E>gnp.exe <U+E0041>\nnext\tline␍'

/** What a command writes to stdout when that is a terminal, or a file. */
function written(isTTY: boolean, print: (page: Terminal) => void = page => page.stored(hostile), env = {}): string {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  print(terminal({ stdout: { write, isTTY }, stderr: { write: () => {} }, env }))
  return text
}

it('stored text shows controls and marks of direction on a terminal instead of sending them', () => {
  expect(written(true)).toBe(shown)
})

it('stored text keeps every byte for a file or a pipe', () => {
  expect(written(false)).toBe(hostile)
})

it('lines and headings of what others wrote show controls instead of sending them', () => {
  const plain = { NO_COLOR: '1' }
  const title = 'a \u001b[2J title'
  expect(written(true, page => page.lines([title, title]), plain)).toBe('a ␛[2J title\na ␛[2J title\n')
  expect(written(true, page => page.heading(title), plain)).toBe('\na ␛[2J title\n')
  expect(written(true, page => page.section(title, [title], { mark: '-' }), plain)).toBe(
    '\na ␛[2J title\n- a ␛[2J title\n',
  )
})

it('a line shows controls in each of its parts, and colors only what it was told to', () => {
  const print = (page: Terminal) => page.line(page.colors.red('\u001b[2J'), ' \u001b[2J')
  expect(written(true, print)).toBe('\u001b[31m␛[2J\u001b[39m ␛[2J\n')
  expect(written(false, print)).toBe('␛[2J ␛[2J\n')
})

it('a short line ends where the terminal does, whatever its color, and is whole in a pipe', () => {
  const print = (page: Terminal) => page.shortLine(page.colors.bold('id'), '  ', 'x'.repeat(100))
  expect(written(true, print, { NO_COLOR: '1' })).toBe(`id  ${'x'.repeat(75)}…\n`)
  expect(written(false, print)).toBe(`id  ${'x'.repeat(100)}\n`)
})

it('a section says how many lines were left out, and without any lines it is not shown', () => {
  expect(written(false, page => page.section('Open', ['one', 'two'], { total: 5 }))).toBe(
    '\nOpen\none\ntwo\n… and 3 more\n',
  )
  expect(written(false, page => page.section('Open', []))).toBe('')
})
