import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  roomAsk,
  roomChat,
  roomChatList,
  roomChatSaveIssue,
  roomChatShow,
  roomQueue,
} from '../../src/room/chats/operations.ts'
import { openConference } from '../../src/room/conference/conferences.ts'
import { testedEngines } from '../support/engines.ts'
import { openTestRoom } from './support/open-room.ts'
import { call, finalDecision, scene, sceneLine, sceneQuote } from './support/replies.ts'

const read = call('file_reader', { file_path: scene })
const answer = `Green.\nEvidence: ${scene} line ${sceneLine}: "${sceneQuote}"`
const receipted = `${answer} receipt_id: {{receipt:last}}`

type Request = Parameters<typeof roomChat.run>[0]

async function open(options: Parameters<typeof openTestRoom>[0] = {}) {
  const opened = await openTestRoom(options)
  return {
    ...opened,
    chat: (request: Request) => roomChat.run(request, opened.context()),
    show: (id: string) => roomChatShow.run({ id }, opened.context()),
  }
}

/** For requests that change nothing. */
const shared = await open()
afterAll(shared.close)

describe.each(testedEngines)('A chat (%s)', engine => {
  it('A chat goes on in its session, with what was accepted before and nothing else', async () => {
    const { script, chat, show } = await open({ engine })
    const critic = script('critic', [read, finalDecision, receipted, 'No idea.', 'No idea.', answer])
    const first = await chat({ message: 'Which colour?', agentId: 'critic' })
    expect(first).toEqual({
      role: 'assistant',
      content: expect.stringMatching(/^Green\.\nEvidence: /),
      sessionId: expect.stringMatching(/^chat_[0-9a-f]{16}$/),
      turnId: expect.stringMatching(/^turn_[0-9a-f]{16}$/),
      agentId: 'critic',
      kind: 'tools',
      state: 'accepted',
      grounding: { status: 'verified', verdict: expect.objectContaining({ status: 'accepted', kind: 'content' }) },
      receipts: [expect.stringMatching(/^rcpt_/)],
      budget: expect.objectContaining({ steps_used: 1, bytes_max: 16_000 }),
      queue: { waitedMs: expect.any(Number) },
    })
    const { sessionId } = first
    const second = await chat({ message: 'And her hair?', sessionId })
    expect(second).toMatchObject({ sessionId, state: 'rejected', grounding: { status: 'rejected' }, agentId: 'critic' })
    expect(second.content).toBe('STOP_HOOK: grounding_required\nReason: missing')
    expect(await chat({ message: 'Again, which colour?', sessionId })).toMatchObject({ state: 'accepted' })
    const history = critic.requests.at(-1)?.messages.slice(1, -1)
    expect(history).toEqual([
      { role: 'user', content: 'Which colour?' },
      { role: 'assistant', content: first.content },
    ])
    const shown = await show(sessionId)
    expect(shown).toMatchObject({ id: sessionId, agentId: 'critic', title: 'Which colour?' })
    expect(shown.turns.map(({ message, state, rejectedText }) => ({ message, state, rejectedText }))).toEqual([
      { message: 'Which colour?', state: 'accepted', rejectedText: undefined },
      { message: 'And her hair?', state: 'rejected', rejectedText: 'No idea.' },
      { message: 'Again, which colour?', state: 'accepted', rejectedText: undefined },
    ])
  })

  it('A chat answers a repeated request with its first result, and never twice', async () => {
    const { script, chat, show, time } = await open({ engine })
    const critic = script('critic', ['{{sleep:300}}STOP_HOOK: conflict\nx', answer, answer, answer])
    const request = { message: 'Which colour?', agentId: 'critic', idempotencyKey: 'k1' }
    const running = chat(request)
    await expect.poll(() => critic.requests.length, { interval: 10 }).toBe(1)
    const early = await chat(request)
    const first = await running
    expect(first).toMatchObject({ state: 'stopped', grounding: { status: 'none' } })
    expect(early).toMatchObject({ sessionId: first.sessionId, turnId: first.turnId, state: 'running', content: '' })
    expect(await chat(request)).toEqual(first)
    const inSession = { ...request, sessionId: first.sessionId }
    expect(await chat(inSession)).toEqual(first)
    expect(critic.requests).toHaveLength(1)
    time.ahead = 25 * 60 * 60 * 1000
    expect((await chat(inSession)).turnId).not.toBe(first.turnId)
    expect((await show(first.sessionId)).turns).toHaveLength(2)
  })

  it('A chat takes only an unused id for a turn', async () => {
    const { script, chat } = await open({ engine })
    script('critic', [answer, answer])
    const turnId = 'turn_00112233445566cc'
    expect(await chat({ message: 'Which colour?', agentId: 'critic', turnId })).toMatchObject({ turnId })
    await expect(chat({ message: 'Which colour?', turnId })).rejects.toMatchObject({ wire: 'turn_exists' })
    await expect(chat({ message: 'Which colour?', turnId: 'turn_x' })).rejects.toMatchObject({ wire: 'invalid_id' })
  })
})

