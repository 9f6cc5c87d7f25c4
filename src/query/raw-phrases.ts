import type { SearchQuery, Wanted } from './query.ts'
import { normalText } from './term-runs.ts'

/**
 * Whether a line of JSON may hold the phrases of a query, by its letters alone: most lines that have all words of a phrase
 * have them elsewhere, and need not be parsed to see that. Null for a query without phrases.
 */
export function rawPhrases({ all }: Pick<SearchQuery, 'all'>): ((line: Buffer) => boolean) | null {
  const clauses = all.flatMap(alternatives => {
    const ways = alternatives.flatMap(({ words, parts }: Wanted) => [words, parts])
    return ways.every(isPlainPhrase) ? [ways.map(rawPhrase)] : []
  })
  if (clauses.length === 0) return null
  return line => {
    const text = line.toString('utf8')
    if (escapedLetter.test(text)) return true
    const folded = normalText(text)
    return clauses.every(ways => ways.some(mayHold => mayHold(folded)))
  }
}

/** Several words of ASCII, none so long that only its beginning is a term. */
function isPlainPhrase(words: readonly string[]): boolean {
  return words.length > 1 && words.every(word => /^[a-z0-9]{1,40}$/.test(word))
}

function rawPhrase(words: readonly string[]): (folded: string) => boolean {
  const stems = words.map(stemOf)
  const inOneText = new RegExp(stems.join(`${ending}(?:"|${separator})*`))
  // Texts that follow each other in a list are searched as one.
  const gaps = stems.slice(1).map((stem, i) => ({
    before: new RegExp(`${stems[i]}${ending}(?:${separator})*"`),
    after: new RegExp(`"(?:${separator})*${stem}`),
  }))
  return folded => inOneText.test(folded) || gaps.some(({ before, after }) => before.test(folded) && after.test(folded))
}

/** What every form of a term begins with: "penny" is "pennies" too. */
export function stemOf(term: string): string {
  return term.length > 2 && term.endsWith('y') ? term.slice(0, -1) : term
}

/** Of a plural. */
const ending = '[a-z0-9]{0,3}'
/** A sign between words, or how JSON writes one, also inside a text that is JSON itself. */
const separator = String.raw`[^a-z0-9"\\]|\\+(?!\\)(?:u[0-9a-f]{4}|[a-z])?`
/** Escapes of other characters than control characters and the signs that HTML gives a meaning. */
const escapedLetter = /\\u(?!00[01][0-9a-fA-F]|00(?:22|26|27|2[fF]|3[cCdDeE]))/
