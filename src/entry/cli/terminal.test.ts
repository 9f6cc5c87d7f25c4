import { expect, it } from 'vitest'
import { terminal } from './terminal.ts'

const hostile = 'title \u001b]0;owned\u0007 \u009b2J \u202egnp.exe \u{e0041}\nnext\tline\r'
const shown = 'title ␛]0;owned␇ <U+009B>2J <U+202E>gnp.exe <U+E0041>\nnext\tline␍'

/** What a command that prints stored text writes to stdout when that is a terminal, or a file. */
function written(isTTY: boolean): string {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  terminal({ stdout: { write, isTTY }, stderr: { write: () => {} }, env: {} }).stored(hostile)
  return text
}

it('stored text shows controls and marks of direction on a terminal instead of sending them (access 20)', () => {
  expect(written(true)).toBe(shown)
})

it('stored text keeps every byte for a file or a pipe (access 20)', () => {
  expect(written(false)).toBe(hostile)
})
