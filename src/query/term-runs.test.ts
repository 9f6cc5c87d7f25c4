import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachRun } from './term-runs.ts'

it('runs are all letters, numbers and marks that follow each other, in every script', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('a', 'Z', '9', ' ', '-', 'é', 'e\u0301', '済', '𝒳', '😀', '\ud800', 'ß', '→'))
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(text, value => {
      const found: [string, number][] = []
      eachRun(value, (run, start) => found.push([run, start]) > 0)
      expect(found).toEqual([...value.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: run, index }) => [run, index]))
    }),
    { numRuns: 2000 },
  )
})
