import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompactRecord } from '../../workspace/transcript.ts'
import { jsonIn } from './ask-until-accepted.ts'
import { materialOf, tokensOf } from './material.ts'

const record = (line: number, parts: Partial<CompactRecord> = {}): CompactRecord => ({
  line,
  record_type: 'assistant',
  role: 'assistant',
  content_kinds: ['text'],
  summary: 'Assistant message.',
  text_preview: null,
  tool_uses: [],
  tool_results: [],
  raw_bytes: 1,
  raw_sha256: '0'.repeat(64),
  truncated: false,
  ...parts,
})

const result = (preview: string): CompactRecord['tool_results'][number] => ({
  kind: 'output',
  status: null,
  file_path: null,
  command: null,
  preview,
  raw_bytes: preview.length,
  truncated: false,
})

const shownLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe('what a model is given of a turn', () => {
  it('what a model is given of a turn is every record, whole, while it fits', () => {
    const records = [
      record(4, { text_preview: 'é'.repeat(300) }),
      record(5, { tool_results: [result('x'.repeat(900))] }),
    ]
    expect(shownLines(materialOf(records))).toMatchObject([
      { line: 4, text: 'é'.repeat(300) },
      { line: 5, tool_results: [{ preview: 'x'.repeat(900) }] },
    ])
  })

  it('what a model is given of a turn has tool results of at most 200 bytes when it would not fit', () => {
    const records = Array.from({ length: 60 }, (_, n) => record(n + 1, { tool_results: [result('é'.repeat(500))] }))
    const shown = shownLines(materialOf(records, 8000))
    expect(shown.length).toBe(60)
    for (const { tool_results } of shown)
      expect(tool_results).toEqual([{ kind: 'output', status: null, preview: 'é'.repeat(100) }])
  })

  it('then leaves lines out of the middle, and names them', () => {
    const records = Array.from({ length: 100 }, (_, n) => record(n + 11, { text_preview: 'word '.repeat(100) }))
    const shown = shownLines(materialOf(records, 2000))
    const gap = shown.findIndex(each => 'left_out' in each)
    const [, from, to] = /^lines (\d+)-(\d+)$/.exec(shown[gap].left_out) ?? []
    expect(shown[gap - 1].line).toBe(Number(from) - 1)
    expect(shown[gap + 1].line).toBe(Number(to) + 1)
    expect([shown[0].line, shown.at(-1).line]).toEqual([11, 110])
  })

  it('what a model is given of a turn never exceeds the budget, always parses, and always begins with the trigger', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 4000 })
    const some = fc.array(fc.record({ text_preview: fc.option(text), preview: text }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(some, fc.integer({ min: 1000, max: 6000 }), (parts, budget) => {
        const records = parts.map(({ text_preview, preview }, n) =>
          record(n + 1, { text_preview, tool_results: [result(preview.slice(0, 500))] }),
        )
        const material = materialOf(records, budget)
        expect(tokensOf(material)).toBeLessThanOrEqual(budget)
        expect(shownLines(material)[0].line).toBe(1)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the JSON in an answer', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['Here it is:\n```json\n{"a":{"b":"}"}}\n```\nDone.', { a: { b: '}' } }],
    ['Use {braces} like {"a":"\\"{"}', { a: '"{' }],
    ['no object', undefined],
    ['{"a":', undefined],
  ])('the JSON in an answer of %j is %j', (text, expected) => {
    expect(jsonIn(text)).toEqual(expected)
  })
})
