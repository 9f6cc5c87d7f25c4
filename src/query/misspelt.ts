import { editDistance } from '../kernel/spelling.ts'

/** The filter that was meant by a word whose name before the colon is misspelt: it would be looked for, and nothing be found. */
export function misspeltFilter(word: string, filters: readonly string[]): { key: string; filter: string } | null {
  const colon = word.slice(0, longestKey).indexOf(':')
  if (colon < 0 || colon + 1 === word.length || word.startsWith('//', colon + 1)) return null
  const key = word.slice(0, colon).toLowerCase()
  const meant = filters.find(known => isMisspelt(key, known))
  return meant === undefined ? null : { key, filter: `${meant}:${word.slice(colon + 1)}` }
}

/** With its colon, and a letter too many. */
const longestKey = 10

/** One letter too many, too few or in the wrong place; a wrong one only in longer names: rule: is not meant as role:. */
function isMisspelt(key: string, known: string): boolean {
  if (known.length < 4 || editDistance(key, known) !== 1) return false
  const letters = (name: string) => [...name].sort().join('')
  return known.length > 4 || key.length !== known.length || letters(key) === letters(known)
}
