import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { openDb } from '../../src/db/open.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import { createEmptyStore, testedEngines } from '../support/engines.ts'
import { readZip } from '../support/zip-reader.ts'
import { chat, conference, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

const log = `sessions/${chat}/tool_receipts.jsonl`
const head = `sessions/${chat}/head.json`

describe.each(testedEngines)('what the audit files and hands out (%s)', engine => {
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

  describe('the audit folder of an issue', () => {
    const files = [
      { kind: 'packet', packetId: 'pkt_000000000001', bytes: Buffer.from('{}') },
      { kind: 'report', packetId: 'pkt_000000000001', bytes: Buffer.from('# Report\n') },
    ] as const
    const found = async () => (await opened.reopenReadOnly().issue(7))?.problems

    it('the audit folder of an issue lists the files that were filed, each under its time, kind and packet', async () => {
      const entries = await opened.audit.fileWithIssue(7, files)
      expect(entries.map(({ filename }) => filename)).toEqual([
        '20260301_120000_000__packet__pkt_000000000001.json',
        '20260301_120000_000__report__pkt_000000000001.md',
      ])
      const [again] = await opened.audit.fileWithIssue(7, files.slice(0, 1))
      expect(again?.filename).toBe('20260301_120000_001__packet__pkt_000000000001.json')
      expect(await opened.audit.issue(7)).toMatchObject({ status: 'ok', problems: [], entries: { length: 3 } })
      expect((await opened.audit.issueFile(7, entries[1]?.filename ?? ''))?.toString()).toBe('# Report\n')
      expect(await opened.audit.issueFile(7, 'index.json')).toBe(undefined)
    })

    it('the audit folder of an issue shows files changed, added and removed, in its index and at its end, too', async () => {
      const [packet, report] = await opened.audit.fileWithIssue(7, files)
      const at = (name: string | undefined) => opened.path(`issues/7/${name}`)
      const older = readFileSync(at('index.json'))
      await opened.audit.fileWithIssue(7, files.slice(0, 1))
      writeFileSync(at(report?.filename), 'x')
      writeFileSync(at('more.md'), 'x')
      rmSync(at(packet?.filename))
      expect(await found()).toEqual([
        { code: 'issue_file_missing', file: `issues/7/${packet?.filename}` },
        { code: 'issue_file_mismatch', file: `issues/7/${report?.filename}` },
        { code: 'issue_file_unlisted', file: 'issues/7/more.md' },
      ])
      await expect(opened.audit.issueFile(7, report?.filename ?? '')).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      await expect(opened.audit.fileWithIssue(7, files)).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      writeFileSync(at('index.json'), older)
      expect((await found())?.[0]).toEqual({ code: 'bad_index', file: 'issues/7/index.json' })
      writeFileSync(at('index.json'), older.toString().replace('"bytes":2', '"bytes":3'))
      expect(await found()).toEqual([{ code: 'bad_index', file: 'issues/7/index.json' }])
      rmSync(at('index.json'))
      expect(await found()).toEqual([{ code: 'bad_index', file: 'issues/7/index.json' }])
      rmSync(opened.path('issues/7'), { recursive: true })
      expect(await found()).toEqual([{ code: 'missing_issue_audit', file: 'issues/7' }])
    })

    it('the audit folder of an issue is put right after a process was killed between index and file', async () => {
      const [packet] = await opened.audit.fileWithIssue(7, files)
      const place = opened.path(`issues/7/${packet?.filename}`)
      mkdirSync(opened.path('staged'), { recursive: true })
      cpSync(place, opened.path(`staged/7-${packet?.filename}`))
      rmSync(place)
      await opened.settings.db.write(tx => tx.raw(`delete from room_anchors where kind = 'issue'`))
      expect(await found()).toEqual([])
      await openAudit(opened.settings)
      expect(statSync(place).size).toBe(2)
      expect(await found()).toEqual([])
      rmSync(opened.path('issues/7'), { recursive: true })
      expect(await found()).toMatchObject([{ code: 'missing_issue_audit' }])
    })
  })

  describe('linking', () => {
    const round = (n: number) => ({ conference_id: conference, round_id: `rnd_000000000000000${n}` })

    it('linking files exactly the lines of a round, once', async () => {
      await opened.mint(conference, 2, round(1))
      const ids = await opened.mint(conference, 3, round(2))
      const request = { sessionId: conference, issueId: 7, unit: round(2).round_id }
      const linked = await opened.audit.link(request)
      expect(linked).toMatchObject({ linked: 3, entries: [{ kind: 'session-receipts', packetId: round(2).round_id }] })
      const [copy, ref] = (await opened.audit.issue(7))?.entries ?? []
      const lines = (await opened.audit.log(conference))?.toString().split('\n').slice(2, 5)
      expect((await opened.audit.issueFile(7, copy?.filename ?? ''))?.toString()).toBe(
        lines?.map(each => `${each}\n`).join(''),
      )
      expect(JSON.parse(String(await opened.audit.issueFile(7, ref?.filename ?? '')))).toMatchObject({
        v: 1,
        session_id: conference,
        round_id: round(2).round_id,
        first_seq: 3,
        last_seq: 5,
        receipt_ids: ids,
        lines_sha256: copy?.sha256,
      })
      expect(await opened.audit.link(request)).toEqual(linked)
      expect((await opened.audit.issue(7))?.entries).toHaveLength(2)
    })

    it('linking files every unit that is not linked yet when none is named', async () => {
      await opened.mint(conference, 2, round(1))
      await opened.mint(conference, 3, round(2))
      await opened.audit.link({ sessionId: conference, issueId: 7, unit: round(1).round_id })
      expect(await opened.audit.link({ sessionId: conference, issueId: 7 })).toMatchObject({ linked: 3, entries: [{}] })
      expect(await opened.audit.link({ sessionId: conference, issueId: 7 })).toEqual({ linked: 0, entries: [] })
      expect(await opened.audit.link({ sessionId: conference, issueId: 8 })).toMatchObject({ linked: 5 })
    })

    it('linking takes the turn of a chat, the task of a task and the run of a run as the unit', async () => {
      await opened.mint(chat, 1, { turn_id: 'turn_1' })
      await opened.mint('task_0000000000000001', 2, { task_id: 'task_0000000000000001' })
      await opened.mint('pipeline-run_000000000001', 2, { run_id: 'run_000000000001', turn_id: 'step-1' })
      const units = []
      for (const sessionId of [chat, 'task_0000000000000001', 'pipeline-run_000000000001']) {
        units.push((await opened.audit.link({ sessionId, issueId: 7 })).entries.map(({ packetId }) => packetId))
      }
      expect(units).toEqual([['turn_1'], ['task_0000000000000001'], ['run_000000000001']])
    })

    it('linking succeeds with nothing for a unit without receipts', async () => {
      expect(await opened.audit.link({ sessionId: chat, issueId: 7 })).toEqual({ linked: 0, entries: [] })
      await opened.mint(chat, 1)
      expect(await opened.audit.link({ sessionId: chat, issueId: 7, unit: 'turn_x' })).toEqual({
        linked: 0,
        entries: [],
      })
    })

    it('linking refuses a session that does not verify, whatever was found a moment ago', async () => {
      await opened.mint(chat, 2)
      const [receipt] = await opened.audit.receiptsOf(chat)
      expect((await opened.audit.verifySession(chat)).status).toBe('ok')
      const sha = receipt?.outputs.sha256 ?? ''
      writeFileSync(opened.path(`blobs/${sha.slice(0, 2)}/${sha}`), 'x')
      expect((await opened.audit.verifySession(chat)).status).toBe('ok')
      await expect(opened.audit.link({ sessionId: chat, issueId: 7 })).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
      await expect(opened.audit.export({ sessionId: chat }, opened.path('x.zip'))).rejects.toMatchObject({
        code: 'AUDIT_TAMPERED',
        details: { problems: [{ code: 'blob_mismatch' }] },
      })
    })

    it('linking shows a changed copy as copy_mismatch', async () => {
      await opened.mint(chat, 2)
      const { entries } = await opened.audit.link({ sessionId: chat, issueId: 7 })
      const file = `issues/7/${entries[0]?.filename}`
      appendFileSync(opened.path(file), '{}\n')
      expect((await opened.reopenReadOnly().issue(7))?.problems).toEqual([{ code: 'copy_mismatch', file }])
    })
  })

  it('the audit exports lines, outputs, head, key ids and a report, never a key', async () => {
    await opened.mint(chat, 3)
    await opened.audit.link({ sessionId: chat, issueId: 7 })
    const output = opened.path('../session.zip')
    const exported = await opened.audit.export({ sessionId: chat }, output)
    const zip = readFileSync(output)
    expect(exported?.bytes).toBe(zip.length)
    const entries = readZip(zip)
    expect(entries.get(log)?.bytes).toEqual(readFileSync(opened.path(log)))
    expect(entries.get(head)?.bytes).toEqual(readFileSync(opened.path(head)))
    expect([...entries.keys()].filter(name => name.startsWith('blobs/'))).toHaveLength(3)
    expect(JSON.parse(String(entries.get('report.json')?.bytes))).toMatchObject({
      verification: { status: 'ok', count: 3 },
    })
    const key = readFileSync(opened.path('secret.key'), 'utf8').trim()
    for (const { bytes } of entries.values()) expect(bytes.toString('latin1')).not.toContain(key)
    await expect(opened.audit.export({ sessionId: chat }, output)).rejects.toThrow(
      'There is a file of that name already',
    )
    await opened.audit.export({ issueId: 7 }, opened.path('../issue.zip'))
    const ofIssue = readZip(readFileSync(opened.path('../issue.zip')))
    expect([...ofIssue.keys()].filter(name => name.startsWith('issues/7/'))).toHaveLength(3)
    expect(ofIssue.has(head)).toBe(true)
  })
})
