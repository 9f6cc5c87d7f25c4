import { createReadStream } from 'node:fs'
import { createBy, isCode } from '../../files/replace.ts'
import { sha256OfFile } from '../../files/sha256.ts'
import { TooLargeForZip, writeZip, type ZipEntry } from '../../files/zip.ts'
import { Fault } from '../../kernel/fault.ts'
import { canonicalLine } from '../../receipts/canonical.ts'
import { type Receipt, readLine } from '../../receipts/receipt.ts'
import { instant } from '../room-base.ts'
import type { AuditProblem } from '../schema.ts'
import { type AuditContext, lockIssue, names, placeOf, tamperedFault } from './context.ts'
import { linesOf, splitLines } from './disk.ts'
import { examineIssue, type IssueEntry, requireIssue } from './issue-files.ts'
import { loadKeys } from './keys.ts'
import type { SessionVerifier } from './verify.ts'

export type ExportTarget = { sessionId: string } | { issueId: number }

export interface Exported {
  bytes: number
  sha256: string
}

/**
 * Writes lines, outputs, heads, ids of keys and a report into a new zip file; undefined when there is nothing of that
 * name. It is verified before and after, because the files might change in between.
 */
export async function exportAudit(
  ctx: AuditContext,
  verifier: SessionVerifier,
  target: ExportTarget,
  output: string,
): Promise<Exported | undefined> {
  const before = await partsOf(ctx, verifier, target)
  if (before === undefined) return undefined
  refuse(before.problems)
  try {
    const bytes = await createBy(
      output,
      0o600,
      file => writeZip(file, new Date(before.at), entriesOf(ctx, before)),
      async () => refuse((await partsOf(ctx, verifier, target))?.problems ?? [{ code: 'missing_log' }]),
    )
    return { bytes, sha256: await sha256OfFile(output) }
  } catch (error) {
    if (error instanceof TooLargeForZip) throw wrongOutput('The export is larger than a zip file can be.', error)
    if (isCode(error, 'EEXIST')) throw wrongOutput('There is a file of that name already; name another one.', error)
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS')) {
      throw wrongOutput('The file cannot be made there; name a file in a folder you may write.', error)
    }
    throw error
  }
}

interface Parts {
  problems: AuditProblem[]
  /** Names below the audit folder. */
  files: string[]
  /** How much of a log belongs to the export. */
  logBytes: Map<string, number>
  keyIds: string[]
  report: object
  /** The time of the last thing in it, so that the same audit gives the same bytes. */
  at: string
}

async function partsOf(ctx: AuditContext, verifier: SessionVerifier, target: ExportTarget): Promise<Parts | undefined> {
  return 'sessionId' in target
    ? partsOfSession(ctx, verifier, target.sessionId)
    : partsOfIssue(ctx, verifier, target.issueId)
}

async function partsOfSession(
  ctx: AuditContext,
  verifier: SessionVerifier,
  session: string,
): Promise<Parts | undefined> {
  const verification = await verifier.verify(session, true)
  const { receipts, bytes } = await receiptsIn(ctx, session)
  if (receipts.length === 0 && verification.problems.length === 0) return undefined
  return {
    problems: verification.problems,
    files: [names.log(session), names.head(session), ...blobsOf(receipts)],
    logBytes: new Map([[names.log(session), bytes]]),
    keyIds: keysOf(receipts),
    report: { sessionId: session, verification },
    at: receipts.at(-1)?.timestamp ?? instant(ctx),
  }
}

async function partsOfIssue(ctx: AuditContext, verifier: SessionVerifier, issue: number): Promise<Parts | undefined> {
  requireIssue(issue)
  const { keys, ...found } = await lockIssue(ctx, issue, async () => {
    const keys = await loadKeys(ctx)
    return { keys, ...(await examineIssue(ctx, keys, issue)) }
  })
  if (found.isEmpty) return undefined
  const receipts = await copiedReceipts(ctx, issue, found.entries)
  const sessions = [...new Set(receipts.map(({ session_id }) => session_id))].sort()
  const verifications = []
  for (const sessionId of sessions) verifications.push({ sessionId, ...(await verifier.verify(sessionId, true)) })
  const problems = [...keys.problems, ...found.problems, ...verifications.flatMap(each => each.problems)]
  return {
    problems,
    files: [
      names.index(issue),
      ...found.entries.map(({ filename }) => names.issueFile(issue, filename)),
      ...sessions.map(names.head),
      ...blobsOf(receipts),
    ],
    logBytes: new Map(),
    keyIds: keysOf(receipts),
    report: { issueId: issue, entries: found.entries, sessions: verifications },
    at: found.entries.at(-1)?.timestamp ?? instant(ctx),
  }
}

async function receiptsIn(ctx: AuditContext, session: string): Promise<{ receipts: Receipt[]; bytes: number }> {
  const path = placeOf(ctx, names.log(session))
  const receipts: Receipt[] = []
  let bytes = 0
  for await (const line of linesOf(ctx.disk, path, 0, (await ctx.disk.stat(path))?.size ?? 0)) {
    const receipt = line.complete ? readLine(line.bytes) : undefined
    if (receipt === undefined) continue
    receipts.push(receipt)
    bytes = line.end
  }
  return { receipts, bytes }
}

async function copiedReceipts(ctx: AuditContext, issue: number, entries: readonly IssueEntry[]): Promise<Receipt[]> {
  const copies = entries.filter(({ kind }) => kind === 'session-receipts')
  const texts = await Promise.all(
    copies.map(({ filename }) => ctx.disk.read(placeOf(ctx, names.issueFile(issue, filename)))),
  )
  return texts
    .flatMap(text => (text ? splitLines(text).lines : []))
    .map(readLine)
    .filter(receipt => receipt !== undefined)
}

function blobsOf(receipts: readonly Receipt[]): string[] {
  return [...new Set(receipts.map(({ outputs }) => names.blob(outputs.sha256)))].sort()
}

function keysOf(receipts: readonly Receipt[]): string[] {
  return [...new Set(receipts.map(({ key_id }) => key_id))].sort()
}

function entriesOf(ctx: AuditContext, { files, logBytes, keyIds, report }: Parts): ZipEntry[] {
  const own = [
    { name: 'key-ids.json', content: [Buffer.from(canonicalLine(keyIds))] },
    { name: 'report.json', content: [Buffer.from(canonicalLine(report))] },
  ]
  return [...files.map(name => ({ name, content: contentOf(placeOf(ctx, name), logBytes.get(name)) })), ...own]
}

/** A log that grows meanwhile is taken as far as it was verified. */
async function* contentOf(path: string, bytes: number | undefined): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, bytes === undefined ? {} : { end: bytes - 1 })
}

function refuse(problems: readonly AuditProblem[]): void {
  if (problems.length > 0) throw tamperedFault('The audit does not verify, so nothing of it is exported.', problems)
}

function wrongOutput(message: string, cause: unknown): Fault {
  return new Fault('INVALID_INPUT', message, { details: { field: 'output' }, cause })
}
