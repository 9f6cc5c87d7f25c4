import { randomBytes } from 'node:crypto'
import { diskFull, isDiskFull } from '../../kernel/disk-full.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { hasSignature, receiptLine, signReceipt } from '../../receipts/chain.ts'
import { outputsOf, type Receipt, type ReceiptFacts, readLine, receiptIdShape } from '../../receipts/receipt.ts'
import { sign } from '../../receipts/signing.ts'
import { requireId } from '../ids.ts'
import type { AuditReport, SessionVerification } from '../schema.ts'
import { deepFreeze } from '../store/json-store.ts'
import { type AuditContext, type Keys, lockSession, names, placeOf, tamperedFault } from './context.ts'
import { disk, splitLines } from './disk.ts'
import { type LogEnd, logEndFromHead, readBlob, readFreshState, receiptRow, storeBlob, writeEnd } from './examine.ts'
import { type Exported, type ExportTarget, exportAudit } from './export.ts'
import {
  examineIssue,
  type IssueEntry,
  type NewIssueFile,
  readListed,
  recoverIssues,
  requireIssue,
  withIssueFolder,
} from './issue-files.ts'
import { fixKeys, keepIgnored, recoverKeys, rotateKey, signingKeys } from './key-changes.ts'
import { keyIdentities, loadKeys } from './keys.ts'
import { type Linked, type LinkRequest, linkReceipts } from './link.ts'
import { type AcceptedRollback, acceptRollback, recoverSession, recoverSessions, reindexReceipts } from './recover.ts'
import { locateReceipt, readAnchors } from './store.ts'
import { sessionVerifier, statusOf, verifyEverything, verifyIssue } from './verify.ts'

export type AuditSettings = Pick<AuditContext, 'folder' | 'db' | 'project' | 'clock'> &
  Partial<Pick<AuditContext, 'random' | 'keyFile' | 'disk'>>

interface IssueAudit extends Pick<SessionVerification, 'status' | 'problems'> {
  entries: IssueEntry[]
}

/** All the audit can do; `Audit` is what most of the room needs of it. */
export interface RoomAudit extends Audit {
  /** The exact bytes of a session's log; undefined when it has none. */
  log(sessionId: string): Promise<Buffer | undefined>
  /** Everything from the first byte, unless a look a few seconds old will do. */
  verify(options?: { fresh?: boolean }): Promise<AuditReport>
  /** Finishes what killed processes left half done. */
  recover(): Promise<void>
  /** Files of an issue; undefined when none were ever filed. */
  issue(issueId: number): Promise<IssueAudit | undefined>
  /** The bytes of a listed file that is as it was written; undefined when it is not listed. */
  issueFile(issueId: number, filename: string): Promise<Buffer | undefined>
  fileWithIssue(issueId: number, files: readonly NewIssueFile[]): Promise<IssueEntry[]>
  link(request: LinkRequest): Promise<Linked>
  export(target: ExportTarget, output: string): Promise<Exported | undefined>
  acceptRollback(by: string): Promise<AcceptedRollback>
  reindex(): Promise<number>
  rotateKey(): Promise<{ from: string; to: string }>
  fixKeys(): Promise<{ fixed: string[] }>
  /** Seals something that is kept elsewhere with the key that signs receipts. */
  sign(value: object): Promise<{ key_id: string; signature: string }>
  /** `dev:ino` of the key files, which no tool may open. */
  keyIdentities(): Promise<Set<string>>
}

/** Opens the audit of a workspace for work: what a killed process left is put right first. */
export async function openAudit(settings: AuditSettings): Promise<RoomAudit> {
  const audit = openAuditReadOnly(settings)
  await audit.recover()
  return audit
}

/** The same without touching anything, for verifying what is there. */
export function openAuditReadOnly(settings: AuditSettings): RoomAudit {
  const ctx: AuditContext = { random: randomBytes, keyFile: undefined, disk, ...settings }
  const sessions = sessionVerifier(ctx)
  return {
    mint: (facts, output) => mintReceipt(ctx, facts, output),
    receiptsOf: sessionReceipts(ctx),
    find: async receipt => (await findReceipt(ctx, receipt))?.receipt,
    output: receipt => outputOf(ctx, receipt),
    verifySession: (session, { fresh = false } = {}) => sessions.verify(session, fresh),
    log: session => logOf(ctx, session),
    verify: ({ fresh = true } = {}) => verifyEverything(ctx, sessions, fresh),
    recover: () => recover(ctx),
    issue: issue => issueOf(ctx, issue),
    issueFile: (issue, filename) => issueFileOf(ctx, issue, filename),
    fileWithIssue: (issue, files) => withIssueFolder(ctx, issue, folder => folder.add(files)),
    link: request => linkReceipts(ctx, request),
    export: (target, output) => exportAudit(ctx, sessions, target, output),
    acceptRollback: by => acceptRollback(ctx, sessions, by),
    reindex: () => reindexReceipts(ctx),
    rotateKey: () => rotateKey(ctx),
    fixKeys: () => fixKeys(ctx),
    async sign(value) {
      const { key } = await signingKeys(ctx)
      return { key_id: key.id, signature: sign(key, value) }
    },
    keyIdentities: () => keyIdentities(ctx),
  }
}

