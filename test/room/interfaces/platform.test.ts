import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Room } from '../../../src/room/room.ts'
import { claimTurn, endTurn, insertEvidence } from '../../../src/room/turns/turn-rows.ts'
import { member } from '../../http/serving.ts'
import { type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
let room: Room

beforeAll(async () => {
  server = await roomServer()
  room = await server.room()
})
afterAll(() => server.close())

const remove = (path: string) => server.send(path, { method: 'DELETE' })
const control = (...names: string[]) => join(room.control, ...names)

async function openIssue(more: object = {}): Promise<number> {
  return (await server.post('/api/issues', { title: 'The bell', ...more })).json().id
}

/** A turn of the critic that was accepted, with a place in a file or without. */
async function acceptedTurn(turn_id: string, evidence: boolean): Promise<string> {
  const [project_id, session_id] = [room.project, 'chat_00112233445566aa']
  const at = '2026-03-01T12:00:00.000Z'
  await room.db.write(async tx => {
    await claimTurn(tx, {
      project_id,
      session_id,
      turn_id,
      agent_id: 'critic',
      kind: 'tools',
      surface: 'chat',
      begun: at,
    })
    await endTurn(tx, project_id, turn_id, 'accepted', at)
    const span = { path: scene, start_line: 1, end_line: 1, start_byte: 0, end_byte: 3, sha256: '', quote: '---' }
    if (evidence) await insertEvidence(tx, [{ project_id, session_id, turn_id, n: 0, ...span, receipt_ids: '[]' }])
  })
  return turn_id
}

test('issues are opened, and opened once per source', async () => {
  const given = { title: 'Once', body: 'Text.', tags: ['Idea', 'x', 'Plan'], priority: 'high', sourceKey: 'k1' }
  const first = await server.post('/api/issues', given)
  expect(first.status).toBe(201)
  expect(first.json()).toMatchObject({ created: true, openedBy: 'user', tags: ['x', 'Plan'], memoryLevel: 5 })
  const second = await server.post('/api/issues', { ...given, title: 'Twice' })
  expect([second.status, second.json().id, second.json().title]).toEqual([200, first.json().id, 'Once'])
  expect(refusal(await server.post('/api/issues', { title: 'x', other: 1 }))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.post('/api/issues', { title: 'x'.repeat(201) }))).toEqual([400, 'invalid_request'])
})

test('issues are shown without a write, changed in what is given, deleted and revived', async () => {
  const id = await openIssue({ tags: ['shown'] })
  const before = readFileSync(control('issues', 'issues.json'), 'utf8')
  const looks = async () => (await server.get('/api/telemetry/summary')).json().surfaces.rest?.issue_accesses ?? 0
  const looked = await looks()
  expect((await server.get(`/api/issues/${id}`)).json().title).toBe('The bell')
  expect(await looks()).toBe(looked + 1)
  expect(readFileSync(control('issues', 'issues.json'), 'utf8')).toBe(before)
  const changed = await server.put(`/api/issues/${id}`, { status: 'closed', priority: 'urgent' })
  expect(changed.json()).toMatchObject({ status: 'closed', priority: 'urgent', title: 'The bell', tags: ['shown'] })
  expect(changed.json().closedAt).toBe(changed.json().updatedAt)
  expect((await remove(`/api/issues/${id}`)).json()).toMatchObject({ id })
  expect(refusal(await server.get(`/api/issues/${id}`))).toEqual([404, 'not_found'])
  expect(refusal(await remove(`/api/issues/${id}`))).toEqual([404, 'not_found'])
  expect((await server.post(`/api/issues/${id}/revive`)).json()).toMatchObject({ id, memoryLevel: 5 })
  expect((await server.get(`/api/issues/${id}`)).status).toBe(200)
  expect(refusal(await server.put('/api/issues/999', { title: 'x' }))).toEqual([404, 'not_found'])
  expect(refusal(await server.post('/api/issues/999/revive'))).toEqual([404, 'not_found'])
  expect(refusal(await server.post('/api/issues/999/comments', { body: 'x' }))).toEqual([404, 'not_found'])
  expect(refusal(await server.get('/api/issues/zero'))).toEqual([400, 'invalid_request'])
})

