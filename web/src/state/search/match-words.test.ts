import { expect, test } from 'vitest'
import { matchesWords } from './match-words.ts'

test('every word that was typed begins a word of the text', () => {
  expect(matchesWords('Copy next-chat block', 'chat co')).toBe(true)
  expect(matchesWords('Copy next-chat block', 'hat')).toBe(false)
  expect(matchesWords('Übersicht', 'über')).toBe(true)
  expect(matchesWords('Records: Tree', '')).toBe(true)
})