it('a chat asks the last message again, without showing the answer it had', async () => {
  const { script, chat, show } = await open()
  const critic = script('critic', [answer, answer])
  const { sessionId, turnId } = await chat({ message: 'Which colour?', agentId: 'critic' })
  const again = await chat({ sessionId, reroll: true })
  expect(again).toMatchObject({ state: 'accepted', sessionId })
  expect(again.turnId).not.toBe(turnId)
  expect(critic.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect((await show(sessionId)).turns.map(({ message }) => message)).toEqual(['Which colour?', 'Which colour?'])
})

it('a chat keeps a journal of ids, sizes and hashes, and no prompt unless that is asked for', async () => {
  const { script, chat, room, root } = await open()
  script('critic', [read, finalDecision, receipted, answer])
  const { sessionId, turnId, receipts } = await chat({ message: 'Which colour?', agentId: 'critic' })
  const file = join(root, '.control-room/chats', sessionId, 'turns.jsonl')
  const journal = readFileSync(file, 'utf8')
  const [begun, ended] = journal
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  expect(begun).toMatchObject({ type: 'begun', turnId, sessionId, agentId: 'critic', role: 'critic', kind: 'tools' })
  expect(ended).toMatchObject({
    type: 'ended',
    turnId,
    state: 'accepted',
    provider: 'scripted',
    model: 'script',
    receipts,
    calls: [{ toolId: 'file_reader', args: { file_path: scene }, receiptId: receipts[0], ok: true }],
    modelCalls: [{ for: 'call' }, { for: 'decision' }, { for: 'final' }],
  })
  expect(ended.modelCalls[0]).toEqual({
    for: 'call',
    prompt: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) },
    reply: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) },
    schema: null,
    usage: null,
  })
  expect(journal).not.toMatch(/TOOL_NONCE|You are Critic|"action"/)
  await room.workspace.changeSettings({ 'debug.keepPrompts': true })
  await chat({ message: 'Which colour?', sessionId })
  expect(readFileSync(file, 'utf8')).toMatch(/You are Critic/)
})

it('a chat moves a line that was never finished aside, and goes on', async () => {
  const { script, chat, show, root } = await open()
  script('critic', [answer, answer])
  const { sessionId } = await chat({ message: 'Which colour?', agentId: 'critic' })
  const folder = join(root, '.control-room/chats', sessionId)
  appendFileSync(join(folder, 'turns.jsonl'), '{"type":"beg')
  expect((await show(sessionId)).turns).toHaveLength(1)
  await chat({ message: 'And now?', sessionId })
  expect((await show(sessionId)).turns).toHaveLength(2)
  const torn = readdirSync(folder).filter(name => name.startsWith('turns.jsonl.torn-'))
  expect(torn.map(name => readFileSync(join(folder, name), 'utf8'))).toEqual(['{"type":"beg'])
})

