import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { openDb } from '../../src/db/open.ts'
import { chainStart } from '../../src/receipts/chain.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import type { AuditProblem } from '../../src/room/schema.ts'
import { createEmptyStore, testedEngines } from '../support/engines.ts'
import { chat, conference, factsOf, filesIn, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

const log = `sessions/${chat}/tool_receipts.jsonl`
const head = `sessions/${chat}/head.json`

describe.each(testedEngines)('the audit (%s)', engine => {
  let db: Db
  let opened: OpenedAudit
  beforeAll(async () => {
    const { location, drop } = await createEmptyStore(engine)
    db = await openDb({ location })
    return async () => {
      await db.close()
      await drop()
    }
  })
  beforeEach(async () => {
    opened = await openTestAudit({ db })
  })

  it('the audit keeps a receipt with its whole output and finds it by its id', async () => {
    const output = 'Ines counted. '.repeat(400)
    const receipt = await opened.audit.mint(factsOf(chat), output)
    expect(receipt).toMatchObject({ seq: 1, prev: chainStart(chat), outputs: { truncated: true, full_size: 5600 } })
    expect(await opened.audit.find(receipt.receipt_id)).toEqual(receipt)
    expect(await opened.audit.output(receipt.receipt_id)).toBe(output)
    expect(await opened.audit.receiptsOf(chat)).toEqual([receipt])
    expect(await opened.audit.log(chat)).toEqual(readFileSync(opened.path(log)))
    expect(await opened.audit.verifySession(chat)).toEqual({
      status: 'ok',
      count: 1,
      head: receipt.signature,
      problems: [],
    })
  })

  it('the audit keeps a receipt also of arguments and outputs with broken characters', async () => {
    const receipt = await opened.audit.mint({ ...factsOf(chat), inputs: { '\ud800': ['a\udfff', 1, null] } }, 'x\ud800')
    expect(receipt).toMatchObject({
      inputs: { '\ufffd': ['a\ufffd', 1, null] },
      outputs: { text: 'x\ufffd', full_size: 4 },
    })
    expect(await opened.audit.find(receipt.receipt_id)).toEqual(receipt)
    expect((await opened.audit.verifySession(chat)).status).toBe('ok')
  })

  it('the audit knows nothing of sessions and receipts that never were', async () => {
    expect(await opened.audit.verifySession(chat)).toEqual({
      status: 'ok',
      count: 0,
      head: chainStart(chat),
      problems: [],
    })
    expect(await opened.audit.receiptsOf(chat)).toEqual([])
    expect(await opened.audit.log(chat)).toBe(undefined)
    expect(await opened.audit.find('rcpt_000000000000')).toBe(undefined)
    expect(await opened.audit.find('../../secret.key')).toBe(undefined)
    expect(await opened.audit.output('rcpt_000000000000')).toBe(undefined)
    expect(await opened.audit.issue(7)).toBe(undefined)
    expect(await opened.audit.export({ sessionId: chat }, opened.path('x.zip'))).toBe(undefined)
    expect(await opened.audit.verify()).toEqual({ status: 'ok', keys: [], sessions: [], issues: [] })
  })

  it('the audit refuses a malformed session id', async () => {
    for (const id of ['../x', '', '-x', 'a/b', `x${'y'.repeat(80)}`]) {
      await expect(opened.audit.mint(factsOf(id), '')).rejects.toThrow('This is not an id')
      await expect(opened.audit.verifySession(id)).rejects.toThrow('This is not an id')
    }
  })

  it('the audit chains the receipts of each session on their own, whichever process mints them', async () => {
    const other = await openAudit(opened.settings)
    await Promise.all([opened.mint(chat, 6), other.mint(factsOf(chat), 'x'), other.mint(factsOf(conference), 'x')])
    const receipts = await other.receiptsOf(chat)
    expect(receipts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(receipts.slice(1).map(({ prev }) => prev)).toEqual(receipts.slice(0, -1).map(({ signature }) => signature))
    expect(await other.verify()).toMatchObject({ status: 'ok', sessions: [{ count: 7 }, { count: 1 }] })
  })

  it('the audit draws another id when one is taken in the project', async () => {
    const drawn = [Buffer.from('aaaaaaaaaaaa', 'hex'), Buffer.from('aaaaaaaaaaaa', 'hex'), Buffer.alloc(6, 7)]
    const audit = await openAudit({
      ...opened.settings,
      random: size => (size === 6 ? (drawn.shift() ?? Buffer.alloc(6)) : Buffer.alloc(size, 3)),
    })
    expect((await audit.mint(factsOf(chat), 'x')).receipt_id).toBe('rcpt_aaaaaaaaaaaa')
    expect((await audit.mint(factsOf(conference), 'x')).receipt_id).toBe('rcpt_070707070707')
  })

  it('the audit rebuilds its index from the logs', async () => {
    const ids = [...(await opened.mint(chat, 3)), ...(await opened.mint(conference, 2))]
    await opened.settings.db.write(tx => tx.raw('delete from room_receipts'))
    expect(await opened.audit.find(ids[0] ?? '')).toBe(undefined)
    expect(await opened.audit.reindex()).toBe(5)
    for (const id of ids) expect((await opened.audit.find(id))?.receipt_id).toBe(id)
  })

  describe('after a process was killed', () => {
    const rows = () =>
      opened.settings.db.read(tx => tx.raw<{ count: number }>(`select count from room_anchors where kind = 'session'`))

    it('after a kill the audit adopts a line whose head was not yet written', async () => {
      const [id] = await opened.mint(chat, 1)
      const [firstHead, anchors] = [readFileSync(opened.path(head)), await anchorRow(opened, chat)]
      const [second] = await opened.mint(chat, 1)
      writeFileSync(opened.path(head), firstHead)
      await setAnchor(opened, chat, anchors)
      await opened.settings.db.write(tx => tx.raw(`delete from room_receipts where receipt_id = '${second}'`))
      expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
      const audit = await openAudit(opened.settings)
      expect(await rows()).toEqual([{ count: 2 }])
      expect((await audit.find(second ?? ''))?.seq).toBe(2)
      expect((await audit.find(id ?? ''))?.seq).toBe(1)
    })

    it('after a kill the audit adopts the very first line, before there was a head', async () => {
      await opened.mint(chat, 1)
      rmSync(opened.path(head))
      await setAnchor(opened, chat, undefined)
      const audit = await openAudit(opened.settings)
      expect(await rows()).toEqual([{ count: 1 }])
      expect(await audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 1 })
    })

    it('after a kill the audit moves an anchor on that lags behind its head', async () => {
      await opened.mint(chat, 1)
      const before = await anchorRow(opened, chat)
      await opened.mint(chat, 1)
      await setAnchor(opened, chat, before)
      expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
      await openAudit(opened.settings)
      expect(await rows()).toEqual([{ count: 2 }])
    })

    it('after a kill the audit moves a torn line aside, records that, and goes on', async () => {
      await opened.mint(chat, 2)
      appendFileSync(opened.path(log), '{"agent_id":"ch')
      expect(codes(await opened.reopenReadOnly().verifySession(chat))).toEqual(['torn_tail'])
      const audit = await openAudit(opened.settings)
      expect(codes(await audit.verifySession(chat))).toEqual([])
      const aside = [...filesIn(opened.path(''))].find(([name]) => name.includes('.torn-'))
      expect(aside?.[1].toString()).toBe('{"agent_id":"ch')
      expect(await opened.settings.db.read(tx => tx.raw(`select type from activity`))).toEqual([
        { type: 'room_audit_recovered' },
      ])
      expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(3)
    })

    it('after a kill the audit puts a torn line aside also when the next receipt comes before the next opening', async () => {
      await opened.mint(chat, 1)
      appendFileSync(opened.path(log), 'half')
      expect((await opened.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
      expect(codes(await opened.audit.verifySession(chat))).toEqual([])
    })

    it('after a kill the audit repairs nothing that was tampered with, and adds nothing to it', async () => {
      await opened.mint(chat, 3)
      const lines = readFileSync(opened.path(log), 'utf8').split('\n')
      writeFileSync(opened.path(log), `${lines.slice(0, 2).join('\n')}\n`)
      const before = filesIn(opened.path(''))
      const audit = await openAudit(opened.settings)
      expect(codes(await audit.verifySession(chat))).toEqual(['head_mismatch'])
      await expect(audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      expect(filesIn(opened.path(''))).toEqual(before)
    })
  })

  describe('tampering', () => {
    beforeEach(async () => {
      await opened.mint(chat, 5)
    })
    const found = async () => codes(await opened.reopenReadOnly().verifySession(chat))
    const lines = () => readFileSync(opened.path(log), 'utf8').split('\n').slice(0, -1)
    const put = (all: string[]) => writeFileSync(opened.path(log), all.map(line => `${line}\n`).join(''))

    it('tampering of a line shows as bad_line or bad_signature, also in spaces and order', async () => {
      const [first = '', ...rest] = lines()
      put([first.replace('"duration_ms":3', '"duration_ms":4'), ...rest])
      expect(await found()).toEqual(['bad_signature'])
      put([first.replace('"duration_ms":3', '"duration_ms": 3'), ...rest])
      expect((await found())[0]).toBe('bad_line')
      put([first.replace(/"agent_id":"chief",(.*)}$/, '$1,"agent_id":"chief"}'), ...rest])
      expect(await found()).toEqual(['bad_line'])
    })

    it('tampering by removing, repeating, swapping and inserting lines shows as chain_break', async () => {
      const all = lines()
      const [one = '', two = '', three = '', four = '', five = ''] = all
      for (const wrong of [
        [one, three, four, five],
        [two, three, four, five],
        [one, two, two, three, four, five],
        [one, three, two, four, five],
        [one, two, five, three, four],
      ]) {
        put(wrong)
        expect(await found()).toContain('chain_break')
      }
      put([...all, five])
      expect(await found()).toContain('chain_break')
    })

    it('tampering by cutting the end off shows as head_mismatch, with an older head as rolled_back', async () => {
      const olderHead = readFileSync(opened.path(head))
      const older = lines()
      await opened.mint(chat, 2)
      put(older)
      expect(await found()).toEqual(['head_mismatch'])
      writeFileSync(opened.path(head), olderHead)
      expect(await found()).toEqual(['rolled_back'])
    })

    it('tampering with an older head beside the whole log shows as bad_head', async () => {
      const olderHead = readFileSync(opened.path(head))
      await opened.mint(chat, 1)
      writeFileSync(opened.path(head), olderHead)
      expect(await found()).toEqual(['bad_head'])
    })

    it('tampering by deleting the log or the folder shows as missing_log', async () => {
      rmSync(opened.path(log))
      expect(await found()).toEqual(['missing_log'])
      rmSync(opened.path(`sessions/${chat}`), { recursive: true })
      expect(await found()).toEqual(['missing_log'])
      expect(await opened.audit.verify()).toMatchObject({ status: 'tampered', sessions: [{ sessionId: chat }] })
    })

    it('tampering by copying a log under another session shows there and not where it belongs', async () => {
      cpSync(opened.path(`sessions/${chat}`), opened.path(`sessions/${conference}`), { recursive: true })
      const { problems } = await opened.reopenReadOnly().verifySession(conference)
      expect(problems.map(({ code }) => code)).toContain('session_mismatch')
      expect(await found()).toEqual([])
      expect(await opened.audit.reindex()).toBe(5)
    })

    it('tampering with a foreign key shows as unknown_key', async () => {
      const stranger = await openTestAudit()
      await stranger.mint(chat, 5)
      cpSync(stranger.path(`sessions/${chat}`), opened.path(`sessions/${chat}`), { recursive: true })
      cpSync(stranger.path('blobs'), opened.path('blobs'), { recursive: true })
      expect(await found()).toContain('unknown_key')
      await stranger.close()
    })

    it('tampering by replacing the key shows as unknown_key', async () => {
      writeFileSync(opened.path('secret.key'), `${Buffer.alloc(32, 9).toString('base64')}\n`)
      expect(await found()).toContain('unknown_key')
      await expect(opened.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    })

    it('tampering of the head shows as bad_head or missing_head', async () => {
      writeFileSync(opened.path(head), readFileSync(opened.path(head), 'utf8').replace('"count":5', '"count":4'))
      expect(await found()).toEqual(['bad_head'])
      rmSync(opened.path(head))
      expect(await found()).toEqual(['missing_head'])
    })

    it('tampering of an output shows as blob_mismatch or blob_missing, and the output is not shown', async () => {
      const [receipt] = await opened.audit.receiptsOf(chat)
      const sha = receipt?.outputs.sha256 ?? ''
      const blob = opened.path(join('blobs', sha.slice(0, 2), sha))
      writeFileSync(blob, 'something else')
      expect(await found()).toEqual(['blob_mismatch'])
      await expect(opened.audit.output(receipt?.receipt_id ?? '')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      rmSync(blob)
      expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({
        problems: [{ code: 'blob_missing', seq: 1, file: `blobs/${sha.slice(0, 2)}/${sha}` }],
      })
    })

    it('tampering of the list of keys shows as bad_key_ledger', async () => {
      const ledger = readFileSync(opened.path('keys.jsonl'), 'utf8')
      writeFileSync(opened.path('keys.jsonl'), ledger.replace('2026-', '2025-'))
      expect(await found()).toEqual(['bad_key_ledger'])
      rmSync(opened.path('keys.jsonl'))
      expect(await found()).toEqual(['bad_key_ledger'])
      await expect(opened.audit.mint(factsOf(conference), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    })

    it('tampering with a duplicate of an id that another session has shows as duplicate_receipt', async () => {
      const [first] = await opened.audit.receiptsOf(chat)
      await opened.settings.db.write(tx =>
        tx.raw(`update room_receipts set session_id = 'other' where receipt_id = '${first?.receipt_id}'`),
      )
      expect(await found()).toEqual(['duplicate_receipt'])
    })

    it('tampering cannot be seen without the key: unverifiable, and nothing is claimed valid', async () => {
      rmSync(opened.path('secret.key'))
      expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({ status: 'unverifiable', count: 5 })
      expect(await opened.audit.verify()).toMatchObject({ status: 'unverifiable' })
      writeFileSync(opened.path(log), 'x\n')
      expect(await opened.reopenReadOnly().verifySession(chat)).toMatchObject({ status: 'tampered' })
    })
  })

  it('a restored backup is accepted only when a person says so, who is recorded', async () => {
    await opened.mint(chat, 2)
    await opened.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p1', bytes: Buffer.from('1') }])
    const backup = opened.path('../backup')
    cpSync(opened.path(''), backup, { recursive: true })
    const late = await opened.mint(chat, 2)
    await opened.mint(conference, 1)
    await opened.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p2', bytes: Buffer.from('2') }])
    await opened.audit.fileWithIssue(8, [{ kind: 'report', packetId: 'p3', bytes: Buffer.from('3') }])
    rmSync(opened.path(''), { recursive: true })
    cpSync(backup, opened.path(''), { recursive: true })
    const audit = await openAudit(opened.settings)
    expect(await audit.verify()).toMatchObject({
      status: 'tampered',
      sessions: [{ problems: [{ code: 'rolled_back' }] }, { problems: [{ code: 'missing_log' }] }],
      issues: [{ problems: [{ code: 'bad_index' }] }, { problems: [{ code: 'missing_issue_audit' }] }],
    })
    expect(await audit.acceptRollback('anna')).toEqual({ sessions: [chat, conference], issues: [7, 8], keys: false })
    expect(await audit.verify()).toMatchObject({ status: 'ok', sessions: [{ count: 2 }], issues: [{ issueId: 7 }] })
    expect(await audit.find(late[0] ?? '')).toBe(undefined)
    expect(await opened.settings.db.read(tx => tx.raw('select type, details from activity'))).toMatchObject([
      { type: 'room_rollback_accepted', details: expect.stringContaining('"by":"anna"') },
    ])
    expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(3)
  })

  it('a restored backup does not make up for anything else that is wrong', async () => {
    await opened.mint(chat, 2)
    rmSync(opened.path(head))
    expect(await opened.audit.acceptRollback('anna')).toEqual({ sessions: [], issues: [], keys: false })
    expect(codes(await opened.reopenReadOnly().verifySession(chat))).toEqual(['missing_head'])
  })

  it('the audit remembers what it found for five seconds and follows a log that only grew', async () => {
    await opened.mint(chat, 3)
    const [receipt] = await opened.audit.receiptsOf(chat)
    const sha = receipt?.outputs.sha256 ?? ''
    const blob = opened.path(`blobs/${sha.slice(0, 2)}/${sha}`)
    expect((await opened.audit.verifySession(chat)).status).toBe('ok')
    writeFileSync(blob, 'x')
    expect((await opened.audit.verifySession(chat)).status).toBe('ok')
    expect((await opened.audit.verifySession(chat, { fresh: true })).status).toBe('tampered')
    writeFileSync(blob, firstOutput)
    expect((await opened.audit.verifySession(chat, { fresh: true })).status).toBe('ok')
    writeFileSync(blob, 'x')
    await opened.mint(chat, 1)
    expect(await opened.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 4 })
    opened.time.now += 4000
    await opened.mint(chat, 1)
    expect(await opened.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 5 })
    // The last whole look is now more than five seconds old, however often it was continued.
    opened.time.now += 1001
    expect(await opened.audit.verifySession(chat)).toMatchObject({ status: 'tampered', count: 5 })
  })
})

function codes({ problems }: { problems: AuditProblem[] }): string[] {
  return problems.map(({ code }) => code)
}

/** What the opened's first run said. */
const firstOutput = 'Output 1: the bell rang over the low water. '

interface Row {
  count: number
  head: string
}

async function anchorRow({ settings }: OpenedAudit, session: string): Promise<Row | undefined> {
  const rows = await settings.db.read(tx =>
    tx.raw<Row>(`select count, head from room_anchors where name = '${session}'`),
  )
  return rows[0]
}

async function setAnchor({ settings }: OpenedAudit, session: string, row: Row | undefined): Promise<void> {
  const text = row
    ? `update room_anchors set count = ${row.count}, head = '${row.head}' where name = '${session}'`
    : `delete from room_anchors where name = '${session}'`
  await settings.db.write(tx => tx.raw(text))
}
