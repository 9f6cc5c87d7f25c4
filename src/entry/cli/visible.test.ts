import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible, visibleLines } from './visible.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
const dangerous = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

test('control characters, direction marks and lone surrogates are replaced by something visible', () => {
  expect(visible('a\u0000\u001b[0m\u007f\u009b\u202e\u2028\ud800b')).toBe('a␀␛[0m␡<U+009B><U+202E><U+2028><U+D800>b')
})

test('ordinary text of any script stays as it is', () => {
  const text = 'naïve 日本語 שלום 👩‍👩‍👧 — “quoted”'
  expect(visible(text)).toBe(text)
})

test('several lines keep their breaks and tabs, and nothing else', () => {
  expect(visibleLines('a\tb\r\nc\u001b')).toBe('a\tb␍\nc␛')
  expect(visible('a\nb')).toBe('a␊b')
})

test('nothing that steers a terminal is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(visible(text)).not.toMatch(dangerous)
    }),
  )
})
