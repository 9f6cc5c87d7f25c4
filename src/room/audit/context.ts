import { dirname, join } from 'node:path'
import type { Db } from '../../db/db.ts'
import { LockBusy, withLock } from '../../files/lock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Clock } from '../../kernel/instants.ts'
import type { KeyLookup } from '../../receipts/chain.ts'
import { idShape } from '../../receipts/receipt.ts'
import type { Key } from '../../receipts/signing.ts'
import { recordActivity } from '../activity.ts'
import { instant } from '../room-base.ts'
import type { AuditProblem } from '../schema.ts'
import type { Disk } from './disk.ts'
import type { Anchor } from './store.ts'

/** What the audit of one project works with. */
export interface AuditContext {
  /** `<workspace>/.control-room/audit`. */
  folder: string
  db: Db
  project: string
  clock: Clock
  random: (size: number) => Uint8Array
  /** A key outside of the workspace, where the user named one (`DAYBOOK_ROOM_KEY_FILE`). */
  keyFile: string | undefined
  disk: Disk
  /** What the keys were found to be last, with all that was read of them. */
  lastKeys?: { found: string; keys: Keys }
}

/** The keys as they are on disk, and what is wrong with them. */
export interface Keys {
  file: KeyFile
  lookup: KeyLookup
  /** Every listed key that was found. */
  atHand: ReadonlyMap<string, Key>
  /** In the order of the ledger. */
  listed: readonly string[]
  /** Listed keys that were not found. */
  missing: readonly string[]
  problems: readonly AuditProblem[]
  ledger: { bytes: Buffer; lines: number; tail: number }
  anchor: Anchor | undefined
  /** The same as long as nothing about the keys has changed. */
  stamp: string
}

export type KeyFile =
  | { state: 'absent' | 'unreadable' | 'malformed' }
  /** `unsafe`: why nothing may be signed with it as it is. */
  | { state: 'read'; key: Key; unsafe: string | undefined }

/** Names below the folder, as problems mention them. */
export const names = {
  sessions: 'sessions',
  issues: 'issues',
  ledger: 'keys.jsonl',
  log: (session: string) => `sessions/${session}/tool_receipts.jsonl`,
  head: (session: string) => `sessions/${session}/head.json`,
  blob: (sha256: string) => `blobs/${sha256.slice(0, 2)}/${sha256}`,
  issue: (issue: number) => `issues/${issue}`,
  index: (issue: number) => `issues/${issue}/index.json`,
  issueFile: (issue: number, filename: string) => `issues/${issue}/${filename}`,
  stagedFiles: 'staged',
  /** Where a file of an issue waits until its index names it. */
  staged: (issue: number, filename: string) => `staged/${issue}-${filename}`,
}

export function placeOf({ folder }: AuditContext, name: string): string {
  return join(folder, name)
}

/** Other files in these folders do not belong to the audit. */
export async function sessionNames(ctx: AuditContext): Promise<string[]> {
  return (await ctx.disk.list(placeOf(ctx, names.sessions))).filter(name => idShape.test(name))
}

export async function issueNumbers(ctx: AuditContext): Promise<number[]> {
  return (await ctx.disk.list(placeOf(ctx, names.issues))).filter(name => issueShape.test(name)).map(Number)
}

const issueShape = /^[1-9]\d{0,14}$/

export function tamperedFault(message: string, problems: readonly AuditProblem[]): Fault {
  return new Fault('AUDIT_TAMPERED', message, { details: { problems } })
}

const waitMs = 20_000

type AuditFolder = Pick<AuditContext, 'folder'>

/** One writer of a session's log at a time, in any process. */
export function lockSession<T>(ctx: AuditFolder, session: string, work: () => Promise<T>): Promise<T> {
  return withAuditLock(ctx, `audit-session-${session}`, work)
}

export function lockIssue<T>(ctx: AuditFolder, issue: number, work: () => Promise<T>): Promise<T> {
  return withAuditLock(ctx, `audit-issue-${issue}`, work)
}

export function lockKeys<T>(ctx: AuditFolder, work: () => Promise<T>): Promise<T> {
  return withAuditLock(ctx, 'audit-keys', work)
}

async function withAuditLock<T>({ folder }: AuditFolder, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withLock(join(dirname(folder), 'locks', `${name}.lock`), 'named', waitMs, work)
  } catch (error) {
    if (!(error instanceof LockBusy)) throw error
    throw new Fault('BUSY', 'Another process is writing to this part of the audit.', { cause: error })
  }
}

/** Moves what a killed writer left after the last LF aside, and records that. */
export async function moveTornTail(ctx: AuditContext, name: string, keep: number): Promise<void> {
  const path = placeOf(ctx, name)
  const size = (await ctx.disk.stat(path))?.size ?? keep
  const tail = await ctx.disk.readRange(path, keep, size)
  const aside = await freeName(ctx, `${name}.torn-${instant(ctx).replace(/[-:.]/g, '')}`)
  await ctx.disk.replace(placeOf(ctx, aside), tail)
  await ctx.disk.cut(path, keep)
  const what = name === names.ledger ? 'the list of keys' : 'a log of receipts'
  await recordActivity(ctx, {
    type: 'room_audit_recovered',
    summary: `An unfinished line at the end of ${what} was moved aside`,
    details: { file: name, moved_to: aside, bytes: tail.length },
  })
}

async function freeName(ctx: AuditContext, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if ((await ctx.disk.stat(placeOf(ctx, name))) === undefined) return name
  }
}
