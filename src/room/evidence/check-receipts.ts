import { trimEndOf } from '../../kernel/text.ts'
import type { FileRef, Receipt } from '../../receipts/receipt.ts'
import type { SessionVerification } from '../schema.ts'
import { toolIds } from '../tools/tool.ts'
import type { Citation, CitedFiles } from './citation.ts'
import { doubleQuotations, type MaskedText } from './quotations.ts'
import { type ClaimKind, type Refusal, type ReplyCheck, refusal } from './verdict.ts'

/** The receipts a reply of this turn may cite: of its round, its session, its task or its run. */
export function receiptsInScope({ kind, session, round, receipts }: ReplyCheck): Receipt[] {
  const ofSession = receipts.filter(receipt => receipt.session_id === session)
  return kind === 'phase2' ? ofSession.filter(receipt => receipt.round_id === round) : ofSession
}

/** Row 7: what is cited exists where it may be cited, and its session verifies up to it. */
export async function checkCited(
  ids: readonly string[],
  check: ReplyCheck,
): Promise<{ receipts: Receipt[] } | Refusal> {
  const receipts: Receipt[] = []
  const inScope = receiptsInScope(check)
  for (const id of ids) {
    const receipt = isReceiptId(id) ? await findReceipt(id, inScope, check) : undefined
    if (!receipt) return refusal('missing-receipt', isReceiptId(id) ? id : 'malformed-id')
    receipts.push(receipt)
  }
  return (await checkVerified(receipts, check)) ?? { receipts }
}

/** The chain may be broken behind a receipt, but not at it or before it. */
export async function checkVerified(receipts: readonly Receipt[], { audit }: ReplyCheck): Promise<Refusal | undefined> {
  const verified = new Map<string, SessionVerification>()
  for (const { session_id, receipt_id, seq } of receipts) {
    const session = verified.get(session_id) ?? (await audit.verifySession(session_id))
    verified.set(session_id, session)
    const holds = session.status === 'ok' || (session.status === 'tampered' && breaksBehind(session, seq))
    if (!holds || seq > session.count) return refusal('receipt-invalid', receipt_id)
  }
  return undefined
}

async function findReceipt(id: string, inScope: readonly Receipt[], check: ReplyCheck): Promise<Receipt | undefined> {
  return check.session === null ? check.audit.find(id) : inScope.find(({ receipt_id }) => receipt_id === id)
}

function breaksBehind({ problems }: SessionVerification, seq: number): boolean {
  return problems.length > 0 && problems.every(problem => problem.seq !== undefined && problem.seq > seq)
}

/** Row 10: a reply that used a tool, says so, or cites issues needs the receipt. */
export function checkRequired(
  check: ReplyCheck,
  prepared: string,
  { citation, kind, cited }: { citation: Citation; kind: ClaimKind; cited: readonly Receipt[] },
): Refusal | undefined {
  if (cited.length === 0 && namesATool.test(prepared)) return refusal('missing-receipt', 'tool-named')
  if (cited.length === 0 && citation.issues.length > 0) return refusal('missing-receipt', 'issue-cited')
  if (kind === 'access' || check.session === null || check.settings.receiptRule === 'tied') return undefined
  const own = ownReceipts(check)
  if (!own.some(({ ok }) => ok)) return undefined
  return cited.some(({ receipt_id }) => own.some(each => each.receipt_id === receipt_id))
    ? undefined
    : refusal('missing-receipt', check.kind === 'phase2' ? 'round' : check.kind === 'step' ? 'run' : 'turn')
}

/** With the rule "tied" the engine itself finds the receipts of the files a claim rests on. */
export function attachedReceipts(
  check: ReplyCheck,
  kind: ClaimKind,
  paths: readonly string[],
): { receipts: Receipt[] } | Refusal {
  const isTied = check.settings.receiptRule === 'tied' && check.session !== null && kind !== 'access'
  if (!isTied || paths.length === 0) return { receipts: [] }
  const receipts = receiptsInScope(check).filter(({ file_refs }) => file_refs.some(({ path }) => paths.includes(path)))
  const without = paths.find(path => !receipts.some(({ file_refs }) => file_refs.some(ref => ref.path === path)))
  return without === undefined ? { receipts } : refusal('missing-receipt', without)
}

