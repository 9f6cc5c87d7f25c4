import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../src/files/sha256.ts'
import { send } from '../../http/serving.ts'
import { bytesOf, type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
let session: string
let receipts: string[]
beforeAll(async () => {
  server = await roomServer()
  const first = (await server.post('/api/room/file_reader', { file_path: scene })).json()
  session = first.session_id
  const args = { search_criteria: 'bell', session_id: session }
  receipts = [first.receipt_id, (await server.post('/api/room/file_locator', args)).json().receipt_id]
})
afterAll(() => server.close())

const audit = (path: string) => server.get(`/api/audit/${path}`)
const log = (id: string) => join(server.root, '.control-room/audit/sessions', id, 'tool_receipts.jsonl')

test('the receipts of a session are listed with whether they verify', async () => {
  const listed = await audit(`sessions/${session}/receipts`)

  expect(listed.status).toBe(200)
  expect(listed.json()).toEqual({
    sessionId: session,
    receipts,
    count: 2,
    verification: { status: 'ok', count: 2, head: expect.any(String), problems: [] },
  })
  expect(refusal(await audit('sessions/rest_ffffffffffffffff/receipts'))).toEqual([404, 'not_found'])
  expect(refusal(await audit('sessions/a%2Fb/receipts'))).toEqual([400, 'invalid_id'])
})

test('the log of a session is served byte for byte', async () => {
  const served = await audit(`sessions/${session}/tool-receipts`)

  expect([served.status, served.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(served.headers['x-daybook-verification']).toBe('ok')
  expect(served.text).toBe(readFileSync(log(session), 'utf8'))
  expect(refusal(await audit('sessions/rest_ffffffffffffffff/tool-receipts'))).toEqual([404, 'not_found'])
  expect(refusal(await audit('sessions/%2e%2e%2fx/tool-receipts'))).toEqual([400, 'invalid_id'])
})

test('one receipt and its output are served with their proof', async () => {
  const [first = ''] = receipts
  const shown = (await audit(`receipts/${first}`)).json()

  expect(shown).toMatchObject({ receipt: { receipt_id: first, session_id: session }, verification: { status: 'ok' } })
  const output = await audit(`receipts/${first}/output`)
  expect(sha256(output.text)).toBe(shown.receipt.outputs.sha256)
  for (const id of ['rcpt_000000000000', 'rcpt_x', '..%2F..', '%00']) {
    expect(refusal(await audit(`receipts/${id}`))).toEqual([404, 'not_found'])
    expect(refusal(await audit(`receipts/${id}/output`))).toEqual([404, 'not_found'])
  }
})

test('linking files the receipts with an issue, once', async () => {
  const link = (body: object, id = session) => server.post(`/api/audit/sessions/${id}/link-issue`, body)
  const linked = (await link({ issueId: 1 })).json()

  expect(linked).toMatchObject({ status: 'ok', linked: 2, entry: { kind: 'session-receipts' } })
  expect((await link({ issueId: 1 })).json()).toMatchObject({ status: 'ok', linked: 0, entry: null })
  expect(refusal(await link({}))).toEqual([400, 'missing_issue_id'])
  expect(refusal(await link({ issueId: 9999 }))).toEqual([404, 'not_found'])
  expect(refusal(await link({ issueId: 1 }, 'rest_ffffffffffffffff'))).toEqual([404, 'not_found'])

  const entries = (await audit('issues/1')).json()
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
    'session-receipts',
    'session-receipts-ref',
    'session-receipts',
    'session-receipts-ref',
  ])
  expect(Object.keys(entries[0]).sort()).toEqual(['filename', 'kind', 'packetId', 'sha256', 'timestamp'])
  const file = await audit(`issues/1/files/${entries[0].filename}`)
  expect(sha256(file.text)).toBe(entries[0].sha256)
  expect(file.text).toBe(`${readFileSync(log(session), 'utf8').split('\n')[0]}\n`)
  expect(refusal(await audit(`issues/1/files/${entries[0].filename.replace('2', '1')}`))).toEqual([404, 'not_found'])
  expect(refusal(await audit('issues/1/files/index.json'))).toEqual([400, 'invalid_id'])
  expect(refusal(await audit('issues/1/files/..%2F..%2Fsecret.key'))).toEqual([400, 'invalid_id'])
  expect((await audit('issues/2')).json()).toEqual([])
  expect(refusal(await audit('issues/9999'))).toEqual([404, 'not_found'])
  expect(refusal(await audit('issues/x'))).toEqual([400, 'invalid_request'])
})

test('a link to the units of a turn names that turn', async () => {
  const [first = ''] = receipts
  const { turn_id } = (await audit(`receipts/${first}`)).json().receipt
  const linked = await server.post(`/api/audit/sessions/${session}/link-issue`, { issueId: 2, turnId: turn_id })

  expect(linked.json()).toMatchObject({ linked: 1, entry: { packetId: turn_id } })
})

test('an export is a zip without any key', async () => {
  const key = readFileSync(join(server.root, '.control-room/audit/secret.key'))
  const zip = await server.get(`/api/audit/export?sessionId=${session}`)

  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(zip.headers['content-disposition']).toBe(`attachment; filename="audit-${session}.zip"`)
  const bytes = new Uint8Array(await (await fetch(`${server.url}/api/audit/export?issueId=1`)).arrayBuffer())
  expect(Buffer.from(bytes.subarray(0, 4)).toString('latin1')).toBe('PK\u0003\u0004')
  expect(Buffer.from(bytes).includes(key.subarray(0, 40))).toBe(false)
  expect(refusal(await server.get('/api/audit/export'))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get(`/api/audit/export?sessionId=${session}&issueId=1`))).toEqual([
    400,
    'invalid_request',
  ])
  expect(refusal(await server.get('/api/audit/export?sessionId=rest_ffffffffffffffff'))).toEqual([404, 'not_found'])
  expect(refusal(await server.get('/api/audit/export?issueId=3'))).toEqual([404, 'not_found'])
})

