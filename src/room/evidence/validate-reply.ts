import type { Receipt } from '../../receipts/receipt.ts'
import { prepareReply } from '../protocol/prepare.ts'
import { holdsCall } from '../protocol/read-reply.ts'
import { readStopHook } from '../protocol/rejection.ts'
import { type BodyQuotations, linesAround, lookUpQuotations } from './body-quotes.ts'
import { checkClaim } from './check-claim.ts'
import {
  attachedReceipts,
  checkCited,
  checkCoverage,
  checkRequired,
  checkVerified,
  receiptsInScope,
} from './check-receipts.ts'
import { checkStatements } from './check-statements.ts'
import {
  allowedFor,
  type Citation,
  type CitedFiles,
  checkRole,
  checkSpans,
  namesAFile,
  openCitedFiles,
  sourcesOfClaim,
} from './citation.ts'
import { claimWords } from './claim-words.ts'
import { type EvidenceLines, evidenceLines, parsedEvidence, parseEvidence } from './parse-evidence.ts'
import { showsReasoning } from './reasoning-preface.ts'
import { knownWords, type Statement, statementsOf } from './statements.ts'
import {
  type ClaimKind,
  type EvidenceSpan,
  type GroundingVerdict,
  type Refusal,
  type ReplyCheck,
  refusal,
} from './verdict.ts'

/** The one judge of replies, for every surface. The first check that fails gives the reason. */
export async function validateReply(check: ReplyCheck): Promise<GroundingVerdict> {
  const prepared = prepareReply(check.text)
  if (mayAbstain(check) && isAbstain(prepared)) return verdict('abstained')
  const stop = readStopHook(prepared)
  if (stop) return { ...verdict('stopped'), detail: stop.stopHook.type }
  const lines = evidenceLines(prepared)
  const unread = checkForm(prepared, lines, check)
  if (unread) return { ...verdict('rejected'), ...unread }

  const files = openCitedFiles(check.snapshot)
  const citation = await parseEvidence(lines.bodies[0] ?? '', files)
  const known = await knownWords(citation, files)
  const statements = statementsOf(`${lines.rest}\n${lineStatement(citation)}`, known)
  const kind = claimKind(citation, {
    mayCiteIssues: allowedFor(check.role, check.evidenceSources).issues,
    rest: lines.rest,
    statements,
    markers: check.settings.contentMarkers,
  })
  const outcome = await checkCitation(check, prepared, citation, kind, files)
  const read = { kind, evidence: parsedEvidence(citation, kind) }
  const refuse = (refused: Refusal) => ({ ...verdict('rejected'), ...refused, ...read, receipts: citation.receipts })
  if ('reason' in outcome) return refuse(outcome)
  const quotations = await lookUpQuotations(statements, citation, receiptsInScope(check), files)
  const quotedLines = await linesOfSpans(outcome.spans, files)
  const judged = checkStatements({ statements, known, citation, kind, quotedLines, quotations })
  if ('reason' in judged) return refuse(judged)
  return {
    ...verdict('accepted'),
    ...read,
    spans: outcome.spans,
    receipts: outcome.receipts.map(({ receipt_id }) => receipt_id),
    warnings: warningsOf(citation, kind, quotations),
    ...(judged.unverified.length > 0 && { unverified: judged.unverified }),
  }
}

function mayAbstain({ mayAbstain, kind }: ReplyCheck): boolean {
  return mayAbstain ?? kind === 'phase2'
}

function verdict(status: GroundingVerdict['status']): GroundingVerdict {
  return { status, spans: [], receipts: [], warnings: [] }
}

/** Rows 2 to 5: what can be checked without reading the Evidence line. */
function checkForm(prepared: string, { bodies, rest }: EvidenceLines, check: ReplyCheck): Refusal | undefined {
  if (prepared === '') return refusal('empty')
  if (holdsCall(prepared)) return refusal('tool-syntax')
  if (showsReasoning(prepared, rest, check.settings.cotPrefixes)) return refusal('cot-leak')
  if (bodies.length > 1) return refusal('multiple')
  const [body] = bodies
  if (body !== undefined) return Buffer.byteLength(body) > longestBody ? refusal('format', 'too-long') : undefined
  return refusal('missing', mayAbstain(check) && isMarkedAbstain(prepared) ? 'abstain-markup' : undefined)
}

/** In bytes: room for dozens of quotes, and a bound to what comparing all of them with all places can cost. */
const longestBody = 16_384

