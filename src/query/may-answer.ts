import type { Matched } from './answers.ts'
import type { SearchQuery, Wanted } from './query.ts'
import { normalText } from './term-runs.ts'

/**
 * Whether it is worth making terms of a text to see if it answers a query: to look for the letters alone is much quicker,
 * and leaves out most. Never says no to a text that answers.
 */
export function mayAnswer({ all }: Pick<SearchQuery, 'all'>, matched: Matched): (text: string) => boolean {
  const clauses = all.map(alternatives => alternatives.flatMap(({ words, parts }: Wanted) => [words, parts].map(row)))
  if (clauses.length === 0) return () => true
  return text => {
    const folded = normalText(text)
    const hasOne = (ways: ((folded: string) => boolean)[]) => ways.some(mayHave => mayHave(folded))
    return matched === 'all' ? clauses.every(hasOne) : clauses.some(hasOne)
  }
}

/** Whether a text may have some words one after the other. */
function row(words: readonly string[]): (folded: string) => boolean {
  const stems = words.map(stemOf)
  if (stems.length < 2 || !words.every(isPlain)) return folded => stems.every(stem => folded.includes(stem))
  // After a stem comes the ending of a plural, and nothing at all between the parts of a name.
  const pattern = new RegExp(stems.join('[a-z0-9]{0,3}[^a-z0-9]*'))
  return folded => pattern.test(folded)
}

/** A word of ASCII that is not so long that only its beginning is a term. */
function isPlain(word: string): boolean {
  return /^[a-z0-9]{1,40}$/.test(word)
}

/** What every form of a term begins with: "penny" is "pennies" too. */
function stemOf(term: string): string {
  return term.length > 2 && term.endsWith('y') ? term.slice(0, -1) : term
}
