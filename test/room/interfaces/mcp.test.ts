import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolIds } from '../../../src/room/tools/tool.ts'
import { type Answer, connect } from '../../mcp/clients.ts'
import { mcpStdioCommand, runPreloaded } from '../../support/binary.ts'
import { tempHome } from '../../support/tempdir.ts'
import { type RoomServer, roomServer, scene } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer({ toolsets: ['room'] })
})
afterAll(() => server.close())

const names = [
  ...toolIds,
  'room_ask',
  'room_conference_open',
  'room_round_run',
  'room_round_status',
  'room_receipts',
  'room_receipt_output',
  'room_verify',
  'room_check_reply',
  'room_search_files',
  'room_issue_open',
  'room_issue_comment',
]
const budget = 12 * 1024

const chat = () => connect['the client that finds out'](new URL('/mcp', server.url))

/** What a chat shows of an answer. */
function textOf({ content }: { content?: unknown }): string {
  const [block] = Array.isArray(content) ? content : []
  return String(block?.text)
}

/** The run of a tool as a chat gets it: the output is its text, and what is about it is beside; a refusal is an object. */
function runOf({ isError, structuredContent, ...answer }: Answer & { _meta?: object | undefined }) {
  if (isError) return Object(structuredContent)
  const about = Object.entries(answer._meta ?? {}).flatMap(([key, value]) =>
    key.startsWith('daybook/') ? [[key.slice('daybook/'.length), value] as const] : [],
  )
  const { session_id, receipt_id, ...rest } = Object.fromEntries(about)
  const ending = `\nreceipt_id: ${receipt_id}\nsession_id: ${session_id}`
  return { ...rest, session_id, receipt_id, output: textOf(answer).replace(ending, '') }
}

test('the toolset room over MCP names its tools in their order and fits into 12 KB', async () => {
  const { tools, instructions } = await chat()
  const listed = await tools()

  expect(listed.map(({ name }) => name)).toEqual(names)
  const sizes = listed.map(tool => `${Buffer.byteLength(JSON.stringify(tool))} ${tool.name}`)
  expect(Buffer.byteLength(JSON.stringify(listed)), sizes.join('\n')).toBeLessThanOrEqual(budget)
  expect(instructions).toContain('room_check_reply')
  for (const { annotations } of listed.slice(0, toolIds.length)) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
  }
})

test.each(Object.entries(connect))(
  'the toolset room over MCP: %s runs a tool and gets its output once, with receipt and session',
  async (_, connected) => {
    const { call } = await connected(new URL('/mcp', server.url))
    const answer = await call('file_reader', { file_path: scene, start_line: 17, end_line: 17 })
    const result = runOf(answer)

    expect(answer.isError ?? false).toBe(false)
    expect(result).toMatchObject({ tool: 'file_reader', ok: true, truncated: false })
    expect(result.session_id).toMatch(/^mcp_[0-9a-f]{16}$/)
    expect(answer.structuredContent).toBeUndefined()
    expect(JSON.stringify(answer).split('out of her green eyes')).toHaveLength(2)
    expect(textOf(answer)).toBe(`${result.output}\nreceipt_id: ${result.receipt_id}\nsession_id: ${result.session_id}`)
    const { receipt } = (await server.get(`/api/audit/receipts/${result.receipt_id}`)).json()
    expect(receipt).toMatchObject({ surface: 'mcp', nonce: null, agent_id: null, session_id: result.session_id })
  },
)

test('the toolset room over MCP names every argument that does not fit, with the values it takes', async () => {
  const { call } = await chat()
  const answer = await call('consistency_checker', { file_paths: [], focus: 'Everything', zebra: true })

  expect(answer.isError).toBe(true)
  expect(answer.structuredContent).toEqual({
    error: {
      code: 'tool_call_invalid_args',
      message: expect.any(String),
      details: {
        tool: 'consistency_checker',
        errors: ['invalid-enum:focus', 'min-items:file_paths', 'unknown-arg:zebra'],
        allowed: { focus: expect.arrayContaining([expect.any(String)]) },
      },
      recovery_hint: expect.any(String),
    },
  })
  expect(JSON.parse(textOf(answer))).toEqual(answer.structuredContent)
})

