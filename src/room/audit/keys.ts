import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { link, lstat, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { readLedger } from '../../receipts/chain.ts'
import { type Key, keyBytes, keyOf } from '../../receipts/signing.ts'
import type { AuditProblem } from '../schema.ts'
import { type AuditContext, type KeyFile, type Keys, names, placeOf } from './context.ts'
import { makeFolder, splitLines } from './disk.ts'
import { type Anchor, readAnchor } from './store.ts'

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
  // Everything is read each time; only what follows from the very same bytes is not worked out again.
  if (ctx.lastKeys?.found === found) return ctx.lastKeys.keys
  const keys = keysFrom(ctx, { anchor, bytes, file, ring, problems })
  ctx.lastKeys = { found, keys }
  return keys
}

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
    // A damaged ledger does not mean damaged receipts: they are still checked with the keys that were found.
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

/** Reads a key wherever it can be read; whether it may sign is another matter. */
export async function readKeyFile(path: string): Promise<KeyFile> {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return keyIn(readFileSync(path), 'it is a link')
    if (!found.isFile() || found.size > maxKeyFileBytes) return { state: 'malformed' }
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      return keyIn(readFileSync(file), dangerOf(fstatSync(file)))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return { state: 'absent' }
    if (isCode(error, 'EACCES', 'EPERM', 'ELOOP')) return { state: 'unreadable' }
    throw error
  }
}

/** Puts a key where none is; answers false when another one is there already. */
export async function createKeyFile(path: string, key: Key): Promise<boolean> {
  const temporary = `${path}.new-${key.id}`
  await makeFolder(dirname(path))
  await replaceFile(temporary, keyText(key))
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
    await syncFolder(dirname(path))
  }
}

/** Replaces a key file by a new plain file, ours, closed to others. */
export async function replaceKeyFile(path: string, key: Key): Promise<void> {
  await makeFolder(dirname(path))
  await replaceFile(path, keyText(key))
}

const maxKeyFileBytes = 4096

function keyText({ bytes }: Key): string {
  return `${Buffer.from(bytes).toString('base64')}\n`
}

function keyIn(text: Buffer, unsafe: string | undefined): KeyFile {
  const bytes = Buffer.from(text.toString('latin1'), 'base64')
  const key = keyOf(bytes)
  // Base64 has spare bits and decoders forgive much: only the one spelling is the key's.
  if (bytes.length !== keyBytes || !Buffer.from(keyText(key)).equals(text)) return { state: 'malformed' }
  return { state: 'read', key, unsafe }
}

function dangerOf({ mode, uid }: { mode: number; uid: number }): string | undefined {
  // Windows keeps others away by other means than mode and owner.
  if (process.platform === 'win32') return undefined
  if (process.getuid && uid !== process.getuid()) return 'it belongs to another user'
  return mode & 0o077 ? 'others may read or write it' : undefined
}
