import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withEndsOf } from './line-ends.ts'

test('a text of CRLF lines keeps them when a page hands it back with bare line feeds', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', '{', 'é') })
  fc.assert(
    fc.property(fc.array(words, { minLength: 2 }), lines => {
      const stored = lines.join('\r\n')
      expect(withEndsOf(stored, lines.join('\n'))).toBe(stored)
    }),
  )
})

test('a text of mixed line ends, or of none, is left as it was typed', () => {
  expect(withEndsOf('a\nb', 'a\nb\nc')).toBe('a\nb\nc')
  expect(withEndsOf('a\r\nb\nc', 'a\nb')).toBe('a\nb')
  expect(withEndsOf('', 'a\nb')).toBe('a\nb')
})