test('issues are filtered and come in pieces', async () => {
  const ids = [
    await openIssue({ tags: ['f'] }),
    await openIssue({ tags: ['f'], assignedTo: 'critic' }),
    await openIssue({ tags: ['F'] }),
  ]
  const list = async (query: string) => (await server.get(`/api/issues?${query}`)).json()
  const idsOf = async (query: string) => (await list(query)).issues.map((issue: { id: number }) => issue.id)
  expect(await idsOf('tag=f')).toEqual([...ids].reverse())
  expect(await idsOf('tag=f&assignedTo=critic&status=open&priority=normal&q=bell')).toEqual([ids[1]])
  await server.post(`/api/issue-memory/agents/critic/issues/${ids[0]}/applied`)
  await server.post(`/api/issue-memory/agents/critic/issues/${ids[2]}/tags`, { tags: ['Mine'] })
  expect(await idsOf('tag=f&personalAgent=critic&minInterestLevel=4')).toEqual([ids[0]])
  expect(await idsOf('tag=f&personalAgent=critic&personalTags=mine')).toEqual([ids[2]])
  expect(await idsOf('tag=f&personalAgent=critic&excludePersonalTags=mine&excludePersonalTags=x')).toEqual([
    ids[1],
    ids[0],
  ])
  expect(refusal(await server.get('/api/issues?personalAgent=nobody'))).toEqual([404, 'not_found'])
  const first = await list('tag=f&limit=2')
  expect([first.issues.length, first.total, first.nextCursor]).toEqual([2, 3, String(ids[1])])
  expect((await list(`tag=f&limit=2&cursor=${first.nextCursor}`)).nextCursor).toBeNull()
  expect(refusal(await server.get('/api/issues?cursor=nothing'))).toEqual([400, 'invalid_request'])
})

test('issues are verified only with receipts that are linked and valid', async () => {
  const id = await openIssue()
  expect(refusal(await server.put(`/api/issues/${id}`, { epistemicStatus: 'verified' }))).toEqual([409, 'no_receipts'])
  const { session_id } = (await server.post('/api/tools/file_reader/run', { args: { file_path: scene } })).json()
  await server.post(`/api/audit/sessions/${session_id}/link-issue`, { issueId: id })
  expect((await server.put(`/api/issues/${id}`, { epistemicStatus: 'verified' })).json().epistemicStatus).toBe(
    'verified',
  )
  expect(refusal(await server.put('/api/issues/999', { epistemicStatus: 'verified' }))).toEqual([404, 'not_found'])
})

test('issues reward the agent whose issue a person closes', async () => {
  const id = await openIssue({ assignedTo: 'editor' })
  for (const status of ['closed', 'open', 'closed']) await server.put(`/api/issues/${id}`, { status })
  const { events } = (await server.get('/api/credits?agentId=editor')).json()
  expect(events).toMatchObject([{ reason: 'resolved-issue', amount: 2, verifiedBy: 'user' }])
})

test('comments of people are taken as they come', async () => {
  const id = await openIssue()
  const answer = await server.post(`/api/issues/${id}/comments`, { body: 'Six.', impactLevel: 'canon-changing' })
  expect([answer.status, answer.json()]).toMatchObject([201, { id: 1, author: 'user', body: 'Six.' }])
})

test('comments of agents come from accepted turns of their own', async () => {
  const id = await openIssue()
  const turnId = await acceptedTurn('turn_00000000000000a1', false)
  const comment = (more: object) => server.post(`/api/issues/${id}/comments`, { body: 'x', ...more })
  expect((await comment({ agentId: 'critic', turnId })).json()).toMatchObject({
    author: 'critic',
    evidence: { turnId },
  })
  for (const wrong of [
    { agentId: 'critic' },
    { turnId },
    { agentId: 'writer', turnId },
    { agentId: 'critic', turnId: 'turn_none' },
  ]) {
    expect(refusal(await comment(wrong))).toEqual([400, 'invalid_request'])
  }
  for (const impactLevel of ['structural', 'canon-changing']) {
    expect(refusal(await comment({ agentId: 'critic', turnId, impactLevel }))).toEqual([400, 'evidence_required'])
  }
  const proven = await acceptedTurn('turn_00000000000000a2', true)
  expect((await comment({ agentId: 'critic', turnId: proven, impactLevel: 'structural' })).status).toBe(201)
  expect((await server.get(`/api/issues/${id}`)).json().comments).toHaveLength(2)
})

