import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openTestRoom } from './support/open-room.ts'
import { call, decide, finalDecision, scene, sceneLine, sceneQuote } from './support/replies.ts'

const { script, turn, room, close } = await openTestRoom({ changed: { tierSteps: async () => undefined } })
afterAll(close)

const question = 'What colour are her eyes?'
const read = call('file_reader', { file_path: scene })
const cited = `Her eyes are green there.\n**Evidence:** ${scene} line ${sceneLine}: "${sceneQuote}"`

it('D1: refuses an answer whose quote is not in the file, after one retry', async () => {
  const wrong = `Blue.\nEvidence: ${scene} line ${sceneLine}: "out of her bright blue eyes"`
  const critic = script('critic', [wrong, wrong])
  const played = await turn('critic', question)
  expect(played).toMatchObject({
    state: 'rejected',
    content: 'STOP_HOOK: grounding_required\nReason: quote-not-found (absent)',
    stopHook: { type: 'grounding_required', code: 'quote-not-found', detail: 'absent' },
    rejectedText: wrong,
    retries: ['quote-not-found'],
    receipts: [],
  })
  expect(critic.requests).toHaveLength(2)
  const [, again] = critic.requests.map(({ messages }) => messages.at(-1)?.content ?? '')
  expect(again).toContain('the quote is not in the cited place (absent)')
  expect(again).toMatch(/<<<DATA [0-9a-f]{8} your rejected reply\nBlue\./)
})

it('D2: accepts an answer with a valid bold Evidence line', async () => {
  script('critic', [cited])
  const played = await turn('critic', question)
  expect(played).toMatchObject({ state: 'accepted', content: cited, receipts: [], retries: [] })
  expect(played.verdict).toMatchObject({
    status: 'accepted',
    kind: 'content',
    spans: [{ path: scene, start_line: sceneLine, end_line: sceneLine, match: 'exact' }],
  })
  const rows = await room.db.read(tx => tx.raw('select path, start_line, turn_id, quote from room_evidence'))
  expect(rows).toEqual([{ path: scene, start_line: sceneLine, turn_id: played.spec.turnId, quote: sceneQuote }])
})

it('D3: refuses a structural claim without a place', async () => {
  const vague = 'The order is sound.\nEvidence: [structural] Story/SCN-outline.md'
  script('planner', [vague, vague])
  expect(await turn('planner', 'Is the order sound?')).toMatchObject({
    state: 'rejected',
    stopHook: { type: 'grounding_required', code: 'missing-location' },
  })
})

it.each([
  ['D4: a tool call in plain text', `I will use file_reader({"file_path":"${scene}"}) now.`, 'function-syntax'],
  ['D5: a call with more text behind it', `${read} done`, 'trailing-text'],
  ['D5: a call with more text before it', `Sure: ${read}`, 'leading-text'],
])('%s is refused and nothing runs', async (_, reply, detail) => {
  script('critic', [reply])
  const played = await turn('critic', question)
  expect(played).toMatchObject({
    state: 'rejected',
    content: `STOP_HOOK: tool_call_rejected\nReason: tool_call_invalid_format (${detail})`,
    stopHook: { type: 'tool_call_rejected', code: 'tool_call_invalid_format', detail },
    receipts: [],
  })
  expect(await room.audit.log(played.spec.sessionId)).toBeUndefined()
})

it.each([
  ['another one', 'f'.repeat(32), 'nonce-mismatch'],
  ['one with spaces around it', ' {{nonce}} ', 'nonce-mismatch'],
])('D6: refuses a call with %s in place of its nonce', async (_, nonce, detail) => {
  script('critic', [JSON.stringify({ tool: 'file_reader', args: { file_path: scene }, nonce })])
  const played = await turn('critic', question)
  expect(played.stopHook).toEqual({ type: 'tool_call_rejected', code: 'tool_call_nonce_invalid', detail })
  expect(await room.audit.log(played.spec.sessionId)).toBeUndefined()
})

