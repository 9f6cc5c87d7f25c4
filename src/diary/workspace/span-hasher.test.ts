import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSplitter } from '../../transcripts/lines.ts'
import { SpanHasher } from './line-spans.ts'

const hashed = (...chunks: string[]) => {
  const hasher = new SpanHasher()
  for (const chunk of chunks) hasher.push(Buffer.from(chunk))
  return hasher.digest()
}

it('a span is the bytes of its lines joined by LF', () => {
  const vector = '45d6067c8b6db1243a719b35b6b9014a34278fd1dc14b510a35d6f7f1e406972'
  expect(hashed('{"a":1}\n{"b":2}\n')).toBe(vector)
  expect(hashed('{"a":1}\r\n{"b":2}\r')).toBe(vector)
  expect(hashed('{"a":1', '}\r', '\n', '{"b":2}')).toBe(vector)
})

it('whatever the bytes and however they come in pieces, the lines are those of the splitter', () => {
  const pieces = fc.array(fc.stringMatching(/^[ab\r\n]{0,6}$/), { maxLength: 8 })
  fc.assert(
    fc.property(pieces, chunks => {
      const lines: string[] = []
      const splitter = new LineSplitter(({ bytes }) => lines.push(String(bytes)))
      splitter.push(Buffer.from(chunks.join('')))
      splitter.end()
      expect(hashed(...chunks)).toBe(createHash('sha256').update(lines.join('\n')).digest('hex'))
    }),
  )
})