describe('what is refused', () => {
  const schema = { type: 'object' }
  it.each([
    [{}, 'invalid_request'],
    [{ message: '' }, 'invalid_request'],
    [{ message: 'x'.repeat(65_537) }, 'too_large'],
    [{ message: 'x', reroll: true }, 'invalid_request'],
    [{ message: 'x', sessionId: '../x' }, 'invalid_id'],
    [{ message: 'x', toolPolicy: { allowedTools: [] } }, 'invalid_tool_policy'],
    [{ message: 'x', toolPolicy: { allowedTools: ['nothing'] } }, 'invalid_tool_policy'],
    [{ message: 'x', responseSchema: { $ref: 'https://example.com/x.json' } }, 'invalid_response_schema'],
    [{ message: 'x', responseSchema: schema, expectSchema: 'receipt' as const }, 'invalid_request'],
    [{ message: 'x', kind: 'json' as const }, 'invalid_request'],
    [{ message: 'x', kind: 'raw' as const, responseSchema: schema }, 'invalid_request'],
    [{ message: 'x', kind: 'tools' as const, skipTools: true }, 'invalid_request'],
    // The order of the checks: what is wrong in two ways is refused for the first of them.
    [{ message: '', sessionId: 'chat_0000000000000000' }, 'invalid_request'],
    [{ message: 'x', sessionId: 'chat_0000000000000000', agentId: 'nobody' }, 'not_found'],
    [{ message: 'x', taskId: 'task_0000000000000000' }, 'not_found'],
    [{ message: 'x', conferenceId: 'conf_0000000000000000' }, 'not_found'],
    [{ message: 'x', agentId: 'nobody' }, 'not_found'],
    [{ message: 'x', memoryId: 'mem-9' }, 'not_found'],
  ])('a chat refuses: %# %j is %s', async (request: Request, wire) => {
    const { chat, root } = shared
    await expect(chat(request)).rejects.toMatchObject({ wire })
    expect(existsSync(join(root, '.control-room/chats/opened.json'))).toBe(false)
    expect(readdirSync(join(root, '.control-room/chats'))).toEqual([])
  })

  it('a chat refuses an agent that is switched off, none at all, or one without an endpoint, before anything is queued', async () => {
    const { chat, room, root } = await open()
    await room.agents.change(registry => ({
      next: {
        ...registry,
        agents: registry.agents.map(agent => (agent.id === 'writer' ? { ...agent, enabled: false } : agent)),
      },
      result: undefined,
    }))
    await expect(chat({ message: 'x', agentId: 'writer' })).rejects.toMatchObject({ wire: 'agent_disabled' })
    await room.endpoints.change(book => ({
      next: { ...book, agents: { critic: { ...lmstudio } } },
      result: undefined,
    }))
    await expect(chat({ message: 'x', agentId: 'critic' })).rejects.toMatchObject({
      wire: 'endpoint_incomplete',
      details: { missing: 'model' },
    })
    await room.agents.change(registry => ({
      next: { ...registry, agents: registry.agents.filter(({ id }) => id !== 'chief') },
      result: undefined,
    }))
    await expect(chat({ message: 'x' })).rejects.toMatchObject({ wire: 'agent_required' })
    expect(readdirSync(join(root, '.control-room/chats'))).toEqual([])
    expect(await room.db.read(tx => tx.raw('select turn_id from room_turns'))).toEqual([])
  })

  it('a chat refuses an agent other than the one it is with', async () => {
    const { script, chat } = await open()
    script('critic', [answer])
    const { sessionId } = await chat({ message: 'x', agentId: 'critic' })
    await expect(chat({ message: 'x', sessionId, agentId: 'writer' })).rejects.toMatchObject({
      wire: 'invalid_request',
    })
  })
})

const lmstudio = {
  provider: 'lmstudio',
  maxOutputTokens: 100,
  timeoutMs: 1000,
  maxRetries: 0,
  useProviderDefaults: false,
  structured: 'auto' as const,
}

