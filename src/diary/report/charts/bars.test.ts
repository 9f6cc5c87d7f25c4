import { expect, test } from 'vitest'
import { fitLabel, fitNote, labelWidth, shorten } from './bars.ts'

test('a path that is too long keeps the end that says which file it is', () => {
  const path = 'cmd/entire/cli/agent/geminicli/gemini_test.go'
  expect(shorten(path, 60)).toBe(path)
  expect(shorten(path, 30)).toBe('…/geminicli/gemini_test.go')
  expect(shorten(path, 20)).toBe('…/gemini_test.go')
  expect(shorten(path, 14)).toBe('gemini_test.go')
  expect(shorten(path, 12)).toBe('gem…_test.go')
  expect(shorten('a sentence with and/or in it, much too long', 20)).toBe('a sent…much too long')
})

test('a label is cut only where there is no room for it', () => {
  const name = 'a-repository-with-a-long-name'
  expect(fitLabel(name, labelWidth(name) + 1)).toBe(name)
  // The room for the longest name is rounded to whole pixels, which may leave it a fraction short.
  for (const length of [19, 20, 21]) {
    const long = name.slice(0, length)
    expect(fitLabel(long, Math.round(labelWidth(long) + 24) - 24)).toBe(long)
  }
  expect(fitLabel(name, labelWidth(name) / 2).length).toBeLessThan(name.length)
})

test('numbers that do not fit are left out whole, the last first', () => {
  const note = '30 passed, 14 failed, 1 without verdict, 1 did not run'
  expect(fitNote(note, 1000)).toBe(note)
  expect(fitNote(note, 320)).toBe('30 passed, 14 failed, 1 without verdict, …')
  expect(fitNote(note, 200)).toBe('30 passed, 14 failed, …')
  expect(fitNote('+1,234 −567', 1000)).toBe('+1,234 −567')
})
