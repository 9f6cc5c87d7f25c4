import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { tempHome } from '../../support/tempdir.ts'
import { abstain, callOf, done, grounded, quote, reading } from '../support/conference.ts'
import { type RoomServer, refusal, roomServer, scene } from './room-server.ts'

const invented = `Blue.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`
const loose = `It is long.\nEvidence: [structural] ${scene} receipt_id: {{receipt:last}}`
const canary = (name: string) => grounded.replace('Her eyes', `Canary-${name}: her eyes`)

/** The replies of all agents in three rounds: one that is right, one with a wrong nonce, one with wrong arguments. */
const script = {
  chief: [
    ...[reading, done, canary('chief')],
    ...[callOf('file_reader', { file_path: scene }, '0'.repeat(32)), abstain],
    ...[callOf('file_reader', { file_path: 4, lines: 2 }), abstain],
  ],
  writer: [loose, loose, abstain, abstain],
  editor: [invented, invented, abstain, abstain],
  critic: [canary('critic'), abstain, abstain],
  continuity: [abstain, abstain, abstain],
}

let server: RoomServer
let id = ''

beforeAll(async () => {
  const file = join(tempHome(), 'script.json')
  writeFileSync(file, JSON.stringify(script))
  server = await roomServer({ env: { DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file } })
  for (const agentId of Object.keys(script)) {
    const put = await server.put(`/api/agent-endpoints/${agentId}`, { provider: 'scripted', model: 'script' })
    expect(put.status).toBe(200)
  }
  await server.put('/api/room/settings', { 'debug.keepPrompts': true })
  const opened = await server.post('/api/conferences', { agenda: 'Eyes', attendees: Object.keys(script) })
  expect(opened.status).toBe(201)
  id = opened.json().id
  for (const prompt of ['Canary-prompt: what color are her eyes?', 'And the second?', 'And the third?']) {
    const started = await server.post(`/api/conferences/${id}/rounds`, { prompt })
    expect([started.status, Object.keys(started.json()).sort()]).toEqual([202, ['number', 'roundId', 'state']])
    await vi.waitFor(async () => expect((await conference()).activeRoundId).toBeNull(), 30_000)
  }
})
afterAll(() => server.close())

const conference = async () => (await server.get(`/api/conferences/${id}`)).json()
const round = async (n: number) => (await server.get(`/api/conferences/${id}/rounds/${n}`)).json()
const turnOf = async (n: number, agentId: string) =>
  (await round(n)).turns.find((turn: { agentId: string }) => turn.agentId === agentId)

/** Every prompt of a round, as it was sent. */
async function prompts(n: number): Promise<string[]> {
  const { phase1, turns } = await round(n)
  const calls = [phase1, ...turns].flatMap(({ journal }) => journal.modelCalls)
  return calls.map(({ texts }) => JSON.stringify(texts.prompt))
}

it('acceptance test 1 of a conference, over REST: a call of the Chief is accepted, a receipt is minted and verifies, the result is in the buffer', async () => {
  const { phase1 } = await round(1)
  expect(phase1).toMatchObject({ state: 'accepted', receiptIds: [expect.stringMatching(/^rcpt_/)] })
  const { receipts, verification } = (await server.get(`/api/audit/sessions/${id}/receipts`)).json()
  expect(receipts).toEqual(phase1.receiptIds)
  expect(Object(verification).status ?? verification).toBe('ok')
  const [, , , , writers] = await prompts(1)
  expect(writers).toContain(phase1.receiptIds[0])
})

it('acceptance test 2 of a conference, over REST: a wrong nonce is rejected and no tool runs', async () => {
  expect((await round(2)).phase1).toMatchObject({
    receiptIds: [],
    stopHook: { type: 'tool_call_rejected', code: 'tool_call_nonce_invalid' },
  })
})

it('acceptance test 3 of a conference, over REST: arguments that do not fit are rejected and no tool runs', async () => {
  const { phase1 } = await round(3)
  expect(phase1).toMatchObject({ receiptIds: [], stopHook: { code: 'tool_call_invalid_args' } })
  expect(phase1.stopHook.detail).toBe('invalid-type:file_path,unknown-arg:lines')
})

it('acceptance test 4 of a conference, over REST: a quote that is not in the file is rejected', async () => {
  expect(await turnOf(1, 'editor')).toMatchObject({
    state: 'rejected',
    attempts: 2,
    stopHook: { code: 'quote-not-found' },
  })
})

it("acceptance test 5 of a conference, over REST: **Evidence:** with the Chief's receipt is accepted", async () => {
  expect(await turnOf(1, 'critic')).toMatchObject({ state: 'accepted', verdict: { spans: [{ path: scene }] } })
})

