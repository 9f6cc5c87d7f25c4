import { sentencesOf } from '../text/sentences.ts'
import { isCapitalised, isStopword, wordsOf } from '../text/words.ts'
import { type ClaimWord, claimWords, hasNegation, numberWords, rootOf, rootsIn } from './claim-words.ts'
import type { Statement } from './statements.ts'

/** How far the quoted places carry a statement. */
export type Support = 'full' | 'part' | 'none' | 'contradicted'

/** A part of a sentence of a file that a quotation touches. */
export interface SupportingClause {
  roots: ReadonlySet<string>
  /** Of its own words with a capital. */
  names: ReadonlySet<string>
  isNegated: boolean
}

/** Who acts in a clause without a name of its own is whoever was named before it. */
export function supportingClauses(texts: readonly string[]): SupportingClause[] {
  const all = texts.slice(0, maxClauses).flatMap(text =>
    sentencesOf(text, wordsOf(text)).flatMap(({ start, end }) => {
      let named: ReadonlySet<string> = new Set()
      return text
        .slice(start, end)
        .split(newSubject)
        .map(clause => {
          const own = namesIn(clause)
          if (own.size > 0) named = own
          return { roots: new Set([...rootsIn(clause), ...named]), names: own, isNegated: hasNegation(clause) }
        })
    }),
  )
  return all.slice(0, maxClauses)
}

/** Every word of a statement is held against every other one in every clause, so both are bounded. */
const maxClauses = 100
const maxWords = 60

/** Where another part of a sentence begins that has somebody or something of its own to speak of. */
const newSubject =
  /[,;:]["”’]?\s(?:(?:and|but|while|because|so|where|when)\s)?(?=(?:the|an?|she|he|they|nobody|his|her|its|\p{Lu}\p{L}{0,40})(?!\p{L}))|\sthat\s(?=(?:he|she|they|it|the)\s)/u

function namesIn(text: string): Set<string> {
  const names = wordsOf(text).filter(({ text: word, lower }) => isCapitalised(word) && !isStopword(lower))
  return new Set(names.map(({ base }) => rootOf(base)))
}

/** Words are compared, meaning is not: only a statement whose every word stands in the quoted places is carried in full. */
export function supportFor(
  { bare, words }: Statement,
  clauses: readonly SupportingClause[],
  titles: ReadonlySet<string>,
): Support {
  if (words.length > maxWords) return 'part'
  const stands = ({ root }: ClaimWord) => clauses.some(({ roots }) => roots.has(root))
  const missing = words.filter(word => !stands(word) && !titles.has(word.root))
  const standing = words.filter(stands)
  if (missing.length > 0) {
    if (standing.length === 0) return 'none'
    return missing.every(word => isOtherOfItsKind(word, words, clauses)) ? 'contradicted' : 'part'
  }
  if (words.length === 0) return 'full'
  return standing.length === 0 || isNegatedOtherwise(bare, standing, clauses) || separatesWords(bare, clauses)
    ? 'part'
    : 'full'
}

/** The quoted place has a color, a number, a side, a month where the statement has another one. */
function isOtherOfItsKind(
  { root }: ClaimWord,
  words: readonly ClaimWord[],
  clauses: readonly SupportingClause[],
): boolean {
  const kind = kindsOfWords.find(each => each.has(root))
  if (!kind) return false
  const said = new Set(words.map(word => word.root))
  return clauses.some(({ roots }) => [...kind].some(other => roots.has(other) && !said.has(other)))
}

/** The statement denies what the clauses with most of its words affirm, or the other way round. */
function isNegatedOtherwise(
  text: string,
  standing: readonly ClaimWord[],
  clauses: readonly SupportingClause[],
): boolean {
  const shared = ({ roots }: SupportingClause) => standing.filter(({ root }) => roots.has(root)).length
  const maxShared = Math.max(0, ...clauses.map(shared))
  const meant = clauses.filter(clause => shared(clause) === maxShared)
  return !meant.some(({ isNegated }) => isNegated === hasNegation(text))
}

/** Who or what a part of the statement is about must stand together with something else of that part. */
function separatesWords(text: string, clauses: readonly SupportingClause[]): boolean {
  return text.split(/[,;:]\s|\s(?:and|but|while|when|because|although|that)\s/i).some((clause, at) => {
    const words = claimWords(at === 0 ? clause : `and ${clause}`)
    const names = words.filter(({ root }, index) => index === 0 || clauses.some(({ names }) => names.has(root)))
    return names.some(name => {
      const others = words.filter(({ root }) => root !== name.root)
      const together = ({ roots }: SupportingClause) =>
        roots.has(name.root) && others.some(({ root }) => roots.has(root))
      return others.length > 0 && !clauses.some(together)
    })
  })
}

const kindsOfWords: readonly ReadonlySet<string>[] = [
  'black white grey gray brown red green blue yellow amber golden silver purple orange pink violet scarlet crimson copper',
  numberWords,
  'left right',
  'north south east west',
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday',
  'open shut closed',
  'higher lower',
].map(list => rootsIn(list))
