import { rename } from 'node:fs/promises'
import { z } from 'zod'
import type { AnchorRow } from '../../db/tables.ts'
import { syncFolder } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { Fault } from '../../kernel/fault.ts'
import { canonicalLine, readCanonicalFile } from '../../receipts/canonical.ts'
import { isSealedBy, type Key, type Sealed, seal } from '../../receipts/signing.ts'
import { requireId } from '../ids.ts'
import { instant } from '../room-base.ts'
import type { AuditProblem } from '../schema.ts'
import { type AuditContext, issueNumbers, type Keys, lockIssue, names, placeOf, tamperedFault } from './context.ts'
import { makeFolder } from './disk.ts'
import { signingKeys } from './key-changes.ts'
import { type Anchor, readAnchor, writeAnchor } from './store.ts'

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
      throw tamperedFault(
        'The audit folder of this issue is not as it was written, so nothing is added to it.',
        problems,
      )
    }
    await moveStaged(ctx, issue, entries)
    return work({
      key,
      entries,
      async add(files) {
        const added = name(files, entries, instant(ctx))
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

/** Kinds of files in the audit folder of an issue, with the ending of their names. */
const issueFileKinds = {
  packet: 'json',
  receipt: 'json',
  report: 'md',
  'session-receipts': 'jsonl',
  'session-receipts-ref': 'json',
  'round-transcript': 'json',
} as const
type IssueFileKind = keyof typeof issueFileKinds

const IssueEntry = z.strictObject({
  kind: z.enum(Object.keys(issueFileKinds) as IssueFileKind[]),
  packetId: z.string(),
  timestamp: z.string(),
  filename: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/),
  sha256: z.string(),
  bytes: z.int().nonnegative(),
})
export type IssueEntry = z.output<typeof IssueEntry>

const Index = z.strictObject({
  v: z.literal(1),
  issue_id: z.int().positive(),
  entries: z.array(IssueEntry),
  mac: z.string(),
})
type IssueIndex = z.output<typeof Index>

export const issueAnchor = ({ project }: AuditContext, issue: number) => ({
  project_id: project,
  kind: 'issue' as const,
  name: String(issue),
})

type FoundIndex = { state: 'absent' | 'bad' | 'unproven' } | { state: 'read'; index: IssueIndex }

export async function readIndex(ctx: AuditContext, keys: Keys, issue: number): Promise<FoundIndex> {
  const bytes = await ctx.disk.read(placeOf(ctx, names.index(issue)))
  if (bytes === undefined) return { state: 'absent' }
  const index = Index.safeParse(readCanonicalFile(bytes)).data
  if (index === undefined || index.issue_id !== issue) return { state: 'bad' }
  if (sealerOf(keys, index) === undefined) return { state: keys.missing.length > 0 ? 'unproven' : 'bad' }
  return { state: 'read', index }
}

/** These files do not name their key, so every listed one is tried. */
function sealerOf(keys: Keys, value: Sealed<object>): Key | undefined {
  return [...keys.atHand.values()].find(key => isSealedBy(key, value))
}

function sealIndex(issue: number, entries: readonly IssueEntry[], key: Key): { text: string; mac: string } {
  const index = seal(key, { v: 1, issue_id: issue, entries })
  return { text: canonicalLine(index), mac: index.mac }
}

/** Whether the index still begins with the entries that were anchored. */
function holdsAnchored({ issue_id, entries }: IssueIndex, keys: Keys, { count, head }: Anchor): boolean {
  if (entries.length < count) return false
  const anchored = { v: 1, issue_id, entries: entries.slice(0, count), mac: head }
  return sealerOf(keys, anchored) !== undefined
}

interface ExaminedIssue {
  entries: IssueEntry[]
  problems: AuditProblem[]
  /** Nothing was ever filed for it. */
  isEmpty: boolean
}

/** With the issue's lock held: its folder against its index, the index against key and anchor. */
export async function examineIssue(ctx: AuditContext, keys: Keys, issue: number): Promise<ExaminedIssue> {
  const anchor = await ctx.db.read(tx => readAnchor(tx, issueAnchor(ctx, issue)))
  const present = (await ctx.disk.list(placeOf(ctx, names.issue(issue)))).filter(name => !unfinished.test(name))
  const found = await readIndex(ctx, keys, issue)
  if (found.state === 'absent' && present.length === 0) {
    const problems = anchor ? [{ code: 'missing_issue_audit', file: names.issue(issue) }] : []
    return { entries: [], problems, isEmpty: anchor === undefined }
  }
  const index = found.state === 'read' ? found.index : undefined
  const problems: AuditProblem[] = []
  if (found.state === 'unproven') problems.push({ code: 'key_missing', file: names.index(issue) })
  else if (index === undefined || (anchor && !holdsAnchored(index, keys, anchor))) {
    problems.push({ code: 'bad_index', file: names.index(issue) })
  }
  for (const entry of index?.entries ?? []) problems.push(...(await fileProblems(ctx, issue, entry)))
  const listed = new Set([indexName, ...(index?.entries ?? []).map(({ filename }) => filename)])
  if (index) {
    for (const name of present.filter(each => !listed.has(each))) {
      problems.push({ code: 'issue_file_unlisted', file: names.issueFile(issue, name) })
    }
  }
  return { entries: index?.entries ?? [], problems, isEmpty: false }
}

const indexName = 'index.json'
/** What a process leaves that was killed while it wrote the index. */
const unfinished = /^\.index\.json\.\d+\.[0-9a-f]{12}\.tmp$/

/** A listed file: in its place, or still waiting for it where a killed process left it. */
export async function readListed(
  ctx: AuditContext,
  issue: number,
  { filename }: IssueEntry,
): Promise<Buffer | undefined> {
  return (
    (await ctx.disk.read(placeOf(ctx, names.issueFile(issue, filename)))) ??
    (await ctx.disk.read(placeOf(ctx, names.staged(issue, filename))))
  )
}

async function fileProblems(ctx: AuditContext, issue: number, entry: IssueEntry): Promise<AuditProblem[]> {
  const file = names.issueFile(issue, entry.filename)
  const bytes = await readListed(ctx, issue, entry)
  if (bytes === undefined) return [{ code: 'issue_file_missing', file }]
  if (bytes.length === entry.bytes && sha256(bytes) === entry.sha256) return []
  return [{ code: entry.kind === 'session-receipts' ? 'copy_mismatch' : 'issue_file_mismatch', file }]
}
