import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../src/files/sha256.ts'
import { toolIds } from '../../../src/room/tools/tool.ts'
import { bytesOf, type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

const run = (id: string, args: unknown, more = {}) => server.post(`/api/tools/${id}/run`, { args, ...more })
const receiptOf = async (id: string) => (await server.get(`/api/audit/receipts/${id}`)).json()

test('the catalog lists the nine tools in their order, each with the schema of its arguments', async () => {
  const { tools } = (await server.get('/api/tools')).json()

  expect(tools.map(({ id }: { id: string }) => id)).toEqual([...toolIds])
  expect(tools[1]).toMatchObject({
    id: 'file_reader',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    schema: { type: 'object', required: ['file_path'], additionalProperties: false },
  })
})

test('a run answers with the output and leaves a receipt that says where it came from', async () => {
  const answer = await run('file_reader', { file_path: scene, start_line: 17, end_line: 17 })
  const result = answer.json()

  expect(answer.status).toBe(200)
  expect(result).toEqual({
    session_id: expect.stringMatching(/^rest_[0-9a-f]{16}$/),
    receipt_id: expect.stringMatching(/^rcpt_[0-9a-f]{12}$/),
    tool: 'file_reader',
    ok: true,
    output: expect.stringContaining('green eyes'),
    truncated: false,
    full_size: Buffer.byteLength(result.output),
    sha256: sha256(result.output),
  })
  expect(await receiptOf(result.receipt_id)).toMatchObject({
    receipt: {
      session_id: result.session_id,
      surface: 'rest',
      agent_id: null,
      nonce: null,
      turn_id: expect.stringMatching(/^turn_[0-9a-f]{16}$/),
      inputs: { file_path: scene, start_line: 17, end_line: 17 },
    },
    verification: { status: 'ok', count: 1 },
  })
})

test('a session named again goes on, and one that was never made is unknown', async () => {
  const { session_id } = (await run('file_locator', { search_criteria: 'causeway' })).json()
  const second = (await run('file_locator', { search_criteria: 'bell' }, { session_id })).json()
  expect(second.session_id).toBe(session_id)
  expect((await receiptOf(second.receipt_id)).receipt.seq).toBe(2)

  const before = bytesOf(server.root)
  const again = (id: unknown) => run('file_locator', { search_criteria: 'x' }, { session_id: id })
  expect(refusal(await again('rest_0000000000000000'))).toEqual([404, 'not_found'])
  expect(refusal(await again('chat_0123456789abcdef'))).toEqual([404, 'not_found'])
  expect(refusal(await again('../../etc'))).toEqual([400, 'invalid_id'])
  expect(refusal(await again(7))).toEqual([400, 'invalid_request'])
  expect(bytesOf(server.root)).toEqual(before)
})

test('arguments that do not fit are all named, and nothing runs', async () => {
  const before = bytesOf(server.root)
  const wrong = { max_results: '2', scan_mode: 'fast_scan', zebra: 1 }
  const errors = [
    'invalid-enum:scan_mode',
    'invalid-type:max_results',
    'missing-required:search_criteria',
    'unknown-arg:zebra',
  ]
  const byAddress = await run('file_locator', wrong)
  const byName = await server.post('/api/room/file_locator', wrong)

  expect(refusal(byAddress)).toEqual([422, 'invalid_args'])
  expect(byAddress.json().error.details.errors).toEqual(errors)
  expect(refusal(byName)).toEqual([422, 'tool_call_invalid_args'])
  expect(byName.json().error.details.errors).toEqual(errors)
  expect(bytesOf(server.root)).toEqual(before)
})

test('aliases of tools and arguments are understood and kept in the receipt', async () => {
  const result = (await run('read_file', { path: scene, from: 1, end: 2 })).json()

  expect(result).toMatchObject({ tool: 'file_reader', ok: true })
  expect((await receiptOf(result.receipt_id)).receipt).toMatchObject({
    requested_tool: 'read_file',
    inputs: { file_path: scene, start_line: 1, end_line: 2 },
  })
})

test('an unknown tool is not found, and leaves a receipt that says so', async () => {
  const answer = await run('rm%20-rf%20~', {})
  const { details } = answer.json().error

  expect(refusal(answer)).toEqual([404, 'not_found'])
  expect(await receiptOf(details.receipt_id)).toMatchObject({
    receipt: { tool_id: 'rm-rf', ok: false, error: { code: 'unknown-tool' } },
    verification: { status: 'ok' },
  })
})

test('a tool that fails answers so and is receipted', async () => {
  const result = (await run('file_reader', { file_path: 'Story/none.md' })).json()

  expect(result).toMatchObject({ ok: false, error: { code: 'file_not_found' } })
  expect((await receiptOf(result.receipt_id)).receipt).toMatchObject({ ok: false, error: { code: 'file_not_found' } })
})

test('a long output is cut with its marker, and the rest is read piece by piece', async () => {
  const { files } = (await server.get('/api/tree')).json()
  const scenes = files.filter((file: { class: string }) => file.class === 'scene')
  const file_paths = scenes.map(({ path }: { path: string }) => path)
  const result = (await run('consistency_checker', { file_paths })).json()

  expect(result.truncated).toBe(true)
  expect(Buffer.byteLength(result.output)).toBeLessThanOrEqual(8000)
  expect(result.output).toMatch(new RegExp(`\\n\\[truncated: ${result.full_size} bytes, sha256=${result.sha256}\\]$`))

  const whole = await server.get(`/api/audit/receipts/${result.receipt_id}/output`)
  expect(whole.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(sha256(whole.text)).toBe(result.sha256)

  let read = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const args: object = { receipt_id: result.receipt_id, offset, length: 5001 }
    const piece: { text: string; next_offset?: number } = (
      await server.post('/api/room/room_receipt_output', args)
    ).json()
    read += piece.text
    offset = piece.next_offset
  }
  expect(read).toBe(whole.text)
})
