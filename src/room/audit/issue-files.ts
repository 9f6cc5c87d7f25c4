import { rename } from 'node:fs/promises'
import type { AnchorRow } from '../../db/tables.ts'
import { syncFolder } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { type Key, sha256 } from '../../receipts/signing.ts'
import { type AuditContext, issueNumbers, names, now, placeOf, requireId, tampered } from './context.ts'
import { makeFolder } from './disk.ts'
import {
  type IssueEntry,
  type IssueFileKind,
  issueAnchor,
  issueFileKinds,
  readIndex,
  sealIndex,
} from './issue-index.ts'
import { signingKeys } from './key-changes.ts'
import type { Keys } from './keys.ts'
import { lockIssue } from './locks.ts'
import { writeAnchor } from './store.ts'
import { examineIssue } from './verify-issue.ts'

export interface NewIssueFile {
  kind: IssueFileKind
  packetId: string
  bytes: Uint8Array
}

/** Files of one issue, with its lock held. */
export interface IssueFolder {
  key: Key
  entries: readonly IssueEntry[]
  /** Adds files, all of them or none; answers their entries. */
  add(files: readonly NewIssueFile[]): Promise<IssueEntry[]>
}

/** Opens the folder of an issue for adding. Refused when it is not as it was written. */
export async function withIssueFolder<T>(
  ctx: AuditContext,
  issue: number,
  work: (folder: IssueFolder) => Promise<T>,
): Promise<T> {
  requireIssue(issue)
  return lockIssue(ctx, issue, async () => {
    // Only now: another process may have rotated the key and sealed the index with the new one before the lock was ours.
    const { keys, key } = await signingKeys(ctx)
    const { entries, problems } = await examineIssue(ctx, keys, issue)
    if (problems.length > 0) {
      throw tampered('The audit folder of this issue is not as it was written, so nothing is added to it.', problems)
    }
    await moveStaged(ctx, issue, entries)
    return work({
      key,
      entries,
      async add(files) {
        const added = name(files, entries, now(ctx))
        await ctx.disk.replaceAll(
          added.map(({ filename }, at) => ({
            path: placeOf(ctx, names.staged(issue, filename)),
            bytes: files[at]?.bytes ?? Buffer.alloc(0),
          })),
        )
        const all = [...entries, ...added]
        const { text, mac } = sealIndex(issue, all, key)
        await ctx.disk.replace(placeOf(ctx, names.index(issue)), Buffer.from(text))
        await ctx.db.write(tx => writeAnchor(tx, { ...issueAnchor(ctx, issue), count: all.length, head: mac }))
        await moveStaged(ctx, issue, added)
        return added
      },
    })
  })
}

export function requireIssue(issue: number): void {
  if (Number.isSafeInteger(issue) && issue >= 1) return
  throw new Fault('INVALID_INPUT', 'The number of an issue is an integer from 1 on.', { details: { given: issue } })
}

/** Finishes what killed processes had begun to file. */
export async function recoverIssues(ctx: AuditContext, keys: Keys, anchors: readonly AnchorRow[]): Promise<void> {
  const anchored = new Map(anchors.filter(({ kind }) => kind === 'issue').map(({ name, count }) => [name, count]))
  const staged = await ctx.disk.list(placeOf(ctx, names.stagedFiles))
  for (const issue of await issueNumbers(ctx)) {
    const name = String(issue)
    const found = await readIndex(ctx, keys, issue)
    if (found.state !== 'read') continue
    const isWhole =
      anchored.get(name) === found.index.entries.length && !staged.some(each => each.startsWith(`${name}-`))
    if (!isWhole) await recoverIssue(ctx, keys, issue)
  }
}

async function recoverIssue(ctx: AuditContext, keys: Keys, issue: number): Promise<void> {
  await lockIssue(ctx, issue, async () => {
    const { entries, problems } = await examineIssue(ctx, keys, issue)
    const found = await readIndex(ctx, keys, issue)
    if (problems.length > 0 || found.state !== 'read') return
    await moveStaged(ctx, issue, entries)
    const { mac } = found.index
    await ctx.db.write(tx => writeAnchor(tx, { ...issueAnchor(ctx, issue), count: entries.length, head: mac }))
  })
}

/** Names for new files; two of one kind within a millisecond get times that differ. */
function name(files: readonly NewIssueFile[], before: readonly IssueEntry[], at: string): IssueEntry[] {
  const taken = new Set(before.map(({ filename }) => filename))
  return files.map(({ kind, packetId, bytes }) => {
    requireId(packetId)
    for (let ms = Date.parse(at); ; ms++) {
      const timestamp = new Date(ms).toISOString()
      const filename = `${compact(timestamp)}__${kind}__${packetId}.${issueFileKinds[kind]}`
      if (taken.has(filename)) continue
      taken.add(filename)
      return { kind, packetId, timestamp, filename, sha256: sha256(bytes), bytes: bytes.length }
    }
  })
}

/** `2026-03-01T12:00:00.007Z` → `20260301_120000_007`. */
function compact(timestamp: string): string {
  const [, day = '', time = '', ms = ''] = /^(.{10})T(.{8})\.(\d{3})Z$/.exec(timestamp) ?? []
  return `${day.replaceAll('-', '')}_${time.replaceAll(':', '')}_${ms}`
}

/** Puts files whose index is written into their places; the hash in the index says that they are the right ones. */
async function moveStaged(ctx: AuditContext, issue: number, entries: readonly IssueEntry[]): Promise<void> {
  const waiting = new Set(
    (await ctx.disk.list(placeOf(ctx, names.stagedFiles))).map(each => `${names.stagedFiles}/${each}`),
  )
  const staged = entries.filter(({ filename }) => waiting.has(names.staged(issue, filename)))
  if (staged.length === 0) return
  const folder = placeOf(ctx, names.issue(issue))
  await makeFolder(folder)
  for (const { filename } of staged) {
    const place = placeOf(ctx, names.issueFile(issue, filename))
    if ((await ctx.disk.stat(place)) !== undefined) continue
    await rename(placeOf(ctx, names.staged(issue, filename)), place)
  }
  await syncFolder(folder)
}