describe('the kind of a turn', () => {
  const schema = {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['green', 'gray'] } },
    required: ['colour'],
    additionalProperties: false,
  }

  it('the kind of a turn is raw where nothing but the message is sent, and says that nothing was checked', async () => {
    const { script, chat } = await open()
    const critic = script('critic', ['anything at all'])
    expect(await chat({ message: 'Say anything.', agentId: 'critic', skipTools: true })).toMatchObject({
      kind: 'raw',
      content: 'anything at all',
      grounding: { status: 'unverified' },
    })
    expect(critic.requests[0]?.messages).toEqual([{ role: 'user', content: 'Say anything.' }])
  })

  it('the kind of a turn is json where an object is asked for without tools: the message and the schema are all that is sent', async () => {
    const { script, chat } = await open()
    const critic = script('critic', ['{"colour":"green"}'], 'paired')
    const answered = await chat({ message: 'Which?', agentId: 'critic', skipTools: true, responseSchema: schema })
    expect(answered).toMatchObject({ kind: 'json', state: 'accepted', content: '{"colour":"green"}' })
    expect(answered.grounding).toEqual({ status: 'none' })
    const [only, ...more] = critic.requests[0]?.messages ?? []
    expect([only?.role, more]).toEqual(['user', []])
    expect(only?.content).toBe(
      `Which?\n\nAnswer with one JSON object only, valid against this schema:\n${JSON.stringify(schema)}`,
    )
    expect(critic.requests[0]?.schema).toEqual({ name: 'response', schema, strict: false })
  })

  it('the kind of a turn is tools and json where both are wanted; an object that does not fit is asked for once more', async () => {
    const { script, chat } = await open()
    const critic = script('critic', [read, finalDecision, '{"colour":"blue"}', '{"colour":"green"}'])
    const answered = await chat({ message: 'Which?', agentId: 'critic', responseSchema: schema })
    expect(answered).toMatchObject({ kind: 'tools+json', state: 'accepted', content: '{"colour":"green"}' })
    expect(critic.requests[3]?.messages.at(-1)?.content).toContain(
      'not one JSON object that fits the schema ($.colour: enum)',
    )
    script('critic', ['{"colour":"blue"}', '{"size":1,"colour":2}'])
    const failed = await chat({ message: 'Which?', agentId: 'critic', responseSchema: schema })
    expect(failed).toMatchObject({
      state: 'error',
      content: 'STOP_HOOK: error\nReason: schema_invalid',
      stopHook: { type: 'error', code: 'schema_invalid' },
    })
    expect(failed.stopHook?.details).toEqual(['$: additionalProperties', '$.colour: type', '$.colour: enum'])
  })
})

it('a chat allows what both the policy and the agent allow, under any name a tool has', async () => {
  const { script, chat } = await open()
  const critic = script('critic', [call('file_locator', { search_criteria: 'bell' })])
  const answered = await chat({
    message: 'Which?',
    agentId: 'critic',
    toolPolicy: { allowedTools: ['read_file'], requireTool: true },
  })
  expect(answered.stopHook).toMatchObject({ code: 'tool_call_unknown_tool', detail: 'tool-not-allowed:file_locator' })
  expect(critic.requests[0]?.messages.at(-1)?.content).toContain('Allowed tools: file_reader. Calls left')
})

it('chats are listed by their last use, page by page', async () => {
  const { script, chat, context, time } = await open()
  script('critic', Array(9).fill('STOP_HOOK: conflict\nx'))
  const ids: string[] = []
  for (const message of ['one', 'two', 'three']) {
    ids.unshift((await chat({ message, agentId: 'critic' })).sessionId)
    time.ahead += 1000
  }
  const first = await roomChatList.run({ limit: 2 }, context())
  expect(first).toMatchObject({ total: 3, chats: [{ title: 'three', turns: 1 }, { title: 'two' }] })
  const rest = await roomChatList.run({ limit: 2, cursor: first.nextCursor ?? '' }, context())
  expect([...first.chats, ...rest.chats].map(({ id }) => id)).toEqual(ids)
  expect(rest.nextCursor).toBeNull()
  expect(await roomQueue.run({}, context())).toEqual({ holder: null, waiting: [] })
})