test('comments freeze an issue agents keep to themselves, until a person speaks', async () => {
  const id = await openIssue()
  const turnId = await acceptedTurn('turn_00000000000000a3', false)
  const comment = (more: object = {}) => server.post(`/api/issues/${id}/comments`, { body: 'x', ...more })
  const byAgent = () => comment({ agentId: 'critic', turnId })
  for (let n = 0; n < 3; n++) expect((await byAgent()).status).toBe(201)
  expect((await server.get(`/api/issues/${id}`)).json()).toMatchObject({ status: 'frozen', comments: { length: 3 } })
  const before = readFileSync(control('issues', 'issues.json'), 'utf8')
  expect(refusal(await byAgent())).toEqual([409, 'issue_frozen'])
  expect(readFileSync(control('issues', 'issues.json'), 'utf8')).toBe(before)
  const { notifications } = (await server.get('/api/notifications?level=warning')).json()
  expect(notifications).toMatchObject([{ actionPayload: { kind: 'openIssue', id: String(id) } }])
  expect((await comment()).status).toBe(201)
  expect((await server.get(`/api/issues/${id}`)).json()).not.toHaveProperty('frozenUntil')
  expect((await byAgent()).status).toBe(201)
})

test('interest is recorded and shown as it is now', async () => {
  const id = await openIssue()
  const at = `/api/issue-memory/agents/writer/issues/${id}`
  expect((await server.get(at)).json()).toEqual({
    agentId: 'writer',
    issueId: id,
    interest: 3,
    tags: [],
    accesses: 0,
  })
  expect((await server.post(`${at}/access`)).json()).toMatchObject({ interest: 3, accesses: 1 })
  expect((await server.post(`${at}/applied`)).json()).toMatchObject({ interest: 5, accesses: 2 })
  expect((await server.post(`${at}/tags`, { tags: ['A', 'b'] })).json()).toMatchObject({ tags: ['a', 'b'] })
  expect((await server.post(`${at}/irrelevant`)).json()).toMatchObject({
    interest: 1,
    tags: ['a', 'b', 'filtered-out'],
  })
  expect((await server.get('/api/issue-memory/agents/writer')).json()).toMatchObject({
    agentId: 'writer',
    activations: 0,
    issues: [{ issueId: id, interest: 1 }],
  })
  expect(refusal(await server.post(`${at}/tags`))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.post(`${at}/other`))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get('/api/issue-memory/agents/nobody'))).toEqual([404, 'not_found'])
  expect(refusal(await server.post('/api/issue-memory/agents/writer/issues/999/access'))).toEqual([404, 'not_found'])
})

test('memory is shown, pinned, chosen, archived and restored', async () => {
  const made = await server.post('/api/memory', { agentId: 'critic', topicKey: 'bell', content: 'One. Two.' })
  expect(made.status).toBe(201)
  const { id } = made.json()
  const at = `/api/memory/${id}`
  expect((await server.get(at)).json()).toMatchObject({
    memoryId: id,
    repLevel: 3,
    content: 'One. Two.',
    escalated: false,
  })
  expect((await server.get(`${at}?level=more`)).json()).toMatchObject({ repLevel: 4, escalated: true })
  expect((await server.post(`${at}/versions`, { repLevel: 5, content: 'All.' })).json()).toMatchObject({
    id: 'ver-5',
  })
  expect((await server.post(`${at}/versions`, { repLevel: 2 })).json()).toMatchObject({ derivedFrom: 'ver-1' })
  expect(refusal(await server.post(`${at}/versions`, { repLevel: 2, derivedFrom: 'ver-99' }))).toEqual([
    400,
    'invalid_request',
  ])
  expect((await server.post(`${at}/events`, { text: 'Six.' })).json()).toMatchObject({ id: 'evt-1', author: 'user' })
  expect((await server.get(`${at}/versions`)).json()).toMatchObject({ versions: { length: 6 } })
  expect((await server.get(`${at}/evidence`)).json()).toMatchObject({ events: [{ seq: 1, text: 'Six.' }] })
  expect((await server.put(`${at}/active/ver-5`)).json()).toMatchObject({ activeVersionId: 'ver-5' })
  expect((await server.get(at)).json()).toMatchObject({ repLevel: 5, versionId: 'ver-5' })
  expect(refusal(await server.put(`${at}/active/ver-99`))).toEqual([404, 'not_found'])
  expect((await server.put(`${at}/pin`, { pinnedMinLevel: 4 })).json()).toMatchObject({ pinnedMinLevel: 4 })
  expect((await server.put(`${at}/pin`, { pinnedMinLevel: null })).json()).not.toHaveProperty('pinnedMinLevel')
  await server.put(`${at}/state`, { state: 'archived' })
  expect(refusal(await server.get(at))).toEqual([409, 'memory_excluded'])
  expect((await server.get(`${at}?includeArchived=true`)).status).toBe(200)
  expect((await server.put(`${at}/state`, { state: 'active' })).json()).not.toHaveProperty('archivedAt')
  expect((await server.get('/api/memory?agentId=critic')).json()).toMatchObject({
    items: [{ id, levels: [1, 2, 3, 4, 5] }],
  })
  expect((await server.post('/api/memory/decay', { dryRun: true })).json()).toEqual({
    dryRun: true,
    archived: [],
    expired: [],
  })
  expect(refusal(await server.get('/api/memory/mem-99'))).toEqual([404, 'not_found'])
  expect(refusal(await server.post('/api/memory', { agentId: 'nobody', topicKey: 'x' }))).toEqual([404, 'not_found'])
  expect(
    refusal(await server.post('/api/memory', { agentId: 'critic', topicKey: 'x', content: 'x'.repeat(8001) })),
  ).toEqual([400, 'invalid_request'])
})