/** A turn answers for its own tools, the second phase for those of its round, a step for those of its run. */
function ownReceipts(check: ReplyCheck): Receipt[] {
  const inScope = receiptsInScope(check)
  if (check.kind === 'phase2' || check.kind === 'step') return inScope
  return inScope.filter(({ turn_id }) => turn_id === check.turn)
}

const ids = toolIds.map(id => id.replaceAll('_', '[_-]')).join('|')
const namesATool = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${ids}|tool calls?|tool results?)(?![\\p{L}\\p{N}_-])`, 'iu')

/** Row 12: the cited receipts are about what is cited. `paths` are the files that carry the claim. */
export async function checkCoverage(
  {
    citation,
    kind,
    receipts,
    paths,
  }: { citation: Citation; kind: ClaimKind; receipts: readonly Receipt[]; paths: readonly string[] },
  files: CitedFiles,
): Promise<Refusal | undefined> {
  if (kind === 'issue') return checkIssues(citation.issues, receipts)
  if (kind === 'access' || receipts.length === 0) return undefined
  const refs = receipts.flatMap(({ file_refs }) => file_refs)
  if (kind !== 'absence') {
    const untouched = paths.find(path => !refs.some(ref => ref.path === path))
    return untouched === undefined ? undefined : refusal('receipt-mismatch', untouched)
  }
  for (const file of citation.scope?.files ?? []) {
    const text = await files.read(file)
    const lines = 'fault' in text ? [] : text.lines
    const ofFile = refs.filter(ref => ref.path === file.path)
    if (!coversAll(ofFile, lines)) return refusal('scope-not-covered', file.path)
  }
  return undefined
}

/** One search must have shown all of them. */
function checkIssues(issues: readonly number[], receipts: readonly Receipt[]): Refusal | undefined {
  const showsAll = receipts.some(({ issue_refs = [] }) => issues.every(issue => issue_refs.includes(issue)))
  return showsAll ? undefined : refusal('receipt-mismatch', issues.map(issue => `#${issue}`).join(' '))
}

/** Blank lines hold nothing that could have been found, so no tool need have shown them. */
function coversAll(refs: readonly FileRef[], lines: readonly string[]): boolean {
  if (refs.some(ref => ref.start_line === undefined)) return true
  const ranges = refs
    .map(({ start_line = 0, end_line = 0 }) => ({ start: start_line, end: end_line }))
    .sort((a, b) => a.start - b.start)
  let covered = 0
  for (const { start, end } of ranges) {
    if (hasText(lines, covered, start - 1)) return false
    covered = Math.max(covered, end)
  }
  return refs.length > 0 && !hasText(lines, covered, lines.length)
}

function hasText(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, Math.max(from, to)).some(line => line.trim() !== '')
}

const labelled =
  /(?<![\p{L}\p{N}_])receipt(?:[_ -]?ids?)?s?(?:[ \t]{0,8}([:=])[ \t]{0,8}|[ \t]{1,8})["'`“(*]{0,3}([^\s,;()[\]<>"'`“”*]{1,200})/giu
const bare = /(?<![\p{L}\p{N}_])rcpt_[A-Za-z0-9]+/gu

/** Step 1 of `parseEvidence`: the receipts a line names, in order, forged or not. Words inside a quotation are the file's, not the line's. */
export function citedReceipts(line: MaskedText): string[] {
  const quoted = doubleQuotations(line.text)
  const isQuoted = (at: number, length: number) =>
    quoted.some(({ start, end, text }) => start < at && at < end && text.trim().length > length)
  const found: { at: number; id: string }[] = []
  const take = (at: number, length: number, id: string) => {
    if (isQuoted(at, length)) return
    found.push({ at, id })
    line.cover(at, at + length)
  }
  for (const { index, 0: whole, 1: sign, 2: token = '' } of line.open.matchAll(labelled)) {
    const id = trimEndOf(token, '.:')
    if (id === '' || (sign === undefined && !looksLikeAnId(id))) continue
    take(index, whole.length - (token.length - id.length), id)
  }
  for (const { index, 0: id } of line.open.matchAll(bare)) take(index, id.length, id)
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ id }) => id))]
}

function isReceiptId(id: string): boolean {
  return /^rcpt_[0-9a-f]{12}$/.test(id)
}

/** After the mere word "receipt" there is prose more often than an id. */
function looksLikeAnId(token: string): boolean {
  return /[\d_]/.test(token)
}