async function recover(ctx: AuditContext): Promise<void> {
  if ((await ctx.disk.list(ctx.folder)).length === 0) return
  await keepIgnored(ctx)
  const keys = await recoverKeys(ctx)
  // Without a key that may sign, nothing can be put right; verifying reports what is wrong.
  if (keys.file.state !== 'read' || keys.file.unsafe !== undefined || keys.problems.length > 0) return
  const anchors = await ctx.db.read(tx => readAnchors(tx, ctx.project))
  await recoverSessions(ctx, keys, anchors)
  await recoverIssues(ctx, keys, anchors)
}

async function logOf(ctx: AuditContext, session: string): Promise<Buffer | undefined> {
  requireId(session)
  return ctx.disk.read(placeOf(ctx, names.log(session)))
}

async function findReceipt(ctx: AuditContext, id: string): Promise<{ receipt: Receipt } | undefined> {
  if (!receiptIdShape.test(id)) return undefined
  const row = await ctx.db.read(tx => locateReceipt(tx, ctx.project, id))
  const path = row && placeOf(ctx, names.log(row.session_id))
  if (!path || (await ctx.disk.stat(path)) === undefined) return undefined
  const line = await ctx.disk.readRange(path, row.start_byte, row.start_byte + row.byte_count - 1)
  const receipt = readLine(line)
  return receipt?.receipt_id === id ? { receipt } : undefined
}

async function outputOf(ctx: AuditContext, id: string): Promise<string | undefined> {
  const found = await findReceipt(ctx, id)
  if (found === undefined) return undefined
  const { outputs, key_id, seq, session_id } = found.receipt
  const key = (await loadKeys(ctx)).lookup(key_id)
  const file = names.log(session_id)
  if (typeof key === 'string') throw unproven([{ code: key === 'missing' ? 'key_missing' : 'unknown_key', seq, file }])
  if (!hasSignature(found.receipt, key)) throw unproven([{ code: 'bad_signature', seq, file }])
  const bytes = await readBlob(ctx, outputs)
  if (typeof bytes === 'string') throw unproven([{ code: bytes, seq, file: names.blob(outputs.sha256) }])
  return bytes.toString('utf8')
}

function unproven(problems: { code: string; seq: number; file: string }[]) {
  return tamperedFault('The receipt or its output does not verify, so the output is not shown.', problems)
}

async function issueOf(ctx: AuditContext, issue: number): Promise<IssueAudit | undefined> {
  requireIssue(issue)
  const keys = await loadKeys(ctx)
  const { entries, isEmpty } = await examineIssue(ctx, keys, issue)
  if (isEmpty) return undefined
  const problems = [...keys.problems, ...(await verifyIssue(ctx, keys, issue))]
  return { entries, status: statusOf(problems), problems }
}

async function issueFileOf(ctx: AuditContext, issue: number, filename: string): Promise<Buffer | undefined> {
  const audit = await issueOf(ctx, issue)
  const entry = audit?.entries.find(each => each.filename === filename)
  if (!audit || !entry) return undefined
  const own = new Set([names.index(issue), names.issueFile(issue, filename)])
  const problems = audit.problems.filter(({ file }) => file === undefined || own.has(file))
  if (problems.length > 0) throw tamperedFault('This file is not as it was written, so it is not shown.', problems)
  return readListed(ctx, issue, entry)
}

/** The receipts of a session in order of seq, as its log has them now. */
type SessionReceipts = (session: string) => Promise<Receipt[]>

