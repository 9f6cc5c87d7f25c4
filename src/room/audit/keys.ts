import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { readLedger } from '../../receipts/ledger.ts'
import { type Key, sha256 } from '../../receipts/signing.ts'
import type { KeyLookup } from '../../receipts/verify-lines.ts'
import type { AuditProblem } from './audit.ts'
import { type AuditContext, names, placeOf } from './context.ts'
import { splitLines } from './disk.ts'
import { type KeyFile, readKeyFile } from './key-file.ts'
import { type Anchor, readAnchor } from './store.ts'

/** The keys as they lie there, and what is wrong with them. */
export interface Keys {
  file: KeyFile
  lookup: KeyLookup
  /** Every listed key that is at hand. */
  atHand: ReadonlyMap<string, Key>
  /** In the order of the ledger. */
  listed: readonly string[]
  /** Listed keys that are not at hand. */
  missing: readonly string[]
  problems: readonly AuditProblem[]
  ledger: { bytes: Buffer; lines: number; tail: number }
  anchor: Anchor | undefined
  /** The same as long as nothing about the keys has changed. */
  stamp: string
}

export function keyPath(ctx: AuditContext): string {
  return ctx.keyFile ?? placeOf(ctx, 'secret.key')
}

export function retiredFolder(ctx: AuditContext): string {
  return ctx.keyFile === undefined ? placeOf(ctx, 'retired') : `${ctx.keyFile}.retired`
}

export function retiredPath(ctx: AuditContext, id: string): string {
  return join(retiredFolder(ctx), `${id}.key`)
}

export const ledgerAnchor = ({ project }: AuditContext) => ({
  project_id: project,
  kind: 'keys' as const,
  name: 'keys',
})

export async function loadKeys(ctx: AuditContext): Promise<Keys> {
  const anchor = await ctx.db.read(tx => readAnchor(tx, ledgerAnchor(ctx)))
  const bytes = (await ctx.disk.read(placeOf(ctx, names.ledger))) ?? Buffer.alloc(0)
  const file = await readKeyFile(keyPath(ctx))
  const { ring, problems } = await everyKey(ctx, file)
  const found = foundText({ anchor, bytes, file, ring, problems })
  const before = judged.get(ctx)
  if (before?.found === found) return before.keys
  const keys = keysFrom(ctx, { anchor, bytes, file, ring, problems })
  judged.set(ctx, { found, keys })
  return keys
}

/** Everything is read each time; only what follows from the very same bytes is not worked out again. */
const judged = new WeakMap<AuditContext, { found: string; keys: Keys }>()

interface FoundKeys {
  anchor: Anchor | undefined
  bytes: Buffer
  file: KeyFile
  ring: ReadonlyMap<string, Key>
  problems: readonly AuditProblem[]
}

function foundText({ anchor, bytes, file, ring, problems }: FoundKeys): string {
  const keys = [...ring].map(([id, key]) => [id, Buffer.from(key.bytes).toString('latin1')])
  return JSON.stringify([anchor, bytes.toString('latin1'), file.state, 'unsafe' in file && file.unsafe, keys, problems])
}

function keysFrom(ctx: AuditContext, { anchor, bytes, file, ring, problems: first }: FoundKeys): Keys {
  const problems = [...first]
  const { lines, tail } = splitLines(bytes)
  const listed = readLedger(lines, ring)
  const sound = listed !== undefined && contains(bytes, lines, anchor)
  if (!sound) problems.push({ code: 'bad_key_ledger', file: names.ledger })
  if (sound && tail.length > 0) problems.push({ code: 'torn_tail', file: names.ledger })
  if (sound && listed.length > 0 && file.state === 'read' && !listed.includes(file.key.id)) {
    problems.push({ code: 'unknown_key', file: shownKey(ctx) })
  }
  const atHand = sound ? new Map([...ring].filter(([id]) => listed.includes(id))) : ring
  return {
    file,
    // Who damaged the ledger has not yet damaged the receipts: they are still held to the keys at hand.
    lookup: id => (sound && !listed.includes(id) ? 'unlisted' : (atHand.get(id) ?? 'missing')),
    atHand,
    listed: listed ?? [],
    missing: (listed ?? []).filter(id => !ring.has(id)),
    problems,
    ledger: { bytes, lines: lines.length, tail: tail.length },
    anchor,
    stamp: sha256(JSON.stringify([sha256(bytes), [...ring.keys()].sort(), problems, anchor])),
  }
}

/** What the resolver of files refuses to open, by whatever name. */
export async function keyIdentities(ctx: AuditContext): Promise<Set<string>> {
  const retired = (await ctx.disk.list(retiredFolder(ctx))).map(name => join(retiredFolder(ctx), name))
  const found = await Promise.all(
    [keyPath(ctx), ...retired].map(path => lstat(path, { bigint: true }).catch(() => undefined)),
  )
  return new Set(found.flatMap(each => (each ? [`${each.dev}:${each.ino}`] : [])))
}

function shownKey(ctx: AuditContext): string {
  return ctx.keyFile === undefined ? 'secret.key' : 'DAYBOOK_ROOM_KEY_FILE'
}

async function everyKey(
  ctx: AuditContext,
  file: KeyFile,
): Promise<{ ring: Map<string, Key>; problems: AuditProblem[] }> {
  const ring = new Map<string, Key>()
  const problems: AuditProblem[] = []
  if (file.state === 'read') ring.set(file.key.id, file.key)
  if (file.state === 'malformed') problems.push({ code: 'unknown_key', file: shownKey(ctx) })
  for (const name of await ctx.disk.list(retiredFolder(ctx))) {
    if (!retiredName.test(name)) continue
    const retired = await readKeyFile(join(retiredFolder(ctx), name))
    if (retired.state === 'read' && name === `${retired.key.id}.key`) ring.set(retired.key.id, retired.key)
    else if (retired.state !== 'unreadable') problems.push({ code: 'unknown_key', file: `retired/${name}` })
  }
  return { ring, problems }
}

const retiredName = /^[0-9a-f]{16}\.key$/

/** Whether the ledger still begins with what was anchored. */
function contains(bytes: Buffer, lines: readonly Buffer[], anchor: Anchor | undefined): boolean {
  if (anchor === undefined) return true
  if (lines.length < anchor.count) return false
  return ledgerHash(bytes, lines.slice(0, anchor.count)) === anchor.head
}

export function ledgerHash(bytes: Buffer, lines: readonly Buffer[]): string {
  return sha256(
    bytes.subarray(
      0,
      lines.reduce((size, line) => size + line.length + 1, 0),
    ),
  )
}
