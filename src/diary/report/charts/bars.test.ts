import { expect, test } from 'vitest'
import { fitLabel, labelWidth, shorten } from './bars.ts'

test('a path that is too long keeps the end that says which file it is', () => {
  const path = 'cmd/entire/cli/agent/geminicli/gemini_test.go'
  expect(shorten(path, 60)).toBe(path)
  expect(shorten(path, 30)).toBe('…/geminicli/gemini_test.go')
  expect(shorten(path, 20)).toBe('…/gemini_test.go')
  expect(shorten(path, 12)).toBe('cmd…_test.go')
  expect(shorten('a sentence with and/or in it, much too long', 20)).toBe('a sent…much too long')
})

test('a label is cut only where there is no room for it', () => {
  const name = 'a-repository-with-a-long-name'
  expect(fitLabel(name, labelWidth(name) + 1)).toBe(name)
  expect(fitLabel(name, labelWidth(name) / 2).length).toBeLessThan(name.length)
})
