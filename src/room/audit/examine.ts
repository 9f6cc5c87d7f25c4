import { setImmediate as nextTick } from 'node:timers/promises'
import type { ReceiptRow } from '../../db/tables.ts'
import { type ChainPoint, chainStart, type Head, headText, lineVerifier, readHead } from '../../receipts/chain.ts'
import { isConsistent, isOutputOf, type Receipt, type ReceiptOutputs } from '../../receipts/receipt.ts'
import type { Key } from '../../receipts/signing.ts'
import { instant } from '../room-base.ts'
import type { AuditProblem } from '../schema.ts'
import { type AuditContext, type Keys, names, placeOf } from './context.ts'
import { type FileStamp, type LogLine, linesOf } from './disk.ts'
import { type Anchor, idsElsewhere, indexReceipts, readAnchor, writeAnchor } from './store.ts'

/** What there is of a session, taken while no process writes to it. */
export interface SessionState {
  log: FileStamp | undefined
  head: Buffer | undefined
  anchor: Anchor | undefined
}

/** Where a log ends. */
export interface LogEnd extends ChainPoint {
  bytes: number
}

interface Examined {
  problems: AuditProblem[]
  /** The end of the complete lines. */
  end: LogEnd
  /** How far an intact head reaches. */
  headCount: number
  ids: ReadonlySet<string>
}

interface Examination {
  /** Up to where an earlier look found no problem. */
  from?: { end: LogEnd; ids: ReadonlySet<string> } | undefined
  each?: (line: LogLine, receipt: Receipt) => void
}

export const emptyLog = (session: string): LogEnd => ({ count: 0, head: chainStart(session), bytes: 0 })

export async function readState(ctx: AuditContext, session: string, anchor: Anchor | undefined): Promise<SessionState> {
  return {
    log: await ctx.disk.stat(placeOf(ctx, names.log(session))),
    head: await ctx.disk.read(placeOf(ctx, names.head(session))),
    anchor: anchor && { count: anchor.count, head: anchor.head },
  }
}

export async function readFreshState(ctx: AuditContext, session: string): Promise<SessionState> {
  return readState(ctx, session, await ctx.db.read(tx => readAnchor(tx, sessionAnchor(ctx, session))))
}

export const sessionAnchor = ({ project }: AuditContext, session: string) => ({
  project_id: project,
  kind: 'session' as const,
  name: session,
})

/** Checks the log of a session against its chain, keys, outputs, head and anchor. */
export async function examineSession(
  ctx: AuditContext,
  keys: Keys,
  session: string,
  { log, head: headBytes, anchor }: SessionState,
  { from, each }: Examination = {},
): Promise<Examined> {
  const logName = names.log(session)
  const empty = emptyLog(session)
  if (log === undefined) {
    const problems = anchor || headBytes ? [{ code: 'missing_log', file: logName }] : []
    return { problems, end: empty, headCount: 0, ids: new Set() }
  }
  const head = headBytes && readHead(headBytes, session, keys.lookup)
  const problems: AuditProblem[] = []
  const begin = from?.end ?? empty
  const verifier = lineVerifier(session, keys.lookup, from && { point: begin, ids: from.ids })
  const blobs = blobChecker(ctx)
  /** By number, where head or anchor say something about a line. */
  const marks = new Map([[begin.count, { head: begin.head, bytes: begin.bytes }]])
  const positions = new Map<string, number>()
  let [bytes, torn] = [begin.bytes, false]
  for await (const line of linesOf(ctx.disk, placeOf(ctx, logName), begin.bytes, log.size)) {
    torn = !line.complete
    if (torn) break
    if (positions.size % linesAtATime === linesAtATime - 1) await nextTick()
    const { position, receipt, problems: codes } = verifier.next(line.bytes)
    bytes = line.end
    for (const code of codes) problems.push({ code, seq: position, file: logName })
    if (receipt === undefined) continue
    const isMarked = position === anchor?.count || (typeof head === 'object' && position === head.count)
    if (isMarked) marks.set(position, { head: receipt.signature, bytes })
    positions.set(receipt.receipt_id, position)
    if (codes.length === 0) problems.push(...(await blobs(receipt, position)))
    each?.(line, receipt)
  }
  for (const id of await ctx.db.read(tx => idsElsewhere(tx, ctx.project, session, [...positions.keys()]))) {
    problems.push({ code: 'duplicate_receipt', seq: positions.get(id) ?? 0, file: logName })
  }
  const point = verifier.point()
  const found: Ending = { lines: point.count, head, anchor, marks, sound: problems.length === 0 }
  const ending = endProblems(found).map(code => ({ code, file: aboutTheLog.has(code) ? logName : names.head(session) }))
  const isTorn = torn && !ending.some(({ code }) => code === 'head_mismatch')
  return {
    problems: [...problems, ...ending, ...(isTorn ? [{ code: 'torn_tail', file: logName }] : [])],
    end: { ...point, bytes },
    headCount: typeof head === 'object' ? head.count : 0,
    ids: verifier.ids(),
  }
}