test('telemetry sums up, takes reports of pages, and is configured', async () => {
  const conferenceId = 'conf_00112233445566aa'
  mkdirSync(control('conferences', conferenceId), { recursive: true })
  writeFileSync(control('conferences', conferenceId, 'conference.json'), '{}')
  const report = (more: object) => server.post('/api/telemetry/conference', { conferenceId, type: 'cot-leak', ...more })
  expect((await report({ agentId: 'critic' })).json()).toEqual({ status: 'ok' })
  expect((await report({ type: 'format_error' })).json()).toEqual({ status: 'ok' })
  expect(refusal(await report({ type: 'rude' }))).toEqual([400, 'invalid_request'])
  expect(refusal(await report({ conferenceId: 'conf_none' }))).toEqual([404, 'not_found'])
  expect(refusal(await report({ conferenceId: '../x' }))).toEqual([400, 'invalid_id'])
  expect(refusal(await report({ agentId: 'nobody' }))).toEqual([404, 'not_found'])
  const { totals, session, conferences, conferenceAgents } = (await server.get('/api/telemetry/summary')).json()
  expect(conferences[conferenceId]).toMatchObject({ cot_leak: 1, format_error: 1, codes: { 'cot-leak': 1 } })
  expect(conferences[conferenceId].client_reported).toEqual({ 'cot-leak': 1, format_error: 1 })
  expect(conferenceAgents[conferenceId].critic.cot_leak).toBe(1)
  expect([totals.cot_leak, session.totals.cot_leak]).toEqual([0, 0])
  expect(session.id).toMatch(/^\d{8}_\d{6}_[0-9a-f]{4}$/)
  expect((await server.get('/api/telemetry/status')).json()).toMatchObject({ enabled: true })
  expect((await server.get('/api/telemetry/config')).json()).toEqual({
    enabled: true,
    maxSessions: 200,
    maxAgeDays: 90,
    maxTotalMb: 50,
  })
  expect((await server.put('/api/telemetry/config', { maxSessions: 3 })).json()).toMatchObject({
    maxSessions: 3,
    maxAgeDays: 90,
  })
  expect(refusal(await server.put('/api/telemetry/config', { maxSessions: 0 }))).toEqual([400, 'invalid_request'])
  expect((await server.post('/api/telemetry/prune')).json()).toMatchObject({ removed: 0, files: 1 })
})

test('tiers show their policy, their caps and what moved them', async () => {
  expect((await server.get('/api/tiers/policy')).json()).toMatchObject({ windowSize: 20, promotionStreak: 5 })
  expect((await server.put('/api/tiers/policy', { clampTurns: 4 })).json()).toMatchObject({
    clampTurns: 4,
    windowSize: 20,
  })
  expect(refusal(await server.put('/api/tiers/policy', { clampTurns: -1 }))).toEqual([400, 'invalid_request'])
  const caps = async (query = '') => (await server.get(`/api/tiers/agents/planner/caps${query}`)).json()
  expect(await caps()).toMatchObject({
    model: 'extractive',
    tier: null,
    source: 'fallback',
    caps: { toolActions: 6 },
  })
  const result = (more: object) => server.post('/api/tiers/agents/planner/task-result', { model: 'm1', ...more })
  for (let n = 0; n < 4; n++) await result({ verified: true, atCap: true })
  expect((await result({ verified: true, atCap: true })).json()).toMatchObject({
    change: 'promoted',
    record: { tier: 2 },
  })
  expect(await caps('?model=m1')).toMatchObject({ tier: 2, source: 'tier', caps: { toolActions: 4, safeSteps: 6 } })
  const { agents } = (await server.get('/api/tiers/agents')).json()
  expect(agents.find((each: { agentId: string }) => each.agentId === 'planner').models).toMatchObject([
    { model: 'm1', tier: 2, streak: 0, window: { length: 5 }, caps: { outputTokens: 960 } },
  ])
  expect(JSON.parse(readFileSync(control('tiers', 'events.jsonl'), 'utf8'))).toMatchObject({
    agentId: 'planner',
    change: 'promoted',
    source: 'external',
  })
  expect(refusal(await server.get('/api/tiers/agents/nobody/caps'))).toEqual([404, 'not_found'])
  expect(refusal(await server.post('/api/tiers/agents/nobody/task-result', { verified: true }))).toEqual([
    404,
    'not_found',
  ])
})