/** Logs are read each time, since any program may change them; only new lines are parsed. */
function sessionReceipts(ctx: AuditContext): SessionReceipts {
  const known = new Map<string, { log: Buffer; receipts: readonly Receipt[] }>()
  let held = 0

  return async session => {
    requireId(session)
    const bytes = (await ctx.disk.read(placeOf(ctx, names.log(session)))) ?? Buffer.alloc(0)
    const log = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1)
    const before = known.get(session)
    const isLonger = before !== undefined && log.subarray(0, before.log.length).equals(before.log)
    const from = isLonger ? before : { log: Buffer.alloc(0), receipts: [] }
    if (isLonger && log.length === before.log.length) return [...before.receipts]
    const { lines } = splitLines(log.subarray(from.log.length))
    const receipts = [...from.receipts, ...lines.flatMap(line => readLine(line) ?? [])].map(deepFreeze)
    remember(session, log, receipts)
    return [...receipts]
  }

  function remember(session: string, log: Buffer, receipts: readonly Receipt[]): void {
    forget(session)
    known.set(session, { log, receipts })
    held += log.length
    for (const oldest of known.keys()) {
      if (held <= maxHeldBytes) break
      forget(oldest)
    }
  }

  function forget(session: string): void {
    held -= known.get(session)?.log.length ?? 0
    known.delete(session)
  }
}

const lineFeed = 0x0a
const maxHeldBytes = 4_000_000

/** Output, line, head, anchor; each durable before the next, and all of them before the receipt is returned. */
async function mintReceipt(ctx: AuditContext, facts: Omit<ReceiptFacts, 'outputs'>, output: string): Promise<Receipt> {
  const session = facts.session_id
  requireId(session)
  return lockSession(ctx, session, async () => {
    // Only now: another process may have rotated the key and signed with the new one before the lock was ours.
    const { keys, key } = await signingKeys(ctx)
    const { count, head, bytes } = await endToWriteAt(ctx, keys, session)
    const text = output.toWellFormed()
    const outputs = outputsOf(text)
    await storeBlob(ctx, outputs, Buffer.from(text))
    const seq = count + 1
    const receipt = signReceipt(
      { ...wellFormed(facts), outputs },
      { receipt_id: await freshId(ctx), seq, prev: head },
      key,
    )
    const line = Buffer.from(receiptLine(receipt))
    const end = { count: seq, head: receipt.signature, bytes: bytes + line.length }
    await wholeOrNotAtAll(ctx, session, bytes, async () => {
      await ctx.disk.append(placeOf(ctx, names.log(session)), line)
      await writeEnd(ctx, session, end, key, [receiptRow(ctx, session, receipt, bytes, end.bytes)])
    })
    return receipt
  })
}

/**
 * When the disk fills up in the middle, head and log are put back as they were, so that a run that failed leaves no
 * receipt. Head first: it may never say more than the log can show. The anchor was written last or not at all.
 */
async function wholeOrNotAtAll(ctx: AuditContext, session: string, bytes: number, work: () => Promise<void>) {
  const [log, head] = [placeOf(ctx, names.log(session)), placeOf(ctx, names.head(session))]
  const before = await ctx.disk.read(head)
  try {
    await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    try {
      const after = await ctx.disk.read(head)
      if (after && !before) await ctx.disk.remove(head)
      if (before && !after?.equals(before)) await ctx.disk.replace(head, before)
      await ctx.disk.cut(log, bytes)
    } catch (failure) {
      throw diskFull(failure, 'The disk is full; a receipt may have been written, but was not returned.')
    }
    throw error
  }
}

async function endToWriteAt(ctx: AuditContext, keys: Keys, session: string): Promise<LogEnd> {
  const agreed = logEndFromHead(session, await readFreshState(ctx, session), keys)
  if (agreed) return agreed
  const found = await recoverSession(ctx, keys, session)
  if ('end' in found) return found.end
  throw tamperedFault('The log of this session is not as it was written, so nothing is added to it.', found.problems)
}

async function freshId(ctx: AuditContext): Promise<string> {
  for (;;) {
    const id = `rcpt_${Buffer.from(ctx.random(6)).toString('hex')}`
    if ((await ctx.db.read(tx => locateReceipt(tx, ctx.project, id))) === undefined) return id
  }
}

/** Where receipts are kept. When `mint` has answered, the receipt survives whatever happens to this process. */
export interface Audit {
  /** Stores the whole output, then the receipt; only then is its id known to anyone. */
  mint(facts: Omit<ReceiptFacts, 'outputs'>, output: string): Promise<Receipt>
  /** In order of seq. */
  receiptsOf(sessionId: string): Promise<Receipt[]>
  find(receiptId: string): Promise<Receipt | undefined>
  output(receiptId: string): Promise<string | undefined>
  verifySession(sessionId: string, options?: { fresh?: boolean }): Promise<SessionVerification>
}
