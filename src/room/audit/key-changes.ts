import { rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { Fault } from '../../kernel/fault.ts'
import { keyChangeLine } from '../../receipts/chain.ts'
import { type Key, keyBytes, keyOf } from '../../receipts/signing.ts'
import { recordActivity } from '../activity.ts'
import { instant } from '../room-base.ts'
import { type AuditContext, type Keys, lockKeys, moveTornTail, names, placeOf, tamperedFault } from './context.ts'
import { splitLines } from './disk.ts'
import {
  createKeyFile,
  keyPath,
  ledgerAnchor,
  ledgerHash,
  loadKeys,
  readKeyFile,
  replaceKeyFile,
  retiredFolder,
  retiredPath,
} from './keys.ts'
import { readAnchors, writeAnchor } from './store.ts'

/** The keys and the one that signs; made on first need, refused when its file is not safe. */
export async function signingKeys(ctx: AuditContext): Promise<{ keys: Keys; key: Key }> {
  const keys = await loadKeys(ctx)
  const ready = isComplete(keys) ? keys : await lockKeys(ctx, () => completeKeyChange(ctx))
  return { keys: ready, key: signingKeyOf(ready) }
}

/** Finishes what a killed process had begun; leaves a workspace alone that never had a key. */
export async function recoverKeys(ctx: AuditContext): Promise<Keys> {
  const keys = await loadKeys(ctx)
  if (keys.ledger.bytes.length === 0 || isComplete(keys)) return keys
  return lockKeys(ctx, () => completeKeyChange(ctx))
}

/** A new key takes over; receipts signed with the old one stay valid. */
export async function rotateKey(ctx: AuditContext): Promise<{ from: string; to: string }> {
  return lockKeys(ctx, async () => {
    const old = signingKeyOf(await completeKeyChange(ctx))
    const fresh = keyOf(ctx.random(keyBytes))
    // Both are on disk before the ledger names the new one: whenever this is interrupted, no listed key is lost.
    await replaceKeyFile(retiredPath(ctx, old.id), old)
    await replaceKeyFile(retiredPath(ctx, fresh.id), fresh)
    await appendChange(ctx, old, fresh)
    await completeKeyChange(ctx)
    await recordActivity(ctx, {
      type: 'room_key_rotated',
      summary: 'The key that signs receipts was replaced',
      details: { from: old.id, to: fresh.id },
    })
    return { from: old.id, to: fresh.id }
  })
}

/** Makes the key files plain files of ours that no other user may open; answers the ids of those it changed. */
export async function fixKeys(ctx: AuditContext): Promise<{ fixed: string[] }> {
  return lockKeys(ctx, async () => {
    const retired = (await ctx.disk.list(retiredFolder(ctx))).filter(name => name.endsWith('.key'))
    const paths = [keyPath(ctx), ...retired.map(name => retiredPath(ctx, name.slice(0, -'.key'.length)))]
    const fixed: string[] = []
    for (const path of paths) {
      const file = await readKeyFile(path)
      if (file.state !== 'read' || file.unsafe === undefined) continue
      await replaceKeyFile(path, file.key)
      fixed.push(file.key.id)
    }
    await adoptKey(ctx)
    const keys = await completeKeyChange(ctx)
    await keepIgnored(ctx)
    signingKeyOf(keys)
    return { fixed }
  })
}

function isComplete({ file, listed, ledger, anchor, problems }: Keys): boolean {
  if (problems.length > 0 || file.state !== 'read') return false
  return listed.at(-1) === file.key.id && anchor?.count === ledger.lines
}

function signingKeyOf({ file, problems, listed }: Keys): Key {
  if (file.state !== 'read') throw unsafe(unusable[file.state], 'Put the key file back from your own copy.')
  if (file.unsafe !== undefined) throw unsafe(file.unsafe)
  if (problems.length > 0 || listed.at(-1) !== file.key.id) {
    throw tamperedFault('The keys of the audit are not those it was written with, so nothing is signed.', problems)
  }
  return file.key
}

const unusable = {
  absent: 'it is not there',
  unreadable: 'it cannot be read',
  malformed: 'it does not hold a key of 32 bytes',
}

function unsafe(why: string, hint?: string): Fault {
  return new Fault('KEY_UNSAFE', `The key that signs receipts is not safe to use: ${why}.`, hint ? { hint } : {})
}

/** With the lock held: the first key, a rotation cut short, a torn line, an anchor that lags. */
async function completeKeyChange(ctx: AuditContext): Promise<Keys> {
  let keys = await loadKeys(ctx)
  if (keys.problems.some(({ code, file }) => code === 'torn_tail' && file === names.ledger)) {
    await moveTornTail(ctx, names.ledger, keys.ledger.bytes.length - keys.ledger.tail)
    keys = await loadKeys(ctx)
  }
  if (keys.ledger.lines === 0 && keys.anchor === undefined) {
    await beginLedger(ctx, keys)
    keys = await loadKeys(ctx)
  }
  if (keys.problems.length > 0) return keys
  const last = keys.atHand.get(keys.listed.at(-1) ?? '')
  if (last && keys.file.state === 'read' && keys.file.key.id !== last.id) {
    await replaceKeyFile(keyPath(ctx), last)
    await rm(retiredPath(ctx, last.id), { force: true })
    keys = await loadKeys(ctx)
  }
  if (keys.anchor?.count === keys.ledger.lines) return keys
  const head = ledgerHash(keys.ledger.bytes, splitLines(keys.ledger.bytes).lines)
  await ctx.db.write(tx => writeAnchor(tx, { ...ledgerAnchor(ctx), count: keys.ledger.lines, head }))
  return loadKeys(ctx)
}

/** Only where nothing was ever signed: a ledger that was taken away is not created again. */
async function beginLedger(ctx: AuditContext, { file }: Keys): Promise<void> {
  const anchors = await ctx.db.read(tx => readAnchors(tx, ctx.project))
  const sessions = await ctx.disk.list(placeOf(ctx, names.sessions))
  if (anchors.length > 0 || sessions.length > 0) {
    throw tamperedFault('The list of keys is gone, so nothing is signed.', [
      { code: 'bad_key_ledger', file: names.ledger },
    ])
  }
  if (ctx.keyFile !== undefined && !isAbsolute(ctx.keyFile)) {
    throw unsafe('DAYBOOK_ROOM_KEY_FILE is not an absolute path', 'Name the key file by its absolute path.')
  }
  await keepIgnored(ctx)
  if (file.state === 'absent') await createKeyFile(keyPath(ctx), keyOf(ctx.random(keyBytes)))
  const made = await readKeyFile(keyPath(ctx))
  if (made.state === 'read' && made.unsafe === undefined) await appendChange(ctx, null, made.key)
}

/** A key outside of the workspace may have been rotated for another one: with both found, the ledger here may name the new one too. */
async function adoptKey(ctx: AuditContext): Promise<void> {
  const { file, listed, atHand, problems } = await loadKeys(ctx)
  if (file.state !== 'read' || problems.some(({ code }) => code !== 'unknown_key')) return
  const last = atHand.get(listed.at(-1) ?? '')
  if (last && !listed.includes(file.key.id)) await appendChange(ctx, last, file.key)
}

async function appendChange(ctx: AuditContext, from: Key | null, to: Key): Promise<void> {
  await ctx.disk.append(placeOf(ctx, names.ledger), Buffer.from(keyChangeLine(from, to, instant(ctx))))
}

const secrets = ['secret.key', 'retired/'] as const

/** Keeps the keys out of Git, also after the file was edited. */
export async function keepIgnored(ctx: AuditContext): Promise<void> {
  const path = placeOf(ctx, '.gitignore')
  const text = (await ctx.disk.read(path))?.toString('utf8')
  if (text === undefined) return ctx.disk.replace(path, Buffer.from('*\n'))
  const open = secrets.filter(name => !isIgnored(name, text))
  if (open.length === 0) return
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return ctx.disk.replace(path, Buffer.from(`${before}${open.join('\n')}\n`))
}

/** Whether the last rule that plainly names it ignores it; rules of another form do not count. */
function isIgnored(name: string, text: string): boolean {
  const bare = name.replace(/\/$/, '')
  const spellings = new Set(['*', '**', name, bare, `/${name}`, `/${bare}`, `${bare}/*`, `${bare}/**`])
  const rule = text
    .split('\n')
    .map(line => line.trim())
    .findLast(line => spellings.has(line.replace(/^!/, '')) || line.startsWith('!'))
  return rule !== undefined && !rule.startsWith('!')
}