test('credits are given by people for their own reasons', async () => {
  const answer = await server.post('/api/credits', { agentId: 'writer', reason: 'commendation' })
  expect([answer.status, answer.json()]).toMatchObject([201, { amount: 1, verifiedBy: 'user' }])
  for (const reason of [
    'evidence-verified',
    'evidence-precise',
    'failed-verification',
    'hallucination',
    'resolved-issue',
  ]) {
    expect(refusal(await server.post('/api/credits', { agentId: 'writer', reason }))).toEqual([400, 'invalid_request'])
  }
  const own = { agentId: 'writer', reason: 'helpful', verifiedBy: 'writer' }
  expect(refusal(await server.post('/api/credits', own))).toEqual([400, 'self_award'])
  expect((await server.get('/api/credits?agentId=writer')).json()).toMatchObject({ total: 1, nextCursor: null })
  expect((await server.get('/api/credits/profiles/writer')).json()).toMatchObject({
    total: 1,
    events: 1,
    tier: 'none',
  })
  expect((await server.get('/api/credits/profiles')).json().profiles).toContainEqual(
    expect.objectContaining({ agentId: 'writer' }),
  )
  expect(refusal(await server.get('/api/credits/profiles/nobody'))).toEqual([404, 'not_found'])
})

test('notifications are filed, read, dismissed and cleared', async () => {
  await server.post('/api/notifications/clear', { all: true })
  const add = async (more: object) =>
    (await server.post('/api/notifications', { level: 'info', message: 'Look.', source: 'test', ...more })).json()
  const [one, two] = [await add({}), await add({ level: 'error', scope: 'jobs' })]
  expect(one).toMatchObject({ projectId: room.project, read: false, scope: 'workbench' })
  const list = async (query = '') => (await server.get(`/api/notifications${query}`)).json().notifications
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
  for (const query of ['?level=error', '?scope=jobs']) expect(await list(query)).toMatchObject([{ id: two.id }])
  expect(await list('?projectId=other')).toEqual([])
  expect((await server.get('/api/notifications/unread-count')).json()).toEqual({ count: 2 })
  expect((await server.put(`/api/notifications/${one.id}`, { read: true })).json()).toMatchObject({ read: true })
  expect(await list('?unread=true')).toMatchObject([{ id: two.id }])
  expect((await server.get(`/api/notifications/${one.id}`)).json().id).toBe(one.id)
  expect((await server.post('/api/notifications/mark-all-read')).json()).toEqual({ marked: 1 })
  expect((await server.post('/api/notifications/clear')).json()).toEqual({ removed: 1 })
  expect(await list()).toMatchObject([{ id: two.id }])
  expect((await remove(`/api/notifications/${two.id}`)).json()).toEqual({ removed: 1 })
  expect(refusal(await remove(`/api/notifications/${two.id}`))).toEqual([404, 'not_found'])
  expect(refusal(await server.get('/api/notifications/ntf-999'))).toEqual([404, 'not_found'])
  expect(refusal(await server.put('/api/notifications/ntf-999', { read: true }))).toEqual([404, 'not_found'])
  expect(
    refusal(await server.post('/api/notifications', { level: 'info', message: 'x'.repeat(201), source: 's' })),
  ).toEqual([400, 'invalid_request'])
})

test('notifications take details up to a size only', async () => {
  const told = { level: 'info', message: 'Look.', source: 'test' }
  const details = (length: number) => server.post('/api/notifications', { ...told, details: 'x'.repeat(length) })
  const fits = await details(4094)
  expect(fits.status).toBe(201)
  expect(refusal(await details(4095))).toEqual([400, 'invalid_request'])
  expect((await remove(`/api/notifications/${fits.json().id}`)).status).toBe(200)
})

