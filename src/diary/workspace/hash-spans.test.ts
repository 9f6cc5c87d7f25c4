import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSplitter } from '../../transcripts/lines.ts'
import { hashSpans } from './line-spans.ts'

it('whatever the lines, the spans and the pieces, each span has the hash of its lines, and the file its own', async () => {
  const pieces = fc.array(fc.stringMatching(/^[ab\r\n]{0,6}$/), { maxLength: 8 })
  const spans = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 6 })).map(([start, more]) => ({
      start,
      end: start + more,
    })),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(pieces, spans, async (chunks, wanted) => {
      const text = chunks.join('')
      const lines = linesOf(text)
      const inside = wanted.filter(({ end }) => end <= lines.length)
      const expected = inside.map(({ start, end }) => [
        `${start}-${end}`,
        sha256(lines.slice(start - 1, end).join('\n')),
      ])
      const found = await hashSpans(Readable.from(chunks.map(each => Buffer.from(each))), wanted)
      expect(found.sha256).toBe(sha256(text))
      expect(Object.fromEntries(found.spans)).toEqual(Object.fromEntries(expected))
    }),
  )
})

function linesOf(text: string): string[] {
  const lines: string[] = []
  const splitter = new LineSplitter(({ bytes }) => lines.push(String(bytes)))
  splitter.push(Buffer.from(text))
  splitter.end()
  return lines
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