/** Rows 6 to 12. */
async function checkCitation(
  check: ReplyCheck,
  prepared: string,
  citation: Citation,
  kind: ClaimKind,
  files: CitedFiles,
): Promise<Refusal | { spans: EvidenceSpan[]; receipts: Receipt[] }> {
  if (!isRecognized(citation)) return refusal('format')
  const cited = await checkCited(citation.receipts, check)
  if ('reason' in cited) return cited
  const allowed = allowedFor(check.role, check.evidenceSources)
  const onlyIssues = citesOnlyIssues(citation)
  if (onlyIssues && !allowed.issues) return refusal('issue-only')
  const wrongSource = kind === 'access' || onlyIssues ? undefined : checkRole(citation, kind, allowed)
  if (wrongSource) return wrongSource
  const required = checkRequired(check, prepared, { citation, kind, cited: cited.receipts })
  if (required) return required
  const attached = attachedReceipts(check, kind, pathsOf(sourcesOfClaim(citation, kind)))
  if ('reason' in attached) return attached
  const invalid = await checkVerified(attached.receipts, check)
  if (invalid) return invalid
  const receipts = [...new Set([...cited.receipts, ...attached.receipts])]
  const claim = await checkClaim(citation, kind, receipts, files)
  if ('reason' in claim) return claim
  const hidden = kind === 'access' ? undefined : checkSpans(claim.spans, citation, allowed)
  if (hidden) return hidden
  const paths = carryingPaths(citation, kind, claim.spans)
  return (await checkCoverage({ citation, kind, receipts, paths }, files)) ?? { spans: claim.spans, receipts }
}

function isRecognized({ receipts, sources, quotes, places, issues, scope, phrases }: Citation): boolean {
  const lists = [receipts, sources, quotes, places, issues]
  return lists.some(list => list.length > 0) || scope !== null || phrases.access || phrases.absence
}

/** The files the claim rests on: where its quotes were found and its places are. */
function carryingPaths(citation: Citation, kind: ClaimKind, spans: readonly EvidenceSpan[]): string[] {
  if (spans.length === 0) return pathsOf(sourcesOfClaim(citation, kind))
  const placed = citation.places.map(({ source }) => ({ path: citation.sources[source ?? -1]?.path ?? null }))
  return pathsOf([...spans, ...placed])
}

function pathsOf(carrying: readonly { path: string | null }[]): string[] {
  return [...new Set(carrying.map(({ path }) => path).filter(path => path !== null))]
}

/** What the line says around its citations is stated too, unless it only joins them. */
function lineStatement({ words, phrases }: Citation): string {
  return phrases.absence || phrases.access || phrases.finding || claimWords(words).length < 2 ? '' : words
}

async function linesOfSpans(spans: readonly EvidenceSpan[], { snapshot, read }: CitedFiles): Promise<string[]> {
  const lines: string[] = []
  for (const { path, start_line, end_line, quote } of spans) {
    const found = snapshot.resolve(path)
    const text = 'file' in found ? await read(found.file) : undefined
    lines.push(text && 'lines' in text ? linesAround(text, start_line, end_line, quote) : quote)
  }
  return lines
}

function warningsOf({ terms }: Citation, kind: ClaimKind, { isUnfound }: BodyQuotations): string[] {
  return [
    ...(isUnfound ? ['unverified-body-quote'] : []),
    ...(kind === 'absence' && terms.length === 0 ? ['absence-without-term'] : []),
  ]
}

/** In the second phase the bare word, and nothing but the word, means no answer rather than a bad one. */
function isAbstain(prepared: string): boolean {
  return prepared.toLowerCase() === 'abstain'
}

/** The word with punctuation or markup around it: meant as one, but not one. */
function isMarkedAbstain(prepared: string): boolean {
  return /^[^\p{L}\p{N}]*abstain[^\p{L}\p{N}]*$/iu.test(prepared)
}

const contentMarkers = ['problem', 'problems', 'suggestion', 'suggestions']

interface AroundLine {
  mayCiteIssues: boolean
  /** The reply without the line. */
  rest: string
  statements: readonly Statement[]
  markers: readonly string[]
}

/** What sort of claim a reply makes: a line says how it is meant, but who states facts or names a problem must quote. */
function claimKind(citation: Citation, { mayCiteIssues, rest, statements, markers }: AroundLine): ClaimKind {
  const kind = citation.tag ?? untaggedKind(citation, mayCiteIssues)
  if (kind !== 'structural') return kind
  const statesContent = statements.some(({ type, isAdvice }) => type === 'content' && !isAdvice)
  const isContent = statesContent || citation.hasEmptyQuote || hasWord(rest, [...contentMarkers, ...markers])
  return isContent ? 'content' : kind
}

function citesOnlyIssues({ issues, sources }: Citation): boolean {
  return issues.length > 0 && !sources.some(namesAFile)
}

function untaggedKind(citation: Citation, mayCiteIssues: boolean): ClaimKind {
  const { phrases, quotes, places } = citation
  if (phrases.access) return 'access'
  if (phrases.absence) return 'absence'
  if (quotes.length > 0) return 'content'
  if (places.length > 0) return 'structural'
  if (mayCiteIssues && citesOnlyIssues(citation)) return 'issue'
  return phrases.finding ? 'content' : 'structural'
}

function hasWord(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.some(word => {
    const wanted = word.trim().toLowerCase()
    for (let at = folded.indexOf(wanted); wanted !== '' && at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const [before, after] = [folded.slice(Math.max(0, at - 2), at), folded.slice(at + wanted.length)]
      if (!/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after.slice(0, 2))) return true
    }
    return false
  })
}
