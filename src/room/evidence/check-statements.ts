import type { BodyQuotations } from './body-quotes.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import type { Citation } from './citation.ts'
import { isNumber, rootsIn } from './claim-words.ts'
import { quotationsIn } from './quotations.ts'
import { isEnglish, type Known, type Statement } from './statements.ts'
import { type Support, supportFor, supportingClauses } from './support.ts'
import type { ClaimKind, UnverifiedReason } from './verdict.ts'

export interface Judged {
  statements: readonly Statement[]
  known: Known
  citation: Citation
  kind: ClaimKind
  /** The lines where the quotes of the Evidence line stand. */
  quotedLines: readonly string[]
  quotations: BodyQuotations
}

/**
 * Whether what the reply states is of the type that its evidence can carry, statement by statement. What is plainly not
 * refuses the reply; what cannot be told is said, so that the reply is not shown as verified.
 */
export function checkStatements(judged: Judged): Refusal | { unverified: UnverifiedReason[] } {
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

function outcomeOf(judged: Judged): Outcome {
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
function besideQuotes({ statements, known, citation, quotedLines, quotations }: Judged): Outcome {
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
function besidePlaces({ statements }: Judged): Outcome {
  if (statements.some(({ type }) => type === 'absence')) return refusal('missing-scope', 'absence-stated')
  const isPlain = statements.length === 0 || statements.some(({ type }) => type === 'structural')
  const isOpen = statements.some(({ type }) => type === 'undecided' || type === 'content')
  return { unverified: isPlain && !isOpen ? [] : ['claim-type-undecided'] }
}

/** What is said to be missing must be what was looked for. */
function besideScope({ statements, citation, known }: Judged): Outcome {
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
