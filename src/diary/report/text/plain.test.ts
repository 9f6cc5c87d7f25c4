import { expect, test } from 'vitest'
import { boldParts } from './plain.ts'

test('words between two stars were bold, stars of paths and of arithmetic were not', () => {
  expect(boldParts('I found it. **The Bug**: the field was “**unset**”.')).toEqual([
    'I found it. ',
    'The Bug',
    ': the field was “',
    'unset',
    '”.',
  ])
  for (const plain of ['src/**/a.ts and lib/**/b.ts', '**/*.go and **/*.ts', '2 ** 3 ** 4', 'x**2**y', '**cut off']) {
    expect(boldParts(plain)).toEqual([plain])
  }
})
