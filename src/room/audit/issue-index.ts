import { z } from 'zod'
import { canonicalLine, readCanonicalFile } from '../../receipts/canonical.ts'
import { isSealedBy, type Key, type Sealed, seal } from '../../receipts/signing.ts'
import { type AuditContext, names, placeOf } from './context.ts'
import type { Keys } from './keys.ts'
import type { Anchor } from './store.ts'

/** What may lie in the audit folder of an issue, by the ending of its name. */
export const issueFileKinds = {
  packet: 'json',
  receipt: 'json',
  report: 'md',
  'session-receipts': 'jsonl',
  'session-receipts-ref': 'json',
  'round-transcript': 'json',
} as const
export type IssueFileKind = keyof typeof issueFileKinds

const Entry = z.strictObject({
  kind: z.enum(['packet', 'receipt', 'report', 'session-receipts', 'session-receipts-ref', 'round-transcript']),
  packetId: z.string(),
  timestamp: z.string(),
  filename: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/),
  sha256: z.string(),
  bytes: z.int().nonnegative(),
})
export type IssueEntry = z.output<typeof Entry>

const Index = z.strictObject({
  v: z.literal(1),
  issue_id: z.int().positive(),
  entries: z.array(Entry),
  mac: z.string(),
})
export type IssueIndex = z.output<typeof Index>

export const issueAnchor = ({ project }: AuditContext, issue: number) => ({
  project_id: project,
  kind: 'issue' as const,
  name: String(issue),
})

export type FoundIndex =
  | { state: 'absent' | 'bad' | 'unproven' }
  | { state: 'read'; index: IssueIndex; sealedBy: Key | undefined }

export async function readIndex(ctx: AuditContext, keys: Keys, issue: number): Promise<FoundIndex> {
  const bytes = await ctx.disk.read(placeOf(ctx, names.index(issue)))
  if (bytes === undefined) return { state: 'absent' }
  const index = Index.safeParse(readCanonicalFile(bytes)).data
  if (index === undefined || index.issue_id !== issue) return { state: 'bad' }
  const sealedBy = sealerOf(keys, index)
  if (sealedBy === undefined) return { state: keys.missing.length > 0 ? 'unproven' : 'bad' }
  return { state: 'read', index, sealedBy }
}

/** These files do not name their key, so every listed one is tried. */
function sealerOf(keys: Keys, value: Sealed<object>): Key | undefined {
  return [...keys.atHand.values()].find(key => isSealedBy(key, value))
}

export function sealIndex(issue: number, entries: readonly IssueEntry[], key: Key): { text: string; mac: string } {
  const index = seal(key, { v: 1, issue_id: issue, entries })
  return { text: canonicalLine(index), mac: index.mac }
}

/** Whether the index still begins with the entries that were anchored. */
export function holdsAnchored({ issue_id, entries }: IssueIndex, keys: Keys, { count, head }: Anchor): boolean {
  if (entries.length < count) return false
  const anchored = { v: 1, issue_id, entries: entries.slice(0, count), mac: head }
  return sealerOf(keys, anchored) !== undefined
}
