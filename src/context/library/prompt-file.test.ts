import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf } from './key.ts'
import { parsePromptFile } from './library.ts'
import { FileFault } from './source-lines.ts'

const tick = '`'.repeat(3)

function read(...lines: string[]) {
  const { prompts, warnings } = parsePromptFile(lines.join('\n'))
  return { prompts: prompts.map(({ key, content, parameters }) => ({ key, content, parameters })), warnings }
}

function only(...lines: string[]) {
  return read(...lines).prompts
}

describe('a prompt file', () => {
  it('a prompt file begins a prompt at a heading of exactly five hashes', () => {
    expect(only('# x', '##### One', 'a', '', '###### six', '####four', '##### Two', 'b')).toEqual([
      { key: 'one', content: 'a\n\n###### six\n####four', parameters: [] },
      { key: 'two', content: 'b', parameters: [] },
    ])
  })

  it('a prompt file takes no heading from inside a fence', () => {
    expect(only('##### One', `${tick}sh`, '##### not a heading', tick)).toEqual([
      { key: 'one', content: `${tick}sh\n##### not a heading\n${tick}`, parameters: [] },
    ])
  })

  it('a prompt file keeps a block of the same length inside a block to be copied, when the inner one has an info string', () => {
    expect(
      only('##### One', 'notes', `${tick}markdown`, 'a', `${tick}yaml`, 'k: {slice}', tick, 'b', tick, 'more'),
    ).toEqual([{ key: 'one', content: `a\n${tick}yaml\nk: {slice}\n${tick}\nb`, parameters: ['slice'] }])
  })

  it('a prompt file lets a longer fence hold anything shorter', () => {
    expect(only('##### One', '````', tick, 'bare inside', tick, '````')).toEqual([
      { key: 'one', content: `${tick}\nbare inside\n${tick}`, parameters: [] },
    ])
  })

  it('a prompt file knows fences of tildes, which backticks do not close', () => {
    expect(only('##### One', '~~~md', tick, 'a', '~~~')).toEqual([
      { key: 'one', content: `${tick}\na`, parameters: [] },
    ])
  })

  it('a prompt file joins several blocks to be copied and drops the usage notes around them', () => {
    expect(only('##### One', '*Use it often.*', tick, 'a', tick, 'between', `${tick}md`, 'b', tick)[0]?.content).toBe(
      'a\n\nb',
    )
  })

  it('a prompt file takes a body without such a block whole, but for the usage notes before it', () => {
    expect(only('##### One', '', '*Use it often.*', '', 'a', `${tick}yaml`, 'k: v', tick, '')[0]?.content).toBe(
      `a\n${tick}yaml\nk: v\n${tick}`,
    )
  })

  it('a prompt file reads past front matter, a byte order mark and CRLF', () => {
    const { prompts } = parsePromptFile('\ufeff---\r\ntitle: ##### x\r\n---\r\n##### One\r\na\r\nb\r\n')
    expect(prompts).toMatchObject([{ key: 'one', content: 'a\nb', line: 4 }])
  })

  it('a prompt file uses the first of two equal keys and warns about the other', () => {
    expect(read('##### A b', '1', '##### a-b', '2')).toEqual({
      prompts: [{ key: 'a-b', content: '1', parameters: [] }],
      warnings: ["line 3: the key 'a-b' occurs twice; the first one is used"],
    })
  })

  it('a prompt file skips what has no name or no content and says so', () => {
    expect(read('##### ', 'x', '##### Empty', '', '##### Good', 'y')).toEqual({
      prompts: [{ key: 'good', content: 'y', parameters: [] }],
      warnings: ['line 1: a prompt without name was skipped', 'line 3: a prompt without content was skipped'],
    })
  })

  it('a prompt file refuses a fence that is never closed, by the line that opens it', () => {
    expect(() => only('##### One', 'a', `${tick}js`, 'b')).toThrow(expect.objectContaining({ line: 3 }))
  })

  it('a prompt file refuses an unbalanced condition, by its line', () => {
    expect(() => only('##### One', 'a', '{{#if slice}}b')).toThrow(expect.objectContaining({ line: 3 }))
  })

  it('a prompt file never fails on any text but by saying where', () => {
    const line = fc.constantFrom(
      '##### A',
      '##### ',
      tick,
      `${tick}md`,
      '~~~',
      '````',
      '{{#if a}}',
      '{{/if}}',
      '{{else}}',
      '{x',
      '---',
      '* n',
      '',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), lines => {
        try {
          for (const { key, content } of parsePromptFile(lines.join('\n')).prompts) {
            expect(key).not.toBe('')
            expect(content.trim()).not.toBe('')
          }
        } catch (error) {
          expect(error).toBeInstanceOf(FileFault)
          expect((error as FileFault).line).toBeGreaterThan(0)
        }
      }),
    )
  })
})

it.each([
  ['Phase 2.5', 'phase-25'],
  ['Slice  Design', 'slice-design'],
  [' -A- (B) ', 'a-b'],
  ['Über_x 3', 'über_x-3'],
])('the key of %j is %j', (name, key) => {
  expect(keyOf(name)).toBe(key)
})