/** After this many lines other work gets its turn. */
const linesAtATime = 50

const aboutTheLog = new Set(['head_mismatch', 'rolled_back'])

interface Ending {
  lines: number
  head: Head | 'bad' | 'unproven' | undefined
  anchor: Anchor | undefined
  marks: ReadonlyMap<number, { head: string; bytes: number }>
  /** Every line was as it should be. */
  sound: boolean
}

/** What head and anchor say against the lines. */
function endProblems({ lines, head, anchor, marks, sound }: Ending): string[] {
  const anchored = anchor?.count ?? 0
  const problems: string[] = []
  // The first line without head and anchor is what a process leaves that was killed right after it.
  if (head === undefined && (lines > 1 || anchored > 0)) problems.push('missing_head')
  if (head === 'bad') problems.push('bad_head')
  if (head === 'unproven') problems.push('key_missing')
  if (typeof head === 'object') {
    const mark = marks.get(head.count)
    if (head.count > lines || mark?.head !== head.head || mark.bytes !== head.bytes) return ['head_mismatch']
    // An anchor is never ahead of its head, so this is an older head beside the whole log.
    if (anchored > head.count && lines >= anchored) problems.push('bad_head')
  }
  if (anchored > lines) problems.push('rolled_back')
  else if (anchor && sound && problems.length === 0 && marks.get(anchored)?.head !== anchor.head) {
    problems.push('rolled_back')
  }
  return problems
}

/** Looks at each output once, however many receipts name it. */
function blobChecker(ctx: AuditContext) {
  const seen = new Set<string>()
  return async ({ outputs }: Receipt, seq: number): Promise<AuditProblem[]> => {
    const file = names.blob(outputs.sha256)
    if (!isConsistent(outputs)) return [{ code: 'blob_mismatch', seq, file }]
    const name = `${outputs.sha256} ${outputs.full_size} ${outputs.truncated ? outputs.excerpt_sha256 : ''}`
    if (seen.has(name)) return []
    const found = await readBlob(ctx, outputs)
    if (typeof found === 'string') return [{ code: found, seq, file }]
    seen.add(name)
    return []
  }
}

/** Keeps the whole output under its hash; one that is there already is used again. */
export async function storeBlob(ctx: AuditContext, outputs: ReceiptOutputs, bytes: Buffer): Promise<void> {
  const path = placeOf(ctx, names.blob(outputs.sha256))
  const kept = await ctx.disk.read(path)
  if (kept && isOutputOf(outputs, kept)) return
  await ctx.disk.replace(path, bytes)
}

/** The whole output as it was, or what is wrong with it. */
export async function readBlob(
  ctx: AuditContext,
  outputs: ReceiptOutputs,
): Promise<Buffer | 'blob_missing' | 'blob_mismatch'> {
  const kept = await ctx.disk.read(placeOf(ctx, names.blob(outputs.sha256)))
  if (kept === undefined) return 'blob_missing'
  return isOutputOf(outputs, kept) ? kept : 'blob_mismatch'
}

/** Where a log ends, known without reading it: head, size and anchor agree. Undefined when they do not. */
export function logEndFromHead(session: string, { log, head, anchor }: SessionState, keys: Keys): LogEnd | undefined {
  if ((log?.size ?? 0) === 0 && head === undefined && anchor === undefined) return emptyLog(session)
  const read = head && readHead(head, session, keys.lookup)
  if (typeof read !== 'object' || log?.size !== read.bytes) return undefined
  if (anchor?.count !== read.count || anchor.head !== read.head) return undefined
  return { count: read.count, head: read.head, bytes: read.bytes }
}

/** Where a receipt is in the log of its session. */
export function receiptRow(
  { project }: AuditContext,
  session: string,
  { receipt_id, seq }: Pick<Receipt, 'receipt_id' | 'seq'>,
  start: number,
  end: number,
): ReceiptRow {
  return { project_id: project, receipt_id, session_id: session, seq, start_byte: start, byte_count: end - start }
}

/** Head, then anchor and index: in this order the anchor never says more than the files can show. */
export async function writeEnd(
  ctx: AuditContext,
  session: string,
  { count, head, bytes }: LogEnd,
  key: Key,
  added: readonly ReceiptRow[],
): Promise<void> {
  const text = headText({ session_id: session, count, head, bytes, at: instant(ctx) }, key)
  await ctx.disk.replace(placeOf(ctx, names.head(session)), Buffer.from(text))
  await ctx.db.write(async tx => {
    await indexReceipts(tx, added)
    await writeAnchor(tx, { ...sessionAnchor(ctx, session), count, head })
  })
}
