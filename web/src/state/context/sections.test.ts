import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, goneSince, sectionTexts } from './sections.ts'

const section = (name: string, text: string) => ({
  name,
  bytes: new TextEncoder().encode(text).length,
  estimatedTokens: 1,
  sha256: `hash of ${text}`,
  why: [],
})

test('a block is split into exactly the texts of its sections, whatever they contain', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', 'é', '漢', '👩‍🌾', '\ufeff', '{', '`') })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), texts => {
      const sections = texts.map((text, index) => section(String(index), text))
      expect(sectionTexts({ text: texts.join('\n\n'), sections })).toEqual(texts)
    }),
  )
})

test('a section is compared with the one of its name in the last build', () => {
  const last = {
    timestamp: '2025-02-11T17:30:00.000Z',
    sha256: 'x',
    bytes: 1,
    estimatedTokens: 1,
    sections: [section('project', 'a'), section('state', 'b')],
  }
  expect(changeOf(section('project', 'a'), last)).toBe('same')
  expect(changeOf(section('state', 'c'), last)).toBe('changed')
  expect(changeOf(section('notes', 'b'), last)).toBe('new')
  expect(changeOf(section('notes', 'b'), null)).toBe(undefined)
  expect(goneSince([section('project', 'a')], last)).toEqual(['state'])
  expect(goneSince([], null)).toEqual([])
})
