import { type TermRow, termRow, termsOfRun } from './identifier-terms.ts'
import type { SearchQuery, Wanted } from './query.ts'
import { eachRun, mayHaveTerm, normalText } from './term-runs.ts'

/** Whether everything that was asked for was found, or only some of it because nothing has everything. */
export type Matched = 'all' | 'any'

/** Something that is asked how often it says what is looked for. */
export interface Said {
  times(wanted: Wanted): number
  /** Words. */
  length: number
}

/** Decides whether texts say what was asked for, or at least some of it. */
export function answering(query: SearchQuery, matched: Matched): (text: string) => boolean {
  const finders = new Map([...query.all.flat(), ...query.none].map(wanted => [wanted, finderOf(wanted)]))
  return text => {
    let row: TermRow | undefined
    return doesAnswer(query, matched, wanted => {
      const find = finders.get(wanted)
      if (find) return find(text)
      row ??= termRow(text)
      return timesSaid(row, wanted) > 0
    })
  }
}

/** Looks for a single word, no further than it has to; undefined for several. */
function finderOf({ words, parts, isPrefix }: Wanted): ((text: string) => boolean) | undefined {
  const [word] = words
  if (word === undefined || words.length > 1 || parts.length > 1 || parts[0] !== word) return undefined
  const mayHave = mayHaveTerm([word])
  const isWanted = (term: string) => term === word || (isPrefix && term.startsWith(word))
  return text => {
    let isFound = false
    eachRun(
      text,
      run => {
        isFound = termsOfRun(run).some(isWanted)
        return !isFound
      },
      mayHave,
    )
    return isFound
  }
}

export function doesAnswer({ all, none }: SearchQuery, matched: Matched, says: (wanted: Wanted) => boolean): boolean {
  if (none.some(says)) return false
  const saysOne = (alternatives: Wanted[]) => alternatives.some(says)
  return matched === 'all' ? all.every(saysOne) : all.some(saysOne)
}

/** How often a text says something, by its words or by the parts of its names. */
export function timesSaid({ words, parts }: TermRow, wanted: Wanted): number {
  return timesFollowing(words, wanted.words, wanted.isPrefix) || timesFollowing(parts, wanted.parts, wanted.isPrefix)
}

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

/** How often some terms follow each other; the last one may be a beginning. */
function timesFollowing(terms: readonly string[], wanted: readonly string[], isPrefix: boolean): number {
  const last = wanted.length - 1
  let times = 0
  for (let at = 0; at + last < terms.length; at++) {
    let i = 0
    while (
      i <= last &&
      (terms[at + i] === wanted[i] || (isPrefix && i === last && terms[at + i]?.startsWith(wanted[i] ?? '')))
    )
      i++
    if (i > last) times++
  }
  return times
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
