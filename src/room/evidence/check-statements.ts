import { sentencesOf } from '../text/sentences.ts'
import { isCapitalised, isStopword, wordsOf } from '../text/words.ts'
import type { BodyQuotations } from './body-quotes.ts'
import type { Citation } from './citation.ts'
import { type ClaimWord, claimWords, hasNegation, isNumber, numberWords, rootOf, rootsIn } from './claim-words.ts'
import { quotationsIn } from './quotations.ts'
import { isEnglish, type KnownWords, type Statement } from './statements.ts'
import { type ClaimKind, type Refusal, refusal, type UnverifiedReason } from './verdict.ts'

interface StatementCheck {
  statements: readonly Statement[]
  known: KnownWords
  citation: Citation
  kind: ClaimKind
  /** The lines with the quotes of the Evidence line. */
  quotedLines: readonly string[]
  quotations: BodyQuotations
}

/**
 * Whether what the reply states is of the type that its evidence can carry, statement by statement. What is plainly not
 * refuses the reply; what cannot be decided is reported, so that the reply is not shown as verified.
 */
export function checkStatements(judged: StatementCheck): Refusal | { unverified: UnverifiedReason[] } {
  const { quotations, kind, citation } = judged
  if (quotations.isInvented) return refusal('quote-not-found', 'body')
  const reasons: UnverifiedReason[] = []
  if (quotations.isUnfound) reasons.push('body-quote-not-found')
  if (kind === 'absence' && citation.terms.length === 0) reasons.push('absence-without-term')
  const outcome = outcomeOf(judged)
  if ('reason' in outcome) return outcome
  return { unverified: [...new Set([...reasons, ...outcome.unverified])] }
}

type Outcome = Refusal | { unverified: UnverifiedReason[] }

function outcomeOf(judged: StatementCheck): Outcome {
  switch (judged.kind) {
    case 'content':
      return besideQuotes(judged)
    case 'structural':
      return besidePlaces(judged)
    case 'absence':
      return besideScope(judged)
    case 'access':
    case 'issue':
      return judged.statements.some(({ type }) => type === 'content' || type === 'absence')
        ? { unverified: ['partly-supported'] }
        : { unverified: [] }
  }
}

/** Quotes carry what they say; order and length need a place beside them, and what is missing needs a scope. */
function besideQuotes({ statements, known, citation, quotedLines, quotations }: StatementCheck): Outcome {
  const clauses = supportingClauses([...quotedLines, ...quotations.places])
  const weighed = statements.map(statement => ({
    statement,
    support: supportFor(statement, clauses, known.titles),
  }))
  const isCarried = ({ statement, support }: Weighed) => support === 'full' && statement.words.length > 0
  const open = weighed.filter(each => !isCarried(each) && each.statement.type !== 'judgement')
  const ofType = (type: Statement['type']) => open.filter(({ statement }) => statement.type === type)
  if (ofType('absence').length > 0) return refusal('missing-scope', 'absence-stated')
  if (ofType('structural').length > 0 && citation.places.length === 0) {
    return refusal('missing-location', 'structure-stated')
  }
  const facts = weighed.filter(({ statement }) => statement.type === 'content' && !statement.isAdvice)
  if (facts.some(({ support }) => support === 'contradicted')) return refusal('missing-quote', 'contradicted')
  const isUnrelated = facts.every(({ statement, support }) => support === 'none' && isPlainFact(statement))
  if (facts.length > 0 && isUnrelated) return refusal('missing-quote', 'unsupported')
  const reasons = open.map(({ statement }): UnverifiedReason[] => {
    if (statement.type === 'structural') return []
    return [statement.type === 'undecided' ? 'claim-type-undecided' : 'partly-supported']
  })
  return { unverified: reasons.flat() }
}

interface Weighed {
  statement: Statement
  support: Support
}

/** Said in English, without a quotation of its own and with several words that could have stood in the quote. */
function isPlainFact({ text, bare, words }: Statement): boolean {
  const isQuoting = quotationsIn(text).length > 0
  const least = words.some(({ isName }) => isName) ? 2 : 3
  return !isQuoting && words.filter(word => !isNumber(word)).length >= least && isEnglish(bare)
}

/** A reply that only judges has stated nothing a place could carry. Facts were refused with the kind. */
function besidePlaces({ statements }: StatementCheck): Outcome {
  if (statements.some(({ type }) => type === 'absence')) return refusal('missing-scope', 'absence-stated')
  const isPlain = statements.length === 0 || statements.some(({ type }) => type === 'structural')
  const isOpen = statements.some(({ type }) => type === 'undecided' || type === 'content')
  return { unverified: isPlain && !isOpen ? [] : ['claim-type-undecided'] }
}

/** What is said to be missing must be what was looked for. */
function besideScope({ statements, citation, known }: StatementCheck): Outcome {
  const absences = statements.filter(({ type }) => type === 'absence')
  const facts = statements.filter(({ type, isAdvice }) => type === 'content' && !isAdvice)
  if (absences.length === 0 && facts.some(isPlainFact)) return refusal('missing-quote', 'content-stated')
  const sought = rootsIn(citation.terms.join(' '))
  const isSought = ({ text, words }: Statement) =>
    words.some(({ root }) => sought.has(root)) ||
    [...rootsIn(text)].some(root => sought.has(root) && !known.titles.has(root))
  const reasons: UnverifiedReason[] = []
  if (sought.size > 0 && !absences.every(isSought)) reasons.push('absence-of-something-else')
  if (facts.length > 0) reasons.push('partly-supported')
  if (statements.length > 0 && absences.length === 0) reasons.push('claim-type-undecided')
  return { unverified: reasons }
}

/** How far the quoted places carry a statement. */
type Support = 'full' | 'part' | 'none' | 'contradicted'

/** A part of a sentence of a file that a quotation touches. */
interface SupportingClause {
  roots: ReadonlySet<string>
  /** Its own words that begin with a capital letter. */
  names: ReadonlySet<string>
  isNegated: boolean
}

/** In a clause without a name, the last name before it acts. */
function supportingClauses(texts: readonly string[]): SupportingClause[] {
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

/** Where another part of a sentence begins that has its own subject. */
const newSubject =
  /[,;:]["”’]?\s(?:(?:and|but|while|because|so|where|when)\s)?(?=(?:the|an?|she|he|they|nobody|his|her|its|\p{Lu}\p{L}{0,40})(?!\p{L}))|\sthat\s(?=(?:he|she|they|it|the)\s)/u

function namesIn(text: string): Set<string> {
  const names = wordsOf(text).filter(({ text: word, lower }) => isCapitalised(word) && !isStopword(lower))
  return new Set(names.map(({ base }) => rootOf(base)))
}

/** Words are compared, meaning is not: only a statement with all its words in the quoted places is supported in full. */
function supportFor(
  { bare, words }: Statement,
  clauses: readonly SupportingClause[],
  titles: ReadonlySet<string>,
): Support {
  if (words.length > maxWords) return 'part'
  const isCovered = ({ root }: ClaimWord) => clauses.some(({ roots }) => roots.has(root))
  const missing = words.filter(word => !isCovered(word) && !titles.has(word.root))
  const standing = words.filter(isCovered)
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

/** The subject of each part of the statement must occur together with something else of that part. */
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