test('verifying everything and one session say ok, and an unknown session is not found', async () => {
  expect((await server.post('/api/audit/verify')).json()).toMatchObject({ status: 'ok', keys: [], issues: [{}, {}] })
  const one = (await server.post('/api/audit/verify', { sessionId: session })).json()
  expect(one.sessions).toEqual([expect.objectContaining({ sessionId: session, status: 'ok', count: 2 })])
  expect(refusal(await server.post('/api/audit/verify', { sessionId: 'rest_ffffffffffffffff' }))).toEqual([
    404,
    'not_found',
  ])
})

test('a reply is judged without a turn, with its session or without', async () => {
  const check = (body: object) => server.post('/api/evidence/check', { role: 'critic', ...body })
  const line = `Evidence: ${scene} line 17: "out of her green eyes"`
  const [cited] = receipts

  expect((await check({ text: `Green.\n${line} receipt_id: ${cited}`, sessionId: session })).json()).toMatchObject({
    status: 'accepted',
    kind: 'content',
    spans: [{ path: scene, start_line: 17, end_line: 17, quote: 'out of her green eyes', match: 'exact' }],
    receipts: [cited],
  })
  expect((await check({ text: line, role: 'planner' })).json()).toMatchObject({ reason: 'wrong-source' })
  expect(refusal(await check({ text: line, sessionId: 'chat_ffffffffffffffff' }))).toEqual([404, 'not_found'])
  expect(refusal(await check({ text: line, sessionId: '../x' }))).toEqual([400, 'invalid_id'])
  expect(refusal(await check({ text: 7 }))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.post('/api/evidence/check', { text: line }))).toEqual([400, 'invalid_request'])
})

test('whether a reply abstains is looked at before anything else', async () => {
  const check = async (body: object) => (await server.post('/api/evidence/check', { role: 'critic', ...body })).json()
  const round = { sessionId: session, roundId: 'rnd_0123456789abcdef' }
  expect(await check({ text: 'ABSTAIN' })).toMatchObject({ status: 'abstained' })
  expect(await check({ text: ' abstain ', ...round })).toMatchObject({ status: 'abstained' })
  expect(await check({ text: 'ABSTAIN.' })).toMatchObject({ reason: 'missing', detail: 'abstain-markup' })
})

test('keys are rotated and mended by an admin, and old receipts stay valid', async () => {
  const rotated = (await server.post('/api/room/room_keys_rotate')).json()
  expect(rotated.from).not.toBe(rotated.to)
  expect((await server.post('/api/room/room_keys_fix')).json()).toEqual({ fixed: [] })
  expect((await server.post('/api/audit/verify')).json().status).toBe('ok')
  expect((await server.post('/api/room/room_reindex')).json().receipts).toBeGreaterThanOrEqual(2)
  expect((await server.post('/api/room/room_rollback_accept')).json()).toEqual({
    sessions: [],
    issues: [],
    keys: false,
  })
})

test('a log that was changed is served as such, and nothing is linked, exported or added to it', async () => {
  const result = (await server.post('/api/room/file_locator', { search_criteria: 'bell' })).json()
  const path = log(result.session_id)
  const bytes = readFileSync(path, 'utf8').replace('"ok":true', '"ok":true ')
  writeFileSync(path, bytes)
  const before = bytesOf(server.root)

  const served = await send(server.port, `/api/audit/sessions/${result.session_id}/tool-receipts`)
  expect([served.headers['x-daybook-verification'], served.text]).toEqual(['tampered', bytes])
  expect((await audit(`sessions/${result.session_id}/receipts`)).json().verification.status).toBe('tampered')
  expect((await server.post('/api/audit/verify')).json().status).toBe('tampered')
  const link = await server.post(`/api/audit/sessions/${result.session_id}/link-issue`, { issueId: 1 })
  expect(refusal(link)).toEqual([409, 'audit_tampered'])
  expect(refusal(await server.get(`/api/audit/export?sessionId=${result.session_id}`))).toEqual([409, 'audit_tampered'])
  const more = await server.post('/api/room/file_locator', { search_criteria: 'x', session_id: result.session_id })
  expect(refusal(more)).toEqual([409, 'audit_tampered'])
  expect(bytesOf(server.root)).toEqual(before)
})