test('the toolset room over MCP goes from a tool to a reply that is accepted', async () => {
  const { call } = await chat()
  const read = runOf(await call('file_reader', { file_path: scene, start_line: 17, end_line: 17 }))
  const line = `Evidence: ${scene} line 17: "out of her green eyes"`
  const check = async (text: string, more = {}) =>
    Object((await call('room_check_reply', { text, role: 'critic', ...more })).structuredContent)
  const { session_id: sessionId, receipt_id } = read

  const cited = `Her eyes are green here.\n${line} receipt_id: ${receipt_id}`
  expect(await check(cited, { sessionId })).toMatchObject({
    status: 'accepted',
    kind: 'content',
    receipts: [receipt_id],
  })
  expect(await check(cited)).toMatchObject({ status: 'accepted' })
  expect(await check(`Her eyes are green here.\n${line}`)).toMatchObject({ status: 'accepted' })
  expect(await check(cited.replace('green eyes"', 'blue eyes"'))).toMatchObject({ reason: 'quote-not-found' })
  expect(await check('Her eyes are green.')).toMatchObject({ status: 'rejected', reason: 'missing' })
  const foreign = runOf(await call('file_locator', { search_criteria: 'bell' }))
  expect(await check(cited, { sessionId: foreign.session_id })).toMatchObject({ reason: 'missing-receipt' })
})

test('the toolset room over MCP reads receipts, outputs and lines', async () => {
  const { call } = await chat()
  const read = runOf(await call('file_reader', { file_path: scene }))
  const listed = Object((await call('room_receipts', { sessionId: read.session_id })).structuredContent)
  expect(listed).toMatchObject({ receipts: [read.receipt_id], verification: { status: 'ok' } })
  const piece = await call('room_receipt_output', { receipt_id: read.receipt_id, offset: 3, length: 20 })
  expect(textOf(piece)).toBe(`${Buffer.from(read.output).subarray(3, 23).toString()}\nnext_offset: 23`)
  const found = Object((await call('room_search_files', { q: 'green eyes', class: 'scene' })).structuredContent)
  expect(found.hits).toEqual([expect.objectContaining({ path: scene, line: 17 })])
  const report = Object((await call('room_verify', {})).structuredContent)
  expect(report.status).toBe('ok')
  const unknown = await call('room_receipts', { sessionId: 'mcp_0000000000000000' })
  expect(unknown).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: 'not_found',
        message: 'There is no session of this id in the project.',
        recovery_hint: expect.stringContaining('session_id'),
      },
    },
  })
})

test('the toolset room over MCP refuses to judge a reply for an unknown role, and names the known ones', async () => {
  const { call } = await chat()
  const refused = await call('room_check_reply', { text: 'x', role: 'wizard' })
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: 'invalid_request',
        details: { fields: [{ path: 'role', rule: expect.stringMatching(/^one of assistant, planner, /) }] },
        recovery_hint: expect.any(String),
      },
    },
  })
  for (const role of ['Chief of Staff', 'critic', 'Lore Keeper']) {
    expect(await call('room_check_reply', { text: 'x', role })).not.toHaveProperty('isError', true)
  }
})

test('the toolset room over MCP offers nothing of what is for people', async () => {
  const { call } = await chat()
  for (const name of ['room_file_save', 'room_keys_rotate', 'room_settings_save', 'room_tool_run']) {
    await expect(call(name, {})).rejects.toThrow('No such tool here')
  }
})

test('one tool call is the same over stdio, REST and the command line, but for whose session it is', async () => {
  const [home, folder] = [tempHome(), tempHome()]
  const cli = async (name: string, args: object) => {
    const { stdout, stderr } = await runPreloaded(['call', name, '--json', '-'], { home, input: JSON.stringify(args) })
    return JSON.parse(stdout || stderr)
  }
  expect(await cli('room_workspace_bind', { path: folder, sample: true })).toMatchObject({ projectId: 'default' })
  const { call } = await connect['the client that finds out'](mcpStdioCommand({ home, args: ['--toolsets', 'room'] }))
  const interfaces = {
    mcp: async (args: object) => runOf(await call('file_reader', { ...args })),
    cli: (args: object) => cli('file_reader', args),
    rest: async (args: object) => (await server.post('/api/room/file_reader', args)).json(),
  }
  const outcomes = []
  for (const [surface, run] of Object.entries(interfaces)) {
    const args = { file_path: scene, start_line: 17, end_line: 18 }
    const { session_id, receipt_id, ...same } = await run(args)
    expect(session_id).toMatch(new RegExp(`^${surface}_[0-9a-f]{16}$`))
    expect(receipt_id).toMatch(/^rcpt_[0-9a-f]{12}$/)
    const again = await run({ ...args, session_id })
    expect(again.session_id).toBe(session_id)
    outcomes.push([
      same,
      await run({ file_path: 3 }),
      await run({ file_path: 'x', session_id: 'cli_0000000000000000' }),
    ])
  }
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(outcomes[2]).toEqual(outcomes[0])
})
