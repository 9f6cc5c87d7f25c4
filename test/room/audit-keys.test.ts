import { chmodSync, cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { keyChangeLine } from '../../src/receipts/ledger.ts'
import { keyOf } from '../../src/receipts/signing.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import { tempHome } from '../support/tempdir.ts'
import { type AuditDesk, auditDesk, chat, conference, factsOf, filesIn } from './audit-desk.ts'

let desk: AuditDesk
beforeEach(async () => {
  desk = await auditDesk()
  return () => desk.close()
})

const text = (name: string) => readFileSync(desk.path(name), 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o777
const linesOf = (name: string) =>
  text(name)
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

describe('the key file', () => {
  it('is made on first need: 32 random bytes, for its owner only, listed, kept out of Git', async () => {
    expect(existsSync(desk.path(''))).toBe(false)
    const receipt = await desk.audit.mint(factsOf(chat), 'x')
    expect(text('secret.key')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    expect(modeOf(desk.path('secret.key'))).toBe(0o600)
    expect(text('.gitignore')).toBe('*\n')
    expect(linesOf('keys.jsonl')).toMatchObject([{ v: 1, from: null, to: receipt.key_id, sig_from: null }])
    expect([...filesIn(desk.path('')).keys()].filter(name => name.includes('.new-'))).toEqual([])
  })

  it('is made once, however many want it at the same time', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => openAudit(desk.settings)))
    await Promise.all(others.map((audit, at) => audit.mint(factsOf(`chat_${at}`), 'x')))
    expect(linesOf('keys.jsonl')).toHaveLength(1)
    expect((await desk.audit.verify()).status).toBe('ok')
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
  ])('signs nothing while %s, but still verifies, until it is fixed', async (_, spoil) => {
    await desk.mint(chat, 1)
    spoil(desk.path('secret.key'))
    await expect(desk.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
    expect(await desk.asItLies().verifySession(chat)).toMatchObject({ status: 'ok', count: 1 })
    expect((await desk.audit.fixKeys()).fixed).toHaveLength(1)
    expect(modeOf(desk.path('secret.key'))).toBe(0o600)
    expect((await desk.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
  })

  it('signs nothing with another length, and cannot be fixed then', async () => {
    await desk.mint(chat, 1)
    const right = text('secret.key')
    for (const wrong of ['', 'AAAA\n', `${Buffer.alloc(33).toString('base64')}\n`, right.trim(), `${right}\n`]) {
      writeFileSync(desk.path('secret.key'), wrong)
      await expect(desk.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
      await expect(desk.audit.fixKeys()).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
    }
    writeFileSync(desk.path('secret.key'), right)
    expect((await desk.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
  })

  it('is never made anew where receipts exist', async () => {
    await desk.mint(chat, 1)
    rmSync(desk.path('secret.key'))
    await expect(desk.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
    expect(filesIn(desk.path('')).has('secret.key')).toBe(false)
  })

  it('appears in no error, no answer and no other file', async () => {
    await desk.mint(chat, 2)
    const key = text('secret.key').trim()
    const hex = Buffer.from(key, 'base64').toString('hex')
    chmodSync(desk.path('secret.key'), 0o644)
    const error = await desk.audit.mint(factsOf(chat), 'x').catch(thrown => thrown)
    const said = JSON.stringify([error.message, error.details, error.hint, await desk.audit.verify()])
    const others = [...filesIn(desk.path(''))].filter(([name]) => name !== 'secret.key')
    for (const place of [said, ...others.map(([, bytes]) => bytes.toString('latin1'))]) {
      expect(place).not.toContain(key)
      expect(place).not.toContain(hex)
    }
  })

  it('is known by its identity, so that no name can lead to it', async () => {
    await desk.mint(chat, 1)
    await desk.audit.rotateKey()
    const paths = [...filesIn(desk.path('')).keys()].filter(name => name.endsWith('.key'))
    const identities = paths.map(path => {
      const { dev, ino } = statSync(desk.path(path))
      return `${dev}:${ino}`
    })
    expect(paths).toHaveLength(2)
    expect(await desk.audit.keyIdentities()).toEqual(new Set(identities))
  })
})

describe('a key outside of the workspace', () => {
  it('is used instead, and its retired ones lie beside it', async () => {
    const keyFile = join(tempHome(), 'room.key')
    const audit = await openAudit({ ...desk.settings, keyFile })
    const first = await audit.mint(factsOf(chat), 'x')
    await audit.rotateKey()
    const second = await audit.mint(factsOf(chat), 'x')
    expect(filesIn(desk.path('')).has('secret.key')).toBe(false)
    expect(modeOf(keyFile)).toBe(0o600)
    expect([...filesIn(`${keyFile}.retired`).keys()]).toEqual([`${first.key_id}.key`])
    expect(second.key_id).not.toBe(first.key_id)
    expect(await audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
  })

  it('may be rotated for one workspace and taken over by another that fixes its keys', async () => {
    const keyFile = join(tempHome(), 'room.key')
    const one = await openAudit({ ...desk.settings, keyFile })
    await one.mint(factsOf(chat), 'x')
    const other = await auditDesk({ keyFile })
    await other.mint(chat, 1)
    await one.rotateKey()
    await expect(other.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    await other.audit.fixKeys()
    expect((await other.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
    expect((await other.audit.verify()).status).toBe('ok')
    await other.close()
  })

  it('must be named by an absolute path', async () => {
    const audit = await openAudit({ ...desk.settings, keyFile: 'room.key' })
    await expect(audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'KEY_UNSAFE' })
  })
})

describe('rotation', () => {
  it('continues the chains with a new key; the old one is retired and still verifies', async () => {
    await desk.mint(chat, 2)
    const { from, to } = await desk.audit.rotateKey()
    await desk.mint(chat, 2)
    await desk.mint(conference, 1)
    const receipts = await desk.audit.receiptsOf(chat)
    expect(receipts.map(({ key_id }) => key_id)).toEqual([from, from, to, to])
    expect(receipts[2]?.prev).toBe(receipts[1]?.signature)
    expect(modeOf(desk.path(`retired/${from}.key`))).toBe(0o600)
    expect([...filesIn(desk.path('retired')).keys()]).toEqual([`${from}.key`])
    expect(linesOf('keys.jsonl')).toMatchObject([
      { from: null, to: from },
      { from, to },
    ])
    expect((await desk.audit.verify()).status).toBe('ok')
    expect(await desk.settings.db.read(tx => tx.raw('select type from activity'))).toEqual([
      { type: 'room_key_rotated' },
    ])
  })

  it('keeps issue folders and heads that the old key sealed', async () => {
    await desk.mint(chat, 1)
    await desk.audit.link({ sessionId: chat, issueId: 7 })
    await desk.audit.rotateKey()
    expect((await desk.audit.verify()).status).toBe('ok')
    await desk.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p1', bytes: Buffer.from('x') }])
    await desk.audit.rotateKey()
    expect((await desk.audit.verify()).status).toBe('ok')
  })

  it('without the retired key leaves unverifiable what needs it', async () => {
    await desk.mint(chat, 1)
    const { from } = await desk.audit.rotateKey()
    await desk.mint(conference, 1)
    rmSync(desk.path(`retired/${from}.key`))
    expect(await desk.asItLies().verify()).toMatchObject({
      status: 'unverifiable',
      keys: [{ code: 'key_missing', file: `retired/${from}.key` }],
      sessions: [
        { sessionId: chat, status: 'unverifiable' },
        { sessionId: conference, status: 'ok' },
      ],
    })
  })

  it('that was cut short once the new key was listed is finished', async () => {
    await desk.mint(chat, 1)
    const secret = text('secret.key')
    const old = keyOf(Buffer.from(secret, 'base64'))
    const fresh = keyOf(Buffer.alloc(32, 5))
    const line = keyChangeLine(old, fresh, '2026-03-01T12:00:00.000Z')
    const ledger = text('keys.jsonl')
    await desk.audit.rotateKey()
    writeFileSync(desk.path('secret.key'), secret)
    writeFileSync(desk.path(`retired/${fresh.id}.key`), `${Buffer.from(fresh.bytes).toString('base64')}\n`, {
      mode: 0o600,
    })
    writeFileSync(desk.path('keys.jsonl'), ledger + line)
    await desk.settings.db.write(tx => tx.raw(`delete from room_anchors where kind = 'keys'`))
    expect((await desk.asItLies().verify()).status).toBe('ok')
    const audit = await openAudit(desk.settings)
    expect(keyOf(Buffer.from(text('secret.key'), 'base64')).id).toBe(fresh.id)
    expect(text(`retired/${old.id}.key`)).toBe(secret)
    expect((await audit.mint(factsOf(chat), 'x')).key_id).toBe(fresh.id)
    expect((await audit.verify()).status).toBe('ok')
  })

  it('cannot be taken back by cutting the list of keys', async () => {
    await desk.mint(chat, 1)
    const before = text('keys.jsonl')
    await desk.audit.rotateKey()
    writeFileSync(desk.path('keys.jsonl'), before)
    expect(await desk.asItLies().verify()).toMatchObject({
      status: 'tampered',
      keys: [{ code: 'bad_key_ledger', file: 'keys.jsonl' }],
    })
  })

  it('moves a torn line of the list aside', async () => {
    await desk.mint(chat, 1)
    const whole = text('keys.jsonl')
    writeFileSync(desk.path('keys.jsonl'), `${whole}{"at":`)
    expect((await desk.asItLies().verify()).keys).toEqual([{ code: 'torn_tail', file: 'keys.jsonl' }])
    const audit = await openAudit(desk.settings)
    expect(text('keys.jsonl')).toBe(whole)
    expect((await audit.verify()).status).toBe('ok')
  })
})

describe('the file that keeps keys out of Git', () => {
  it.each([
    ['*\n', '*\n'],
    ['secret.key\nretired/\n', 'secret.key\nretired/\n'],
    ['', 'secret.key\nretired/\n'],
    ['*.zip', '*.zip\nsecret.key\nretired/\n'],
    ['secret.key\n', 'secret.key\nretired/\n'],
    ['*\n!secret.key\n', '*\n!secret.key\nsecret.key\nretired/\n'],
  ])('%j becomes %j at the next opening', async (before, after) => {
    await desk.mint(chat, 1)
    writeFileSync(desk.path('.gitignore'), before)
    await openAudit(desk.settings)
    expect(text('.gitignore')).toBe(after)
  })

  it('comes back when it is gone', async () => {
    await desk.mint(chat, 1)
    rmSync(desk.path('.gitignore'))
    await openAudit(desk.settings)
    expect(text('.gitignore')).toBe('*\n')
  })
})
