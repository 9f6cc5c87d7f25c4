import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stillHasTail } from '../diary/prepare/index/file-state.ts'
import { LineSplitter } from './lines.ts'
import { Unreadable } from './reader.ts'

const home = mkdtempSync(join(tmpdir(), 'daybook-tail-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const before = 'first\nsecond\r\nthi'
const splitter = new LineSplitter(() => {})
splitter.push(Buffer.from(before))
const { tail, position } = splitter

it.each([
  [before, true],
  [`${before}rd\nfourth\n`, true],
  ['first\nsecond\r\n', true],
  ['other\nsecond\r\n', true],
  ['first\nsecond\n\nthird', false],
  ['first\nsecond!\nthird', false],
  ['firs\nsecond\r\nx\n', false],
  ['first second\r\n', false],
])('after the file has become %j the last complete line is unchanged: %s', (text, expected) => {
  const path = join(home, 'a.jsonl')
  writeFileSync(path, text)
  expect(tail && stillHasTail(path, tail, position)).toBe(expected)
})

it('the last complete line cannot be looked for in a file that is gone or too short', () => {
  const path = join(home, 'short.jsonl')
  writeFileSync(path, 'first\nsec')
  expect(() => tail && stillHasTail(path, tail, position)).toThrow(Unreadable)
  expect(() => tail && stillHasTail(join(home, 'gone'), tail, position)).toThrow(Unreadable)
})
