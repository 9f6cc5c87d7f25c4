import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestRoom } from './support/open-room.ts'
import { call, decide, finalDecision, scene, sceneLine, sceneQuote } from './support/replies.ts'

const { script, turn, room, close } = await openTestRoom({ changed: { tierSteps: async () => undefined } })
afterAll(close)
beforeEach(async () => {
  await room.workspace.changeSettings({ 'chat.malformedRetries': 0, 'evidence.retries': 1 })
})

const read = call('file_reader', { file_path: scene })
const again = decide('file_reader', { file_path: scene })
const plain = `Green.\nEvidence: ${scene} line ${sceneLine}: "${sceneQuote}"`
const receipted = `${plain} receipt_id: {{receipt:last}}`
const lastUser = (asked: { messages: readonly { content: string }[] } | undefined) =>
  asked?.messages.at(-1)?.content ?? ''

it('the first step may be answered without a tool, and the prompt says how', async () => {
  const critic = script('critic', [plain])
  expect(await turn('critic', 'Which colour?')).toMatchObject({ state: 'accepted', modelCalls: [{ for: 'call' }] })
  const [system, user] = critic.requests[0]?.messages ?? []
  expect(system?.role).toBe('system')
  expect(user?.content).toMatch(
    /Which colour\?\n\nTool Call Protocol \(STRICT JSON ONLY\)[\s\S]*TOOL_NONCE: [0-9a-f]{32}$/,
  )
})

it('the first step ends the turn when a call is required and none comes', async () => {
  const critic = script('critic', [plain])
  expect((await turn('critic', 'Use the FILE_LOCATOR tool first, then answer.')).stopHook).toEqual({
    type: 'tool_call_rejected',
    code: 'tool_call_invalid_format',
    detail: 'tool-call-required',
  })
  expect(lastUser(critic.requests[0])).toContain('TOOL_CALL_REQUIRED: true')
})

it('the first step is repeated once with a fresh nonce where the settings say so, and the code in words', async () => {
  await room.workspace.changeSettings({ 'chat.malformedRetries': 1 })
  const critic = script('critic', [`${read}}`, read, finalDecision, receipted])
  const played = await turn('critic', 'Which colour?')
  expect(played).toMatchObject({ state: 'accepted', retries: ['tool_call_invalid_format'] })
  expect(played.events).toContainEqual({ type: 'turn.retry', reason: 'tool_call_invalid_format' })
  const nonces = critic.requests.slice(0, 2).map(asked => /TOOL_NONCE: (\w+)/.exec(lastUser(asked))?.[1])
  expect(new Set(nonces).size).toBe(2)
  expect(lastUser(critic.requests[1])).toContain('not exactly one JSON object of the form below (trailing-text)')
  script('critic', [`${read}}`, `${read}}`, read])
  expect((await turn('critic', 'Which colour?')).modelCalls).toHaveLength(2)
})

it('a result is shown with its call, its receipt and what is left, and never with a nonce that was used', async () => {
  const critic = script('critic', [read, finalDecision, receipted])
  const { receipts, budget } = await turn('critic', 'Which colour?')
  const shown = lastUser(critic.requests[1])
  const used = /TOOL_NONCE: (\w+)/.exec(lastUser(critic.requests[0]))?.[1] ?? ''
  expect(shown).toContain(`{"tool":"file_reader","args":{"file_path":"${scene}"}}\n<<<DATA `)
  expect(shown).toMatch(new RegExp(`DATA [0-9a-f]{8}>>>\nreceipt_id: ${receipts[0]}\n`))
  expect(shown).toContain(`Calls left: 5. Bytes of results left: ${16_000 - budget.bytes_used}.`)
  expect(shown).toMatch(/"action":"final"[\s\S]*TOOL_NONCE: [0-9a-f]{32}$/)
  expect(shown).not.toContain(used)
  const final = lastUser(critic.requests[2])
  expect(final).not.toContain('TOOL_NONCE: ')
  expect(final.trimEnd().split('\n').at(-1)).toContain('Answer the request above now')
})

it('a result is kept in the audit before anybody sees it', async () => {
  const critic = script('critic', [read, finalDecision, receipted])
  const seen: unknown[] = []
  const { mint } = room.audit
  room.audit.mint = async (facts, output) => {
    seen.push(critic.requests.length)
    return mint(facts, output)
  }
  const played = await turn('critic', 'Which colour?')
  room.audit.mint = mint
  expect(seen).toEqual([1])
  expect(played.receipts).toHaveLength(1)
  expect(await room.audit.output(played.receipts[0] ?? '')).toBe(played.results[0]?.text)
})

it('a decision runs another tool, or ends the gathering', async () => {
  script('critic', [read, again, finalDecision, `${plain} receipt_id: {{receipt:1}}`])
  const played = await turn('critic', 'Which colour?')
  expect(played).toMatchObject({ state: 'accepted', budget: { steps_used: 2 } })
  expect(played.modelCalls.map(each => each.for)).toEqual(['call', 'decision', 'decision', 'final'])
})