it('D6: refuses the nonce of an earlier step', async () => {
  script('critic', [read, decide('file_reader', { file_path: scene }, '{{nonce:prev}}')])
  const played = await turn('critic', question)
  expect(played.stopHook).toMatchObject({ code: 'tool_call_nonce_invalid', detail: 'nonce-stale' })
  expect(played.receipts).toHaveLength(1)
})

it('D7: a call leaves a receipt, and the answer must cite it', async () => {
  script('critic', [read, finalDecision, `${cited} receipt_id: {{receipt:last}}`])
  const played = await turn('critic', question)
  expect(played).toMatchObject({ state: 'accepted', receipts: [expect.stringMatching(/^rcpt_[0-9a-f]{12}$/)] })
  expect(played.verdict?.receipts).toEqual(played.receipts)
  const [receipt] = await room.audit.receiptsOf(played.spec.sessionId)
  expect(receipt).toMatchObject({
    receipt_id: played.receipts[0],
    turn_id: played.spec.turnId,
    agent_id: 'critic',
    surface: 'chat',
    tool_id: 'file_reader',
    inputs: { file_path: scene },
    ok: true,
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(await room.audit.verifySession(played.spec.sessionId)).toMatchObject({ status: 'ok', count: 1 })

  script('critic', [read, finalDecision, cited, cited])
  expect(await turn('critic', question)).toMatchObject({
    state: 'rejected',
    stopHook: { code: 'missing-receipt', detail: 'turn' },
    receipts: [expect.anything()],
  })
})

it('D9: after the last step the answer is asked for, and a call instead of it is refused', async () => {
  const { script, turn } = await openTestRoom({ changed: { tierSteps: async () => 2 } })
  const again = decide('file_reader', { file_path: scene })
  const answer = `${cited} receipt_id: {{receipt:last}}`
  const critic = script('critic', [read, again, answer])
  const played = await turn('critic', question)
  expect(played).toMatchObject({
    state: 'accepted',
    budget: { steps_used: 2, steps_max: 2, source: 'tier' },
  })
  expect(critic.requests.at(-1)?.messages.at(-1)?.content).toContain('(step-limit)')
  expect(critic.requests.at(-1)?.messages.at(-1)?.content).not.toContain('TOOL_NONCE:')

  script('critic', [read, again, again, again])
  expect((await turn('critic', question)).stopHook).toMatchObject({
    type: 'tool_call_rejected',
    code: 'tool_call_invalid_format',
    detail: 'step-limit',
  })
})

it('D9: when the bytes are used up the answer is asked for, and a call instead of it is refused', async () => {
  const { script, turn, room, root } = await openTestRoom()
  for (let n = 50; n < 90; n++) {
    const text = `# Scene ${n}\n\n${'The bell rang over the low water and nobody counted.\n\n'.repeat(20)}`
    writeFileSync(join(root, `Story/Scenes/SCN-${n}-bell.md`), text)
  }
  room.workspace.vfs.forget()
  const search = { search_criteria: 'bell', scan_mode: 'DEEP_SCAN', max_results: 50 }
  const again = decide('file_locator', search)
  const critic = script('critic', [call('file_locator', search), again, again, again])
  const played = await turn('critic', question)
  expect(played.stopHook).toEqual({
    type: 'tool_call_rejected',
    code: 'tool_call_output_limit',
    detail: 'bytes:16000/16000',
  })
  expect(played.budget).toMatchObject({ steps_used: 2, bytes_used: 16_000, bytes_max: 16_000 })
  const shown = critic.requests[2]?.messages.at(-1)?.content ?? ''
  expect(shown).toContain('(output-limit)')
  const output = (await room.audit.output(played.receipts[0] ?? '')) ?? ''
  const hash = createHash('sha256').update(output).digest('hex')
  const ending = `\n[truncated: ${Buffer.byteLength(output)} bytes, sha256=${hash}]\n`
  expect(shown.split(ending)).toHaveLength(3)
  const shares = shown
    .split(ending)
    .map(part => part.slice(part.lastIndexOf('file_locator\n') + 'file_locator\n'.length))
  for (const share of shares.slice(0, 2)) {
    expect(Buffer.byteLength(share) + Buffer.byteLength(ending) - 1).toBe(8000)
    expect(output.startsWith(share)).toBe(true)
  }
})

it('D9: what would get fewer than 512 bytes is replaced by its marker, and the answer is asked for', async () => {
  const { script, turn, room, root } = await openTestRoom()
  const path = 'Story/Scenes/SCN-90-long.md'
  writeFileSync(join(root, path), `# Long\n\n${'The bell rang over the low water and nobody counted.\n'.repeat(700)}`)
  room.workspace.vfs.forget()
  const args = { file_path: path, start_line: 1, end_line: 400 }
  const again = decide('file_reader', args)
  const critic = script('critic', [call('file_reader', args), again, again, cited, cited])
  const played = await turn('critic', question)
  const shown = critic.requests[3]?.messages.at(-1)?.content ?? ''
  expect(shown).toMatch(/<<<DATA [0-9a-f]{8} file_reader\n\[truncated: \d+ bytes, sha256=[0-9a-f]{64}\]\nDATA/)
  expect(shown).toContain('(output-limit)')
  expect(played.budget.steps_used).toBe(3)
})

it('D10: a raw turn sends the bytes of the message and nothing else', async () => {
  const message = '  Say\r\nhello — {"tool":"file_reader"} \u0000ünïcödé\n'
  const critic = script('critic', ['STOP_HOOK: none of this is read\n\n'])
  const played = await turn('critic', message, { kind: 'raw' })
  expect(critic.requests[0]?.messages).toEqual([{ role: 'user', content: message }])
  expect(critic.requests[0]?.schema).toBeUndefined()
  expect(played).toMatchObject({ state: 'accepted', content: 'STOP_HOOK: none of this is read\n\n', receipts: [] })
  expect(played.verdict).toBeUndefined()
  expect(played.modelCalls[0]).toMatchObject({
    for: 'raw',
    prompt: { sha256: createHash('sha256').update(message).digest('hex'), bytes: Buffer.byteLength(message) },
  })
})

it('D11: a schema goes out with a required first step and with every decision, and with nothing else', async () => {
  const replies = [
    read,
    decide('file_reader', { file_path: scene }),
    finalDecision,
    `${cited} receipt_id: {{receipt:1}}`,
  ]
  const required = script('critic', replies, 'paired')
  await turn('critic', question, { requireTool: true, allowedTools: ['file_reader'] })
  expect(required.requests.map(({ schema }) => schema?.name)).toEqual([
    'tool_call_envelope',
    'tool_decision_envelope',
    'tool_decision_envelope',
    undefined,
  ])
  expect(required.requests[0]?.schema).toMatchObject({
    strict: true,
    schema: { properties: { tool: { enum: ['file_reader'] } } },
  })
  expect(required.requests.map(({ structured }) => structured)).toEqual([true, true, true, false])
  const open = script('critic', replies, 'flat')
  await turn('critic', question)
  expect(open.requests.map(({ schema }) => schema?.name)).toEqual([
    undefined,
    'tool_decision_envelope',
    'tool_decision_envelope',
    undefined,
  ])
  const none = script('critic', replies)
  await turn('critic', question, { requireTool: true })
  expect(none.requests.map(({ schema }) => schema)).toEqual([undefined, undefined, undefined, undefined])
})

it('D12: a tool that fails leaves a receipt too', async () => {
  const access = 'I cannot see it.\nEvidence: [access] ACCESS_REQUEST: Story/Scenes/SCN-99-nowhere.md'
  const critic = script('critic', [
    call('file_reader', { file_path: 'Story/Scenes/SCN-99-nowhere.md' }),
    finalDecision,
    access,
  ])
  const played = await turn('critic', question)
  expect(played).toMatchObject({
    state: 'accepted',
    accessRequests: ['Story/Scenes/SCN-99-nowhere.md'],
    results: [{ ok: false, errorCode: 'file_not_found' }],
  })
  const [receipt] = await room.audit.receiptsOf(played.spec.sessionId)
  expect(receipt).toMatchObject({ ok: false, error: { code: 'file_not_found' } })
  const shown = critic.requests[1]?.messages.at(-1)?.content ?? ''
  expect(shown).toContain(`Tool error: file_not_found\nreceipt_id: ${receipt?.receipt_id}`)
})