test.each([
  ['issues/issues.json', 'POST', '/api/issues', { title: 'x' }],
  ['credits/credits.json', 'POST', '/api/credits', { agentId: 'writer', reason: 'helpful' }],
  ['memory/items.json', 'POST', '/api/memory', { agentId: 'critic', topicKey: 'x' }],
  ['memory/issue-memory.json', 'GET', '/api/issue-memory/agents/critic', {}],
  ['tiers/policy.json', 'PUT', '/api/tiers/policy', { clampTurns: 3 }],
  ['telemetry/config.json', 'PUT', '/api/telemetry/config', { maxSessions: 3 }],
])('an unreadable file: %s is named and left alone', async (name, method, path, body) => {
  const file = control(...name.split('/'))
  mkdirSync(join(file, '..'), { recursive: true })
  const kept = existsSync(file) ? readFileSync(file) : undefined
  writeFileSync(file, '{"broken":')
  const answer = await (method === 'GET'
    ? server.get(path)
    : method === 'PUT'
      ? server.put(path, body)
      : server.post(path, body))
  expect([refusal(answer), answer.json().error.details]).toEqual([[409, 'store_corrupt'], { file: name.split('/')[1] }])
  expect(readFileSync(file, 'utf8')).toBe('{"broken":')
  if (kept) writeFileSync(file, kept)
})

test('readers look, writers write, and only admins govern', async () => {
  const reader = await member(server.app, 'ruth', 'default', 'reader')
  const writer = await member(server.app, 'will', 'default', 'writer')
  const status = async ({ headers }: typeof reader, method: string, path: string, body = {}) => {
    const sent = { method, headers: { 'content-type': 'application/json', ...headers } }
    return (await server.send(path, method === 'GET' ? sent : { ...sent, body: JSON.stringify(body) })).status
  }
  const looks = [
    'issues',
    'issue-memory/agents/critic',
    'memory',
    'telemetry/summary',
    'tiers/policy',
    'credits',
    'notifications',
  ]
  for (const path of looks) expect([path, await status(reader, 'GET', `/api/${path}`)]).toEqual([path, 200])
  const writes: [string, string, object, number][] = [
    ['POST', '/api/issues', { title: 'x' }, 201],
    ['POST', '/api/memory', { agentId: 'critic', topicKey: 'x' }, 201],
    ['POST', '/api/credits', { agentId: 'writer', reason: 'helpful' }, 201],
    ['POST', '/api/notifications', { level: 'info', message: 'x', source: 's' }, 201],
    ['POST', '/api/tiers/agents/editor/task-result', { verified: false }, 200],
  ]
  for (const [method, path, body, done] of writes) {
    expect([path, await status(reader, method, path, body)]).toEqual([path, 403])
    expect([path, await status(writer, method, path, body)]).toEqual([path, done])
  }
  for (const [method, path] of [
    ['PUT', '/api/tiers/policy'],
    ['PUT', '/api/telemetry/config'],
    ['POST', '/api/telemetry/prune'],
  ] as const) {
    expect([path, await status(writer, method, path)]).toEqual([path, 403])
  }
  const { issues } = (await server.get('/api/issues?limit=1')).json()
  expect(issues[0].openedBy).toBe('will')
})

test('people and the feed are notified when the Chief is missing and when the audit does not verify', async () => {
  await server.post('/api/notifications/clear', { all: true })
  await server.put('/api/agents/chief/status', { enabled: false })
  await server.put('/api/agents/chief/status', { enabled: true })
  const { session_id } = (await server.post('/api/tools/file_reader/run', { args: { file_path: scene } })).json()
  expect((await server.post('/api/audit/verify')).json().status).toBe('ok')
  const log = control('audit', 'sessions', session_id, 'tool_receipts.jsonl')
  writeFileSync(log, readFileSync(log, 'utf8').replace('file_reader', 'file_locator'))
  expect((await server.post('/api/audit/verify', { sessionId: session_id })).json().status).toBe('tampered')
  const { notifications } = (await server.get('/api/notifications')).json()
  expect(notifications).toMatchObject([
    { level: 'error', persistent: true, message: `The audit of ${session_id} does not verify.` },
    { category: 'blocking', message: 'The room needs exactly one enabled Chief and has 0.' },
  ])
  const entries = await room.db.read(tx => tx.raw(`select id from activity where type = 'room_audit_failed'`))
  expect(entries).toHaveLength(1)
})