it.each([
  ['a plain call', read, 'missing-field:action'],
  ['prose', plain, 'decision-required'],
  ['another action', '{"action":"stop","nonce":"{{nonce}}"}', 'bad-action'],
])('a decision that is %s ends the turn; what ran before keeps its receipt', async (_, reply, detail) => {
  script('critic', [read, reply])
  const played = await turn('critic', 'Which colour?')
  expect(played).toMatchObject({
    state: 'rejected',
    stopHook: { code: 'tool_call_invalid_format', detail },
    receipts: [expect.anything()],
    rejectedText: expect.any(String),
  })
  expect(await room.audit.verifySession(played.spec.sessionId)).toMatchObject({ status: 'ok', count: 1 })
})

it.each([0, 1, 2])('an answer is asked for again %i times before it is refused', async retries => {
  await room.workspace.changeSettings({ 'evidence.retries': retries })
  const critic = script('critic', ['No idea.', 'No idea.', 'No idea.'])
  expect(await turn('critic', 'Which colour?')).toMatchObject({ state: 'rejected', stopHook: { code: 'missing' } })
  expect(critic.requests).toHaveLength(1 + retries)
  const texts = critic.requests.map(lastUser)
  expect(texts.slice(1).every(text => text.split('your rejected reply').length === 2)).toBe(true)
  expect(texts.slice(1).every(text => !text.includes('TOOL_NONCE: '))).toBe(true)
})

it('an answer that is accepted in the second try is the answer', async () => {
  script('critic', ['No idea.', plain])
  expect(await turn('critic', 'Which colour?')).toMatchObject({
    state: 'accepted',
    content: plain,
    retries: ['missing'],
    modelCalls: [{ for: 'call' }, { for: 'retry' }],
  })
})

it('an answer may be that the agent is blocked, which needs no evidence', async () => {
  script('critic', ['STOP_HOOK: approval-required\nMay I look at the ending?'])
  expect(await turn('critic', 'Which colour?')).toMatchObject({
    state: 'stopped',
    content: 'STOP_HOOK: approval-required\nMay I look at the ending?',
    stopHook: { type: 'approval-required', code: null, detail: 'May I look at the ending?' },
  })
})

