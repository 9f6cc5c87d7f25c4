import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { openDb } from '../../src/db/open.ts'
import { chainStart } from '../../src/receipts/chain.ts'
import type { AuditProblem } from '../../src/room/audit/audit.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import { freshStore } from '../support/engines.ts'
import { readZip } from '../support/zip-reader.ts'
import { type AuditDesk, auditDesk, chat, conference, factsOf, filesIn } from './audit-desk.ts'

const log = `sessions/${chat}/tool_receipts.jsonl`
const head = `sessions/${chat}/head.json`

describe.each(['sqlite', 'postgres'] as const)('the audit (%s)', engine => {
  let db: Db
  let desk: AuditDesk
  beforeAll(async () => {
    const { location, drop } = await freshStore(engine)
    db = await openDb({ location })
    return async () => {
      await db.close()
      await drop()
    }
  })
  beforeEach(async () => {
    desk = await auditDesk({ db })
  })

  it('keeps a receipt with its whole output and finds it by its id', async () => {
    const output = 'Ines counted. '.repeat(400)
    const receipt = await desk.audit.mint(factsOf(chat), output)
    expect(receipt).toMatchObject({ seq: 1, prev: chainStart(chat), outputs: { truncated: true, full_size: 5600 } })
    expect(await desk.audit.find(receipt.receipt_id)).toEqual(receipt)
    expect(await desk.audit.output(receipt.receipt_id)).toBe(output)
    expect(await desk.audit.receiptsOf(chat)).toEqual([receipt])
    expect(await desk.audit.log(chat)).toEqual(readFileSync(desk.path(log)))
    expect(await desk.audit.verifySession(chat)).toEqual({
      status: 'ok',
      count: 1,
      head: receipt.signature,
      problems: [],
    })
  })

  it('keeps a receipt also of arguments and outputs with broken characters', async () => {
    const receipt = await desk.audit.mint({ ...factsOf(chat), inputs: { '\ud800': ['a\udfff', 1, null] } }, 'x\ud800')
    expect(receipt).toMatchObject({
      inputs: { '\ufffd': ['a\ufffd', 1, null] },
      outputs: { text: 'x\ufffd', full_size: 4 },
    })
    expect(await desk.audit.find(receipt.receipt_id)).toEqual(receipt)
    expect((await desk.audit.verifySession(chat)).status).toBe('ok')
  })

  it('knows nothing of sessions and receipts that never were', async () => {
    expect(await desk.audit.verifySession(chat)).toEqual({
      status: 'ok',
      count: 0,
      head: chainStart(chat),
      problems: [],
    })
    expect(await desk.audit.receiptsOf(chat)).toEqual([])
    expect(await desk.audit.log(chat)).toBe(undefined)
    expect(await desk.audit.find('rcpt_000000000000')).toBe(undefined)
    expect(await desk.audit.find('../../secret.key')).toBe(undefined)
    expect(await desk.audit.output('rcpt_000000000000')).toBe(undefined)
    expect(await desk.audit.issue(7)).toBe(undefined)
    expect(await desk.audit.export({ sessionId: chat }, desk.path('x.zip'))).toBe(undefined)
    expect(await desk.audit.verify()).toEqual({ status: 'ok', keys: [], sessions: [], issues: [] })
  })

  it('takes no session id that is no id', async () => {
    for (const id of ['../x', '', '-x', 'a/b', `x${'y'.repeat(80)}`]) {
      await expect(desk.audit.mint(factsOf(id), '')).rejects.toThrow('This is no id')
      await expect(desk.audit.verifySession(id)).rejects.toThrow('This is no id')
    }
  })

  it('chains the receipts of each session by itself, whoever mints them', async () => {
    const other = await openAudit(desk.settings)
    await Promise.all([desk.mint(chat, 6), other.mint(factsOf(chat), 'x'), other.mint(factsOf(conference), 'x')])
    const receipts = await other.receiptsOf(chat)
    expect(receipts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(receipts.slice(1).map(({ prev }) => prev)).toEqual(receipts.slice(0, -1).map(({ signature }) => signature))
    expect(await other.verify()).toMatchObject({ status: 'ok', sessions: [{ count: 7 }, { count: 1 }] })
  })

  it('draws another id when one is taken in the project', async () => {
    const drawn = [Buffer.from('aaaaaaaaaaaa', 'hex'), Buffer.from('aaaaaaaaaaaa', 'hex'), Buffer.alloc(6, 7)]
    const audit = await openAudit({
      ...desk.settings,
      random: size => (size === 6 ? (drawn.shift() ?? Buffer.alloc(6)) : Buffer.alloc(size, 3)),
    })
    expect((await audit.mint(factsOf(chat), 'x')).receipt_id).toBe('rcpt_aaaaaaaaaaaa')
    expect((await audit.mint(factsOf(conference), 'x')).receipt_id).toBe('rcpt_070707070707')
  })

  it('makes its index anew from the logs', async () => {
    const ids = [...(await desk.mint(chat, 3)), ...(await desk.mint(conference, 2))]
    await desk.settings.db.write(tx => tx.raw('delete from room_receipts'))
    expect(await desk.audit.find(ids[0] ?? '')).toBe(undefined)
    expect(await desk.audit.reindex()).toBe(5)
    for (const id of ids) expect((await desk.audit.find(id))?.receipt_id).toBe(id)
  })

  describe('after a process was killed', () => {
    const rows = () =>
      desk.settings.db.read(tx => tx.raw<{ count: number }>(`select count from room_anchors where kind = 'session'`))

    it('adopts a line whose head was not yet written', async () => {
      const [id] = await desk.mint(chat, 1)
      const [firstHead, anchors] = [readFileSync(desk.path(head)), await anchorRow(desk, chat)]
      const [second] = await desk.mint(chat, 1)
      writeFileSync(desk.path(head), firstHead)
      await setAnchor(desk, chat, anchors)
      await desk.settings.db.write(tx => tx.raw(`delete from room_receipts where receipt_id = '${second}'`))
      expect(await desk.asItLies().verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
      const audit = await openAudit(desk.settings)
      expect(await rows()).toEqual([{ count: 2 }])
      expect((await audit.find(second ?? ''))?.seq).toBe(2)
      expect((await audit.find(id ?? ''))?.seq).toBe(1)
    })

    it('adopts the very first line, before there was a head', async () => {
      await desk.mint(chat, 1)
      rmSync(desk.path(head))
      await setAnchor(desk, chat, undefined)
      const audit = await openAudit(desk.settings)
      expect(await rows()).toEqual([{ count: 1 }])
      expect(await audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 1 })
    })

    it('moves an anchor on that lags behind its head', async () => {
      await desk.mint(chat, 1)
      const before = await anchorRow(desk, chat)
      await desk.mint(chat, 1)
      await setAnchor(desk, chat, before)
      expect(await desk.asItLies().verifySession(chat)).toMatchObject({ status: 'ok', count: 2 })
      await openAudit(desk.settings)
      expect(await rows()).toEqual([{ count: 2 }])
    })

    it('moves a torn line aside, records that, and goes on', async () => {
      await desk.mint(chat, 2)
      appendFileSync(desk.path(log), '{"agent_id":"ch')
      expect(codes(await desk.asItLies().verifySession(chat))).toEqual(['torn_tail'])
      const audit = await openAudit(desk.settings)
      expect(codes(await audit.verifySession(chat))).toEqual([])
      const aside = [...filesIn(desk.path(''))].find(([name]) => name.includes('.torn-'))
      expect(aside?.[1].toString()).toBe('{"agent_id":"ch')
      expect(await desk.settings.db.read(tx => tx.raw(`select type from activity`))).toEqual([
        { type: 'room_audit_recovered' },
      ])
      expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(3)
    })

    it('puts a torn line aside also when the next receipt comes before the next opening', async () => {
      await desk.mint(chat, 1)
      appendFileSync(desk.path(log), 'half')
      expect((await desk.audit.mint(factsOf(chat), 'x')).seq).toBe(2)
      expect(codes(await desk.audit.verifySession(chat))).toEqual([])
    })

    it('repairs nothing that was tampered with, and adds nothing to it', async () => {
      await desk.mint(chat, 3)
      const lines = readFileSync(desk.path(log), 'utf8').split('\n')
      writeFileSync(desk.path(log), `${lines.slice(0, 2).join('\n')}\n`)
      const before = filesIn(desk.path(''))
      const audit = await openAudit(desk.settings)
      expect(codes(await audit.verifySession(chat))).toEqual(['head_mismatch'])
      await expect(audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      expect(filesIn(desk.path(''))).toEqual(before)
    })
  })

  describe('tampering', () => {
    beforeEach(async () => {
      await desk.mint(chat, 5)
    })
    const found = async () => codes(await desk.asItLies().verifySession(chat))
    const lines = () => readFileSync(desk.path(log), 'utf8').split('\n').slice(0, -1)
    const put = (all: string[]) => writeFileSync(desk.path(log), all.map(line => `${line}\n`).join(''))

    it('of a line shows as bad_line or bad_signature, also in spaces and order', async () => {
      const [first = '', ...rest] = lines()
      put([first.replace('"duration_ms":3', '"duration_ms":4'), ...rest])
      expect(await found()).toEqual(['bad_signature'])
      put([first.replace('"duration_ms":3', '"duration_ms": 3'), ...rest])
      expect((await found())[0]).toBe('bad_line')
      put([first.replace(/"agent_id":"chief",(.*)}$/, '$1,"agent_id":"chief"}'), ...rest])
      expect(await found()).toEqual(['bad_line'])
    })

    it('by removing, repeating, swapping and inserting lines shows as chain_break', async () => {
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

    it('by cutting the end off shows as head_mismatch, with an older head as rolled_back', async () => {
      const olderHead = readFileSync(desk.path(head))
      const older = lines()
      await desk.mint(chat, 2)
      put(older)
      expect(await found()).toEqual(['head_mismatch'])
      writeFileSync(desk.path(head), olderHead)
      expect(await found()).toEqual(['rolled_back'])
    })

    it('with an older head beside the whole log shows as bad_head', async () => {
      const olderHead = readFileSync(desk.path(head))
      await desk.mint(chat, 1)
      writeFileSync(desk.path(head), olderHead)
      expect(await found()).toEqual(['bad_head'])
    })

    it('by deleting the log or the folder shows as missing_log', async () => {
      rmSync(desk.path(log))
      expect(await found()).toEqual(['missing_log'])
      rmSync(desk.path(`sessions/${chat}`), { recursive: true })
      expect(await found()).toEqual(['missing_log'])
      expect(await desk.audit.verify()).toMatchObject({ status: 'tampered', sessions: [{ sessionId: chat }] })
    })

    it('by copying a log under another session shows there and not where it belongs', async () => {
      cpSync(desk.path(`sessions/${chat}`), desk.path(`sessions/${conference}`), { recursive: true })
      const { problems } = await desk.asItLies().verifySession(conference)
      expect(problems.map(({ code }) => code)).toContain('session_mismatch')
      expect(await found()).toEqual([])
      expect(await desk.audit.reindex()).toBe(5)
    })

    it('with a foreign key shows as unknown_key', async () => {
      const stranger = await auditDesk()
      await stranger.mint(chat, 5)
      cpSync(stranger.path(`sessions/${chat}`), desk.path(`sessions/${chat}`), { recursive: true })
      cpSync(stranger.path('blobs'), desk.path('blobs'), { recursive: true })
      expect(await found()).toContain('unknown_key')
      await stranger.close()
    })

    it('by replacing the key shows as unknown_key', async () => {
      writeFileSync(desk.path('secret.key'), `${Buffer.alloc(32, 9).toString('base64')}\n`)
      expect(await found()).toContain('unknown_key')
      await expect(desk.audit.mint(factsOf(chat), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    })

    it('of the head shows as bad_head or missing_head', async () => {
      writeFileSync(desk.path(head), readFileSync(desk.path(head), 'utf8').replace('"count":5', '"count":4'))
      expect(await found()).toEqual(['bad_head'])
      rmSync(desk.path(head))
      expect(await found()).toEqual(['missing_head'])
    })

    it('of an output shows as blob_mismatch or blob_missing, and the output is not shown', async () => {
      const [receipt] = await desk.audit.receiptsOf(chat)
      const sha = receipt?.outputs.sha256 ?? ''
      const blob = desk.path(join('blobs', sha.slice(0, 2), sha))
      writeFileSync(blob, 'something else')
      expect(await found()).toEqual(['blob_mismatch'])
      await expect(desk.audit.output(receipt?.receipt_id ?? '')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      rmSync(blob)
      expect(await desk.asItLies().verifySession(chat)).toMatchObject({
        problems: [{ code: 'blob_missing', seq: 1, file: `blobs/${sha.slice(0, 2)}/${sha}` }],
      })
    })

    it('of the list of keys shows as bad_key_ledger', async () => {
      const ledger = readFileSync(desk.path('keys.jsonl'), 'utf8')
      writeFileSync(desk.path('keys.jsonl'), ledger.replace('2026-', '2025-'))
      expect(await found()).toEqual(['bad_key_ledger'])
      rmSync(desk.path('keys.jsonl'))
      expect(await found()).toEqual(['bad_key_ledger'])
      await expect(desk.audit.mint(factsOf(conference), 'x')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    })

    it('with a duplicate of an id that another session has shows as duplicate_receipt', async () => {
      const [first] = await desk.audit.receiptsOf(chat)
      await desk.settings.db.write(tx =>
        tx.raw(`update room_receipts set session_id = 'other' where receipt_id = '${first?.receipt_id}'`),
      )
      expect(await found()).toEqual(['duplicate_receipt'])
    })

    it('cannot be told without the key: unverifiable, and nothing is claimed valid', async () => {
      rmSync(desk.path('secret.key'))
      expect(await desk.asItLies().verifySession(chat)).toMatchObject({ status: 'unverifiable', count: 5 })
      expect(await desk.audit.verify()).toMatchObject({ status: 'unverifiable' })
      writeFileSync(desk.path(log), 'x\n')
      expect(await desk.asItLies().verifySession(chat)).toMatchObject({ status: 'tampered' })
    })
  })

  describe('the audit folder of an issue', () => {
    const files = [
      { kind: 'packet', packetId: 'pkt_000000000001', bytes: Buffer.from('{}') },
      { kind: 'report', packetId: 'pkt_000000000001', bytes: Buffer.from('# Report\n') },
    ] as const
    const found = async () => (await desk.asItLies().issue(7))?.problems

    it('lists the files that were filed, each under its time, kind and packet', async () => {
      const entries = await desk.audit.fileWithIssue(7, files)
      expect(entries.map(({ filename }) => filename)).toEqual([
        '20260301_120000_000__packet__pkt_000000000001.json',
        '20260301_120000_000__report__pkt_000000000001.md',
      ])
      const [again] = await desk.audit.fileWithIssue(7, files.slice(0, 1))
      expect(again?.filename).toBe('20260301_120000_001__packet__pkt_000000000001.json')
      expect(await desk.audit.issue(7)).toMatchObject({ status: 'ok', problems: [], entries: { length: 3 } })
      expect((await desk.audit.issueFile(7, entries[1]?.filename ?? ''))?.toString()).toBe('# Report\n')
      expect(await desk.audit.issueFile(7, 'index.json')).toBe(undefined)
    })

    it('tells of files changed, added and removed, of its index, and of its own end', async () => {
      const [packet, report] = await desk.audit.fileWithIssue(7, files)
      const at = (name: string | undefined) => desk.path(`issues/7/${name}`)
      const older = readFileSync(at('index.json'))
      await desk.audit.fileWithIssue(7, files.slice(0, 1))
      writeFileSync(at(report?.filename), 'x')
      writeFileSync(at('more.md'), 'x')
      rmSync(at(packet?.filename))
      expect(await found()).toEqual([
        { code: 'issue_file_missing', file: `issues/7/${packet?.filename}` },
        { code: 'issue_file_mismatch', file: `issues/7/${report?.filename}` },
        { code: 'issue_file_unlisted', file: 'issues/7/more.md' },
      ])
      await expect(desk.audit.issueFile(7, report?.filename ?? '')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      await expect(desk.audit.fileWithIssue(7, files)).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      writeFileSync(at('index.json'), older)
      expect((await found())?.[0]).toEqual({ code: 'bad_index', file: 'issues/7/index.json' })
      writeFileSync(at('index.json'), older.toString().replace('"bytes":2', '"bytes":3'))
      expect(await found()).toEqual([{ code: 'bad_index', file: 'issues/7/index.json' }])
      rmSync(at('index.json'))
      expect(await found()).toEqual([{ code: 'bad_index', file: 'issues/7/index.json' }])
      rmSync(desk.path('issues/7'), { recursive: true })
      expect(await found()).toEqual([{ code: 'missing_issue_audit', file: 'issues/7' }])
    })

    it('is put right after a process was killed between index and file', async () => {
      const [packet] = await desk.audit.fileWithIssue(7, files)
      const place = desk.path(`issues/7/${packet?.filename}`)
      mkdirSync(desk.path('staged'), { recursive: true })
      cpSync(place, desk.path(`staged/7-${packet?.filename}`))
      rmSync(place)
      await desk.settings.db.write(tx => tx.raw(`delete from room_anchors where kind = 'issue'`))
      expect(await found()).toEqual([])
      await openAudit(desk.settings)
      expect(statSync(place).size).toBe(2)
      expect(await found()).toEqual([])
      rmSync(desk.path('issues/7'), { recursive: true })
      expect(await found()).toMatchObject([{ code: 'missing_issue_audit' }])
    })
  })

  describe('linking', () => {
    const round = (n: number) => ({ conference_id: conference, round_id: `rnd_000000000000000${n}` })

    it('files exactly the lines of a round, once', async () => {
      await desk.mint(conference, 2, round(1))
      const ids = await desk.mint(conference, 3, round(2))
      const request = { sessionId: conference, issueId: 7, unit: round(2).round_id }
      const linked = await desk.audit.link(request)
      expect(linked).toMatchObject({ linked: 3, entries: [{ kind: 'session-receipts', packetId: round(2).round_id }] })
      const [copy, ref] = (await desk.audit.issue(7))?.entries ?? []
      const lines = (await desk.audit.log(conference))?.toString().split('\n').slice(2, 5)
      expect((await desk.audit.issueFile(7, copy?.filename ?? ''))?.toString()).toBe(
        lines?.map(each => `${each}\n`).join(''),
      )
      expect(JSON.parse(String(await desk.audit.issueFile(7, ref?.filename ?? '')))).toMatchObject({
        v: 1,
        session_id: conference,
        round_id: round(2).round_id,
        first_seq: 3,
        last_seq: 5,
        receipt_ids: ids,
        lines_sha256: copy?.sha256,
      })
      expect(await desk.audit.link(request)).toEqual(linked)
      expect((await desk.audit.issue(7))?.entries).toHaveLength(2)
    })

    it('files every unit that is not linked yet when none is named', async () => {
      await desk.mint(conference, 2, round(1))
      await desk.mint(conference, 3, round(2))
      await desk.audit.link({ sessionId: conference, issueId: 7, unit: round(1).round_id })
      expect(await desk.audit.link({ sessionId: conference, issueId: 7 })).toMatchObject({ linked: 3, entries: [{}] })
      expect(await desk.audit.link({ sessionId: conference, issueId: 7 })).toEqual({ linked: 0, entries: [] })
      expect(await desk.audit.link({ sessionId: conference, issueId: 8 })).toMatchObject({ linked: 5 })
    })

    it('takes the turn of a chat, the task of a task and the run of a run as the unit', async () => {
      await desk.mint(chat, 1, { turn_id: 'turn_1' })
      await desk.mint('task_0000000000000001', 2, { task_id: 'task_0000000000000001' })
      await desk.mint('pipeline-run_000000000001', 2, { run_id: 'run_000000000001', turn_id: 'step-1' })
      const units = []
      for (const sessionId of [chat, 'task_0000000000000001', 'pipeline-run_000000000001']) {
        units.push((await desk.audit.link({ sessionId, issueId: 7 })).entries.map(({ packetId }) => packetId))
      }
      expect(units).toEqual([['turn_1'], ['task_0000000000000001'], ['run_000000000001']])
    })

    it('succeeds with nothing for a unit without receipts', async () => {
      expect(await desk.audit.link({ sessionId: chat, issueId: 7 })).toEqual({ linked: 0, entries: [] })
      await desk.mint(chat, 1)
      expect(await desk.audit.link({ sessionId: chat, issueId: 7, unit: 'turn_x' })).toEqual({ linked: 0, entries: [] })
    })

    it('refuses a session that does not verify, whatever was found a moment ago', async () => {
      await desk.mint(chat, 2)
      const [receipt] = await desk.audit.receiptsOf(chat)
      expect((await desk.audit.verifySession(chat)).status).toBe('ok')
      const sha = receipt?.outputs.sha256 ?? ''
      writeFileSync(desk.path(`blobs/${sha.slice(0, 2)}/${sha}`), 'x')
      expect((await desk.audit.verifySession(chat)).status).toBe('ok')
      await expect(desk.audit.link({ sessionId: chat, issueId: 7 })).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      await expect(desk.audit.export({ sessionId: chat }, desk.path('x.zip'))).rejects.toMatchObject({
        code: 'AUDIT_TAMPERED',
        details: { problems: [{ code: 'blob_mismatch' }] },
      })
    })

    it('shows a changed copy as copy_mismatch', async () => {
      await desk.mint(chat, 2)
      const { entries } = await desk.audit.link({ sessionId: chat, issueId: 7 })
      const file = `issues/7/${entries[0]?.filename}`
      appendFileSync(desk.path(file), '{}\n')
      expect((await desk.asItLies().issue(7))?.problems).toEqual([{ code: 'copy_mismatch', file }])
    })
  })

  it('exports lines, outputs, head, key ids and a report, never a key', async () => {
    await desk.mint(chat, 3)
    await desk.audit.link({ sessionId: chat, issueId: 7 })
    const output = desk.path('../session.zip')
    const exported = await desk.audit.export({ sessionId: chat }, output)
    const zip = readFileSync(output)
    expect(exported?.bytes).toBe(zip.length)
    const entries = readZip(zip)
    expect(entries.get(log)?.bytes).toEqual(readFileSync(desk.path(log)))
    expect(entries.get(head)?.bytes).toEqual(readFileSync(desk.path(head)))
    expect([...entries.keys()].filter(name => name.startsWith('blobs/'))).toHaveLength(3)
    expect(JSON.parse(String(entries.get('report.json')?.bytes))).toMatchObject({
      verification: { status: 'ok', count: 3 },
    })
    const key = readFileSync(desk.path('secret.key'), 'utf8').trim()
    for (const { bytes } of entries.values()) expect(bytes.toString('latin1')).not.toContain(key)
    await expect(desk.audit.export({ sessionId: chat }, output)).rejects.toThrow('There is a file of that name already')
    await desk.audit.export({ issueId: 7 }, desk.path('../issue.zip'))
    const ofIssue = readZip(readFileSync(desk.path('../issue.zip')))
    expect([...ofIssue.keys()].filter(name => name.startsWith('issues/7/'))).toHaveLength(3)
    expect(ofIssue.has(head)).toBe(true)
  })

  describe('a restored backup', () => {
    it('is accepted only when somebody says so, who is remembered', async () => {
      await desk.mint(chat, 2)
      await desk.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p1', bytes: Buffer.from('1') }])
      const backup = desk.path('../backup')
      cpSync(desk.path(''), backup, { recursive: true })
      const late = await desk.mint(chat, 2)
      await desk.mint(conference, 1)
      await desk.audit.fileWithIssue(7, [{ kind: 'report', packetId: 'p2', bytes: Buffer.from('2') }])
      await desk.audit.fileWithIssue(8, [{ kind: 'report', packetId: 'p3', bytes: Buffer.from('3') }])
      rmSync(desk.path(''), { recursive: true })
      cpSync(backup, desk.path(''), { recursive: true })
      const audit = await openAudit(desk.settings)
      expect(await audit.verify()).toMatchObject({
        status: 'tampered',
        sessions: [{ problems: [{ code: 'rolled_back' }] }, { problems: [{ code: 'missing_log' }] }],
        issues: [{ problems: [{ code: 'bad_index' }] }, { problems: [{ code: 'missing_issue_audit' }] }],
      })
      expect(await audit.acceptRollback('anna')).toEqual({ sessions: [chat, conference], issues: [7, 8], keys: false })
      expect(await audit.verify()).toMatchObject({ status: 'ok', sessions: [{ count: 2 }], issues: [{ issueId: 7 }] })
      expect(await audit.find(late[0] ?? '')).toBe(undefined)
      expect(await desk.settings.db.read(tx => tx.raw('select type, details from activity'))).toMatchObject([
        { type: 'room_rollback_accepted', details: expect.stringContaining('"by":"anna"') },
      ])
      expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(3)
    })

    it('does not make up for anything else that is wrong', async () => {
      await desk.mint(chat, 2)
      rmSync(desk.path(head))
      expect(await desk.audit.acceptRollback('anna')).toEqual({ sessions: [], issues: [], keys: false })
      expect(codes(await desk.asItLies().verifySession(chat))).toEqual(['missing_head'])
    })
  })

  it('remembers what it found for five seconds and follows a log that only grew', async () => {
    await desk.mint(chat, 3)
    const [receipt] = await desk.audit.receiptsOf(chat)
    const sha = receipt?.outputs.sha256 ?? ''
    const blob = desk.path(`blobs/${sha.slice(0, 2)}/${sha}`)
    expect((await desk.audit.verifySession(chat)).status).toBe('ok')
    writeFileSync(blob, 'x')
    expect((await desk.audit.verifySession(chat)).status).toBe('ok')
    expect((await desk.audit.verifySession(chat, { fresh: true })).status).toBe('tampered')
    writeFileSync(blob, firstOutput)
    expect((await desk.audit.verifySession(chat, { fresh: true })).status).toBe('ok')
    writeFileSync(blob, 'x')
    await desk.mint(chat, 1)
    expect(await desk.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 4 })
    desk.time.now += 4000
    await desk.mint(chat, 1)
    expect(await desk.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 5 })
    // The last whole look is now more than five seconds old, however often it was continued.
    desk.time.now += 1001
    expect(await desk.audit.verifySession(chat)).toMatchObject({ status: 'tampered', count: 5 })
  })
})

function codes({ problems }: { problems: AuditProblem[] }): string[] {
  return problems.map(({ code }) => code)
}

/** What the desk's first run said. */
const firstOutput = 'Output 1: the bell rang over the low water. '

interface Row {
  count: number
  head: string
}

async function anchorRow({ settings }: AuditDesk, session: string): Promise<Row | undefined> {
  const rows = await settings.db.read(tx =>
    tx.raw<Row>(`select count, head from room_anchors where name = '${session}'`),
  )
  return rows[0]
}

async function setAnchor({ settings }: AuditDesk, session: string, row: Row | undefined): Promise<void> {
  const text = row
    ? `update room_anchors set count = ${row.count}, head = '${row.head}' where name = '${session}'`
    : `delete from room_anchors where name = '${session}'`
  await settings.db.write(tx => tx.raw(text))
}