it('a chat becomes an issue once, with what was accepted and the receipts behind it', async () => {
  const { script, chat, context, room } = await open()
  script('critic', [read, finalDecision, receipted, 'secret draft', 'secret draft'])
  const { sessionId, receipts } = await chat({ message: 'Which colour?', agentId: 'critic' })
  await chat({ message: 'And her hair?', sessionId })
  const saved = await roomChatSaveIssue.run({ id: sessionId }, context())
  expect(saved).toMatchObject({ linked: 1, created: true })
  const issue = await room.issues.get(saved.issueId)
  expect(issue).toMatchObject({ title: 'Which colour?', tags: ['from-chat', 'critic'], openedBy: 'user' })
  expect(issue?.body).toContain(`${receipts[0]} (file_reader)`)
  expect(issue?.body).toContain('rejected: missing')
  expect(issue?.body).not.toContain('secret draft')
  expect((await room.audit.issue(saved.issueId))?.entries.map(({ kind }) => kind)).toEqual([
    'session-receipts',
    'session-receipts-ref',
  ])
  expect(await roomChatSaveIssue.run({ id: sessionId, title: 'Other' }, context())).toMatchObject({
    issueId: saved.issueId,
    created: false,
  })
  await expect(roomChatSaveIssue.run({ id: 'chat_0000000000000000' }, context())).rejects.toMatchObject({
    wire: 'not_found',
  })
})

it('a chat is not saved when its receipts are not as they were written', async () => {
  const { script, chat, context, room, root } = await open()
  script('critic', [read, finalDecision, receipted])
  const { sessionId } = await chat({ message: 'Which colour?', agentId: 'critic' })
  appendFileSync(join(root, '.control-room/audit/sessions', sessionId, 'tool_receipts.jsonl'), '{}\n')
  const before = (await room.issues.all()).length
  await expect(roomChatSaveIssue.run({ id: sessionId }, context())).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
  expect(await room.issues.all()).toHaveLength(before)
})

it('a chat turn reports its events to its listener, and ends when the caller goes away', async () => {
  const { script, context } = await open()
  script('critic', [read, finalDecision, '{{hang}}'])
  const left = new AbortController()
  const told: { type: string }[] = []
  const onEvent = (event: { readonly type: string }) => {
    told.push(event)
    if (event.type === 'turn.progress' && 'sub' in event && event.sub === 'final') left.abort()
  }
  const answered = await roomChat.run(
    { message: 'Which colour?', agentId: 'critic' },
    context({ onEvent, signal: left.signal }),
  )
  expect(answered.state).toBe('cancelled')
  expect(told.map(({ type }) => type)).toEqual([
    'turn.started',
    'turn.progress',
    'tool.started',
    'tool.finished',
    'turn.progress',
    'turn.progress',
  ])
  expect(told[0]).toMatchObject({ sessionId: answered.sessionId, turnId: answered.turnId, agentId: 'critic' })
})

it('an object of the room is a packet by rules where the agent has no model', async () => {
  const { chat } = await open()
  const request = { message: 'Check scene 4 against canon.', agentId: 'chief', skipTools: true }
  const answered = await chat({ ...request, expectSchema: 'task_packet' })
  expect(answered).toMatchObject({ kind: 'json', state: 'accepted' })
  expect(JSON.parse(answered.content)).toMatchObject({
    intent: 'continuity_check',
    target: { canonical_path: scene },
  })
})

it('an object of the room is a report only where its prose carries evidence that verifies', async () => {
  const { script, chat } = await open()
  const report = (report_excerpt: string) =>
    JSON.stringify({
      inputs_used: [],
      outputs_produced: [],
      reasoning_summary: 'Read it.',
      decisions: [],
      checks_performed: [],
      assumptions: [],
      risks: [],
      next_recommended_action: { intent: 'other', reason: 'None.' },
      stop_hook: { triggered: false },
      citations: [],
      report_excerpt,
    })
  const critic = script('critic', [report('All is well.'), report(answer)])
  const request = { message: 'Report.', agentId: 'critic', skipTools: true, expectSchema: 'receipt' as const }
  expect(await chat(request)).toMatchObject({ state: 'accepted', content: report(answer) })
  expect(critic.requests[1]?.messages.at(-1)?.content).toContain('(report_excerpt:missing)')
})