it('an answer is shown what was agreed before, as a conversation', async () => {
  const critic = script('critic', [plain])
  const history = [{ question: 'Who is she?', answer: 'Ines.' }]
  await turn('critic', 'Which colour?', { history })
  expect(critic.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  const gathering = script('chief', ['NO_TOOLS_NEEDED'])
  await turn('chief', 'Which colour?', { kind: 'phase1', history })
  expect(gathering.requests[0]?.messages).toHaveLength(1)
})

it.each([
  ['NO_TOOLS_NEEDED', 'no-tools-needed'],
  ['Let me think about the eyes.', 'prose-discarded'],
])('the tool pass of a round ends with %j and nothing of it is kept', async (reply, note) => {
  script('chief', [reply])
  const played = await turn('chief', 'Which colour?', { kind: 'phase1' })
  expect(played).toMatchObject({ state: 'accepted', content: '', note })
  expect(played.verdict).toBeUndefined()
})

it('the tool pass of a round ends at the decision without another model call, with the budget of a conference', async () => {
  const chief = script('chief', [read, finalDecision])
  const played = await turn('chief', 'Which colour?', { kind: 'phase1' })
  expect(played).toMatchObject({ state: 'accepted', content: '', note: 'final', receipts: [expect.anything()] })
  expect(played.budget).toMatchObject({ steps_max: 6, bytes_max: 48_000 })
  expect(chief.requests).toHaveLength(2)
  const [only] = chief.requests[0]?.messages ?? []
  expect(only?.role).toBe('user')
  expect(only?.content).toMatch(/^Tools\n\n/)
})

it('the tool pass of a round has at least six steps, and ends when they are used', async () => {
  const few = await openTestRoom({ changed: { tierSteps: async () => 2 } })
  few.script('chief', [read, ...Array.from({ length: 5 }, () => again)])
  const played = await few.turn('chief', 'Which colour?', { kind: 'phase1' })
  expect(played).toMatchObject({
    state: 'accepted',
    note: 'step-limit',
    budget: { steps_used: 6, source: 'conference-floor' },
  })
})

describe('the second pass of a round', () => {
  const buffered = {
    receiptId: 'rcpt_0a1b2c3d4e5f',
    toolId: 'file_reader',
    args: { file_path: scene },
    ok: true,
    text: '{"tool":"file_reader","excerpt":"17: the data"}',
    spans: [],
    wholeFiles: [],
  }

  it('the second pass of a round may abstain with the bare word, also in its retry', async () => {
    script('writer', [' abstain '])
    const round = { kind: 'phase2' as const, roundId: 'rnd_00112233445566bb', results: [buffered] }
    expect(await turn('writer', 'Which colour?', round)).toMatchObject({ state: 'abstained', content: '' })
    const writer = script('writer', ['**ABSTAIN**', 'ABSTAIN'])
    expect(await turn('writer', 'Which colour?', round)).toMatchObject({ state: 'abstained', retries: ['missing'] })
    expect(lastUser(writer.requests[1])).toContain('only of the word ABSTAIN')
  })

  it('the second pass of a round is shown the buffer and the request, no tools and no nonce', async () => {
    const writer = script('writer', ['ABSTAIN'])
    await turn('writer', 'Which colour?', { kind: 'phase2', results: [buffered] })
    const shown = lastUser(writer.requests[0])
    expect(shown).toMatch(/DATA [0-9a-f]{8} file_reader\nreceipt_id: rcpt_0a1b2c3d4e5f\nok\n/)
    expect(shown).toContain('You are Writer.')
    expect(shown.endsWith('Which colour?')).toBe(true)
    expect(shown).not.toMatch(/TOOL_NONCE: |Tool Call Protocol/)
  })

  it('the second pass of a round shares its bytes fairly, and names the whole output where it cuts', async () => {
    const writer = script('writer', ['ABSTAIN'])
    const results = Array.from({ length: 6 }, (_, n) => ({ ...buffered, text: `${n}`.repeat(20_000) }))
    await turn('writer', 'Which colour?', { kind: 'phase2', results })
    const blocks = lastUser(writer.requests[0]).match(/\nok\n[\s\S]*?\nDATA/g) ?? []
    expect(blocks.map(block => Buffer.byteLength(block) - '\nok\n\nDATA'.length)).toEqual(Array(6).fill(8000))
    expect(blocks[0]).toContain('[truncated: 20000 bytes, sha256=')
  })
})

it('a turn asks no more often than its limits allow, whatever the replies', async () => {
  await room.workspace.changeSettings({ 'chat.malformedRetries': 1, 'evidence.retries': 2 })
  const critic = script('critic', ['{"tool"', read, ...Array.from({ length: 12 }, () => again)])
  const played = await turn('critic', 'Which colour?')
  expect(played.state).toBe('rejected')
  expect(critic.requests.length).toBeLessThanOrEqual(6 + 2 + 2 + 1)
})

it('a turn ends as an error with the code of a provider that fails, wherever that is', async () => {
  script('critic', ['{{fail:provider_rate_limited}}'])
  expect(await turn('critic', 'Which colour?')).toMatchObject({
    state: 'error',
    content: 'STOP_HOOK: error\nReason: provider_rate_limited',
    stopHook: { type: 'error', code: 'provider_rate_limited' },
    modelCalls: [{ reply: null }],
  })
  script('critic', [read, '{{fail:model_missing}}'])
  const played = await turn('critic', 'Which colour?')
  expect(played).toMatchObject({ state: 'error', stopHook: { code: 'model_missing' }, receipts: [expect.anything()] })
})

it('a turn answers through the built-in responder with evidence that verifies', async () => {
  const played = await turn('continuity', 'Check scene 4 against canon. Does anything contradict?')
  expect(played).toMatchObject({ state: 'accepted', provider: 'builtin', verdict: { status: 'accepted' } })
  expect(played.content).toContain(`receipt_id: ${played.receipts[0]}`)
})

it('a turn keeps tools from files that are blocked in this turn, and leaves a receipt of the attempt', async () => {
  script('critic', [read, finalDecision, 'STOP_HOOK: scope-exceeded\nI may not read it.'])
  const played = await turn('critic', 'Which colour?', { blockedPaths: [scene] })
  const [receipt] = await room.audit.receiptsOf(played.spec.sessionId)
  expect(receipt).toMatchObject({ ok: false, error: { code: 'path_denied' }, file_refs: [] })
})

it('a turn knows a tool by its other names, and says which one was used', async () => {
  script('critic', [call('Read-File', { path: scene }), finalDecision, receipted])
  const played = await turn('critic', 'Which colour?')
  expect(played).toMatchObject({ state: 'accepted', aliases: ['Read-File'] })
  const [receipt] = await room.audit.receiptsOf(played.spec.sessionId)
  expect(receipt).toMatchObject({ tool_id: 'file_reader', requested_tool: 'Read-File', inputs: { file_path: scene } })
})

it('a turn runs a step on what earlier steps made, as data, and without a way to abstain', async () => {
  const editor = script('editor', ['ABSTAIN', plain])
  const step = {
    kind: 'step' as const,
    frame: 'Polish what the writer drafted.',
    materials: [{ label: 'draft', text: 'The bell rang.' }],
  }
  expect(await turn('editor', 'Make it better.', step)).toMatchObject({ state: 'accepted', retries: ['missing'] })
  const shown = lastUser(editor.requests[0])
  expect(shown).toMatch(/^Polish what the writer drafted\.[\s\S]*<<<DATA [0-9a-f]{8} draft\nThe bell rang\.\nDATA/)
  expect(shown.endsWith('Make it better.')).toBe(true)
  expect(shown).not.toContain('ABSTAIN')
})