it('acceptance test 6 of a conference, over REST: a claim about structure without line or section is rejected', async () => {
  expect(await turnOf(1, 'writer')).toMatchObject({ state: 'rejected', stopHook: { code: 'missing-location' } })
})

it('acceptance test 7 of a conference, over REST: ABSTAIN shows on a yellow card and nowhere else', async () => {
  const { cards } = await conference()
  expect(cards.find((card: { agentId: string }) => card.agentId === 'continuity')).toMatchObject({
    subtitle: 'Abstained',
    tone: 'yellow',
    tooltip: 'This agent had nothing to add from their role this round.',
  })
  const { messages } = (await server.get(`/api/conferences/${id}/transcript`)).json()
  expect(messages.filter((message: { agentId?: string }) => message.agentId === 'continuity')).toEqual([])
})

it('acceptance test 8 of a conference, over REST: no agent is shown what another one said in the round', async () => {
  const shown = await prompts(1)
  expect(shown).toHaveLength(9)
  expect(shown.filter(text => /Canary-(chief|critic)/.test(text))).toEqual([])
})

it('acceptance test 9 of a conference, over REST: the round is an issue with its whole transcript and its receipts', async () => {
  const { issueId, roundId, turns } = await round(1)
  const issue = (await server.get(`/api/issues/${issueId}`)).json()
  expect(issue.title).toBe(`Conference ${id} — Turn 1`)
  for (const { content } of turns.filter((turn: { state: string }) => turn.state === 'accepted')) {
    expect(issue.body).toContain(content)
  }
  const files = (await server.get(`/api/audit/issues/${issueId}`)).json()
  expect(files.map(({ kind, packetId }: { kind: string; packetId: string }) => [kind, packetId])).toEqual([
    ['session-receipts', roundId],
    ['session-receipts-ref', roundId],
    ['round-transcript', roundId],
  ])
  const again = await server.post(`/api/conferences/${id}/rounds/1/close`)
  expect([again.status, again.json()]).toEqual([200, { issueId, linked: 1 }])
})

it('acceptance test 10 of a conference, over REST: the next round knows nothing of it, while people see one continuous chat', async () => {
  const later = [...(await prompts(2)), ...(await prompts(3))]
  expect(later).toHaveLength(12)
  for (const prompt of later) {
    expect(prompt).not.toContain('Canary-')
    expect(prompt).not.toContain(quote)
  }
  const markdown = await server.get(`/api/conferences/${id}/transcript?format=md`)
  expect(markdown.headers['content-type']).toContain('text/markdown')
  expect(markdown.text).toContain('Canary-prompt')
  expect(markdown.text).toContain('And the third?')
})

it('a conference that was run over REST replays to the same bytes', async () => {
  const replayed = (await server.get(`/api/conferences/${id}/replay`)).json()
  expect(replayed).toMatchObject({ reproduced: true, rounds: 3, receipts: 1, mismatch: null })
})

it('over REST a refusal names what a conference does not allow', async () => {
  const at = `/api/conferences/${id}`
  expect(refusal(await server.put(`${at}/attendees/chief`, { muted: true }))).toEqual([409, 'chief_locked'])
  expect(refusal(await server.send(`${at}/attendees/chief`, { method: 'DELETE' }))).toEqual([409, 'chief_locked'])
  expect(refusal(await server.post(`${at}/attendees`, { agentId: 'nobody' }))).toEqual([404, 'not_found'])
  expect(refusal(await server.post(`${at}/rounds/1/cancel`))).toEqual([409, 'round_state'])
  expect(refusal(await server.get(`${at}/rounds/9`))).toEqual([404, 'not_found'])
  expect(refusal(await server.get('/api/conferences/conf_0000000000000000'))).toEqual([404, 'not_found'])
  expect(refusal(await server.post(`${at}/rounds`, { prompt: 'x', toolPolicy: { allowedTools: [] } }))).toEqual([
    400,
    'invalid_tool_policy',
  ])
  expect(refusal(await server.post(`${at}/rounds`, { prompt: 'x', other: 1 }))).toEqual([400, 'invalid_request'])
  expect((await server.put(`${at}/attendees/critic`, { muted: true })).json().cards[3]).toMatchObject({
    agentId: 'critic',
    subtitle: 'Muted',
    tone: 'red',
  })
  expect((await server.post(`${at}/close`)).json()).toMatchObject({ state: 'closed' })
  expect(refusal(await server.post(`${at}/rounds`, { prompt: 'x' }))).toEqual([409, 'conference_closed'])
})
