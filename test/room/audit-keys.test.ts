import { chmodSync, cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { keyChangeLine } from '../../src/receipts/chain.ts'
import { keyOf } from '../../src/receipts/signing.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import { tempHome } from '../support/tempdir.ts'
import { chat, conference, factsOf, filesIn, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

let opened: OpenedAudit
beforeEach(async () => {
  opened = await openTestAudit()
  return () => opened.close()
})

const text = (name: string) => readFileSync(opened.path(name), 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o777
const linesOf = (name: string) =>
  text(name)
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

it('the key file is made on first need: 32 random bytes, for its owner only, listed, kept out of Git', async () => {
  expect(existsSync(opened.path(''))).toBe(false)
  const receipt = await opened.audit.mint(factsOf(chat), 'x')
  expect(text('secret.key')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
  expect(modeOf(opened.path('secret.key'))).toBe(0o600)
  expect(text('.gitignore')).toBe('*\n')
  expect(linesOf('keys.jsonl')).toMatchObject([{ v: 1, from: null, to: receipt.key_id, sig_from: null }])
  expect([...filesIn(opened.path('')).keys()].filter(name => name.includes('.new-'))).toEqual([])
})

it('the key file is made once, however many want it at the same time', async () => {
  const others = await Promise.all([1, 2, 3, 4].map(() => openAudit(opened.settings)))
  await Promise.all(others.map((audit, at) => audit.mint(factsOf(`chat_${at}`), 'x')))
  expect(linesOf('keys.jsonl')).toHaveLength(1)
  expect((await opened.audit.verify()).status).toBe('ok')
})

it.each([
  ['others may read it', (path: string) => chmodSync(path, 0o640)],
  ['others may write it', (path: string) => chmodSync(path, 0o602)],
  [
    'it is a link',
    (path: string) => {
      cpSync(path, `${path}.real`)
      rmSync(path)
      symlinkSync(`${path}.real`, path)
    },
  ],
])('the key file signs nothing while %s, but still verifies, until it is fixed', async (_, spoil) => {
  await opened.mint(chat, 1)
  spoil(opened.path('secret.key'))
  await expect(opened.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
  expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({ status: 'ok', count: 1 })
  expect((await opened.audit.fixKeys()).fixed).toHaveLength(1)
  expect(modeOf(opened.path('secret.key'))).toBe(0o600)
  expect((await opened.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
})

it('the key file signs nothing with another length, and cannot be fixed then', async () => {
  await opened.mint(chat, 1)
  const right = text('secret.key')
  for (const wrong of ['', 'AAAA\n', `${Buffer.alloc(33).toString('base64')}\n`, right.trim(), `${right}\n`]) {
    writeFileSync(opened.path('secret.key'), wrong)
    await expect(opened.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
    await expect(opened.audit.fixKeys()).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
  }
  writeFileSync(opened.path('secret.key'), right)
  expect((await opened.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
})

it('the key file is never created again where receipts exist', async () => {
  await opened.mint(chat, 1)
  rmSync(opened.path('secret.key'))
  await expect(opened.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
  expect(filesIn(opened.path('')).has('secret.key')).toBe(false)
})

it('the key file appears in no error, no answer and no other file', async () => {
  await opened.mint(chat, 2)
  const key = text('secret.key').trim()
  const hex = Buffer.from(key, 'base64').toString('hex')
  chmodSync(opened.path('secret.key'), 0o644)
  const error = await opened.audit.mint(factsOf(chat), 'x').catch(thrown => thrown)
  const said = JSON.stringify([error.message, error.details, error.hint, await opened.audit.verify()])
  const others = [...filesIn(opened.path(''))].filter(([name]) => name !== 'secret.key')
  for (const place of [said, ...others.map(([, bytes]) => bytes.toString('latin1'))]) {
    expect(place).not.toContain(key)
    expect(place).not.toContain(hex)
  }
})

it('the key file is known by its identity, so that no name can lead to it', async () => {
  await opened.mint(chat, 1)
  await opened.audit.rotateKey()
  const paths = [...filesIn(opened.path('')).keys()].filter(name => name.endsWith('.key'))
  const identities = paths.map(path => {
    const { dev, ino } = statSync(opened.path(path))
    return `${dev}:${ino}`
  })
  expect(paths).toHaveLength(2)
  expect(await opened.audit.keyIdentities()).toEqual(new Set(identities))
})

it('a key outside of the workspace is used instead, and its retired keys are kept beside it', async () => {
  const keyFile = join(tempHome(), 'room.key')
  const audit = await openAudit({ ...opened.settings, keyFile })
  const first = await audit.mint(factsOf(chat), 'x')
  await audit.rotateKey()
  const second = await audit.mint(factsOf(chat), 'x')
  expect(filesIn(opened.path('')).has('secret.key')).toBe(false)
  expect(modeOf(keyFile)).toBe(0o600)
  expect([...filesIn(`${keyFile}.retired`).keys()]).toEqual([`${first.key_id}.key`])
  expect(second.key_id).not.toBe(first.key_id)
  expect(await audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
})

it('a key outside of the workspace may be rotated for one workspace and taken over by another that fixes its keys', async () => {
  const keyFile = join(tempHome(), 'room.key')
  const one = await openAudit({ ...opened.settings, keyFile })
  await one.mint(factsOf(chat), 'x')
  const other = await openTestAudit({ keyFile })
  await other.mint(chat, 1)
  await one.rotateKey()
  await expect(other.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
  await other.audit.fixKeys()
  expect((await other.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
  expect((await other.audit.verify()).status).toBe('ok')
  await other.close()
})

it('a key outside of the workspace must be named by an absolute path', async () => {
  const audit = await openAudit({ ...opened.settings, keyFile: 'room.key' })
  await expect(audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
})

it('rotation continues the chains with a new key; the old one is retired and still verifies', async () => {
  await opened.mint(chat, 2)
  const { from, to } = await opened.audit.rotateKey()
  await opened.mint(chat, 2)
  await opened.mint(conference, 1)
  const receipts = await opened.audit.receiptsOf(chat)
  expect(receipts.map(({ key_id }) => key_id)).toEqual([from, from, to, to])
  expect(receipts[2]?.prev).toBe(receipts[1]?.signature)
  expect(modeOf(opened.path(`retired/${from}.key`))).toBe(0o600)
  expect([...filesIn(opened.path('retired')).keys()]).toEqual([`${from}.key`])
  expect(linesOf('keys.jsonl')).toMatchObject([
    { from: null, to: from },
    { from, to },
  ])
  expect((await opened.audit.verify()).status).toBe('ok')
  expect(await opened.settings.db.read(tx => tx.raw('select type from activity'))).toEqual([
    { type: 'room_key_rotated' },
  ])
})

it('rotation keeps issue folders and heads that the old key sealed', async () => {
  await opened.mint(chat, 1)
  await opened.audit.link({ sessionId: chat, issueId: 7 })
  await opened.audit.rotateKey()
  expect((await opened.audit.verify()).status).toBe('ok')
  await opened.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p1', bytes: Buffer.from('x') }])
  await opened.audit.rotateKey()
  expect((await opened.audit.verify()).status).toBe('ok')
})

it('rotation without the retired key leaves unverifiable what needs it', async () => {
  await opened.mint(chat, 1)
  const { from } = await opened.audit.rotateKey()
  await opened.mint(conference, 1)
  rmSync(opened.path(`retired/${from}.key`))
  expect(await opened.reopenReadOnly().verify()).toMatchObject({
    status: 'unverifiable',
    keys: [{ code: 'key_missing', file: `retired/${from}.key` }],
    sessions: [
      { sessionId: chat, status: 'unverifiable' },
      { sessionId: conference, status: 'ok' },
    ],
  })
})

it('rotation that was cut short once the new key was listed is finished', async () => {
  await opened.mint(chat, 1)
  const secret = text('secret.key')
  const old = keyOf(Buffer.from(secret, 'base64'))
  const fresh = keyOf(Buffer.alloc(32, 5))
  const line = keyChangeLine(old, fresh, '2026-03-01T12:00:00.000Z')
  const ledger = text('keys.jsonl')
  await opened.audit.rotateKey()
  writeFileSync(opened.path('secret.key'), secret)
  writeFileSync(opened.path(`retired/${fresh.id}.key`), `${Buffer.from(fresh.bytes).toString('base64')}\n`, {
    mode: 0o600,
  })
  writeFileSync(opened.path('keys.jsonl'), ledger + line)
  await opened.settings.db.write(tx => tx.raw(`delete from room_anchors where kind = 'keys'`))
  expect((await opened.reopenReadOnly().verify()).status).toBe('ok')
  const audit = await openAudit(opened.settings)
  expect(keyOf(Buffer.from(text('secret.key'), 'base64')).id).toBe(fresh.id)
  expect(text(`retired/${old.id}.key`)).toBe(secret)
  expect((await audit.mint(factsOf(chat), 'x')).key_id).toBe(fresh.id)
  expect((await audit.verify()).status).toBe('ok')
})

it('rotation cannot be taken back by cutting the list of keys', async () => {
  await opened.mint(chat, 1)
  const before = text('keys.jsonl')
  await opened.audit.rotateKey()
  writeFileSync(opened.path('keys.jsonl'), before)
  expect(await opened.reopenReadOnly().verify()).toMatchObject({
    status: 'tampered',
    keys: [{ code: 'bad_key_ledger', file: 'keys.jsonl' }],
  })
})

it('rotation moves a torn line of the list aside', async () => {
  await opened.mint(chat, 1)
  const whole = text('keys.jsonl')
  writeFileSync(opened.path('keys.jsonl'), `${whole}{"at":`)
  expect((await opened.reopenReadOnly().verify()).keys).toEqual([{ code: 'torn_tail', file: 'keys.jsonl' }])
  const audit = await openAudit(opened.settings)
  expect(text('keys.jsonl')).toBe(whole)
  expect((await audit.verify()).status).toBe('ok')
})

it.each([
  ['*\n', '*\n'],
  ['secret.key\nretired/\n', 'secret.key\nretired/\n'],
  ['', 'secret.key\nretired/\n'],
  ['*.zip', '*.zip\nsecret.key\nretired/\n'],
  ['secret.key\n', 'secret.key\nretired/\n'],
  ['*\n!secret.key\n', '*\n!secret.key\nsecret.key\nretired/\n'],
])('the file that keeps keys out of Git: %j becomes %j at the next opening', async (before, after) => {
  await opened.mint(chat, 1)
  writeFileSync(opened.path('.gitignore'), before)
  await openAudit(opened.settings)
  expect(text('.gitignore')).toBe(after)
})

it('the file that keeps keys out of Git comes back when it is gone', async () => {
  await opened.mint(chat, 1)
  rmSync(opened.path('.gitignore'))
  await openAudit(opened.settings)
  expect(text('.gitignore')).toBe('*\n')
})