it('a chat gives the same verdict to the same replies, whether a person or an agent asks', async () => {
  const { script, chat, context } = await open({ changed: { tierSteps: async () => undefined } })
  const replies = [read, finalDecision, answer, receipted]
  const request = { message: 'Which colour?', agentId: 'critic' }
  script('critic', replies)
  const { sessionId: _a, turnId: _b, receipts: _c, content, queue: _d, grounding, ...asked } = await chat(request)
  script('critic', replies)
  const other = await roomAsk.run(request, context())
  expect(other).toMatchObject({ ...asked, grounding: { status: grounding.status } })
  expect(other.content.replace(/rcpt_\w+/, '')).toBe(content.replace(/rcpt_\w+/, ''))
  expect(roomAsk.chatText?.(other)).toContain(`receipt_id: ${other.receipts[0]}`)
})

it('a chat goes on in the session of a task', async () => {
  const { script, chat, room, turn } = await open()
  script('critic', [read, finalDecision, receipted, receipted.replace('{{receipt:last}}', 'rcpt_000000000000'), answer])
  const task = { sessionId: 'task_00112233445566aa', taskId: 'task_00112233445566aa', surface: 'task' as const }
  const { receipts } = await turn('critic', 'Which colour?', task)
  const taskId = task.taskId
  const answered = await chat({ message: 'And again?', agentId: 'critic', taskId })
  expect(answered).toMatchObject({ sessionId: taskId, state: 'accepted' })
  expect((await room.audit.receiptsOf(taskId)).map(({ receipt_id }) => receipt_id)).toEqual(receipts)
  expect((await room.audit.receiptsOf(taskId))[0]).toMatchObject({ surface: 'task', task_id: taskId })
})

it('a chat leaves no open round behind when its first turn was refused and brought nothing', async () => {
  const { script, chat, room } = await open()
  const { id: conferenceId } = await openConference(room, { attendees: ['critic'], openedBy: 'local' })
  script('chief', ['{"tool":"file_reader","args":{},"nonce":"wrong"}', read, finalDecision])
  const message = 'Which colour?'
  const refused = await chat({ conferenceId, message })
  expect(refused).toMatchObject({ kind: 'phase1', state: 'rejected', roundState: 'cancelled' })
  const { activeRoundId } = (await room.conferences.files(conferenceId).conference.read()) ?? {}
  expect(activeRoundId).toBe(null)
  const again = await chat({ conferenceId, message })
  expect(again).toMatchObject({ kind: 'phase1', state: 'accepted', roundState: 'phase2' })
  expect(again.roundId).not.toBe(refused.roundId)
})

it('a chat drives a round of a conference turn by turn, in its order', async () => {
  const { script, chat, room } = await open()
  const { id: conferenceId } = await openConference(room, {
    attendees: ['critic', 'writer'],
    openedBy: 'local',
  })
  script('chief', [read, finalDecision])
  script('critic', [receipted])
  script('writer', ['ABSTAIN'])
  const message = 'Which colour?'
  const early = { conferenceId, message, agentId: 'critic' }
  await expect(chat(early)).rejects.toMatchObject({ wire: 'conference_tools_chief_only' })
  await expect(chat({ ...early, skipTools: true })).rejects.toMatchObject({ wire: 'phase_order' })
  await expect(chat({ ...early, agentId: 'planner', skipTools: true })).rejects.toMatchObject({
    wire: 'not_an_attendee',
  })
  const first = await chat({ conferenceId, message })
  expect(first).toMatchObject({
    kind: 'phase1',
    state: 'accepted',
    content: '',
    sessionId: conferenceId,
    agentId: 'chief',
  })
  expect(first.roundId).toMatch(/^rnd_[0-9a-f]{16}$/)
  const second = await chat({ ...early, skipTools: true })
  expect(second).toMatchObject({
    kind: 'phase2',
    state: 'accepted',
    roundId: first.roundId,
    grounding: { status: 'verified' },
  })
  expect(second.grounding.verdict?.receipts).toEqual(first.receipts)
  await expect(chat({ ...early, skipTools: true })).rejects.toMatchObject({ wire: 'already_answered' })
  expect(await chat({ ...early, agentId: 'writer', skipTools: true })).toMatchObject({
    state: 'abstained',
    content: '',
    grounding: { status: 'abstained' },
  })
})
