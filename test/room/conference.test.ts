import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  roomAttendeeInvite,
  roomAttendeeMute,
  roomAttendeeRemove,
  roomConferenceOpen,
  roomConferenceShow,
  roomConferenceTranscript,
  roomRoundStart,
} from '../../src/room/conference/operations.ts'
import { creditStore } from '../../src/room/credits/store.ts'
import { abstain, callOf, done, grounded, openMeeting, promptsOf, quote, reading, scene } from './support/conference.ts'
import { openTestRoom } from './support/open-room.ts'

const silentChief = [reading, done, abstain]

/** C1 to C10 are the ten acceptance tests of the requirement document, in its order. */
it('C1: a conference runs the valid call of the Chief once, with a receipt that verifies and its result in the buffer', async () => {
  const meeting = await openMeeting({ chief: silentChief, critic: [abstain] })
  const { id, room, models } = meeting
  const round = await meeting.round()
  expect(round).toMatchObject({ state: 'closed', phase1: { state: 'accepted', note: 'final' } })
  const receipts = await room.audit.receiptsOf(id)
  expect(receipts).toMatchObject([
    {
      tool_id: 'file_reader',
      ok: true,
      surface: 'conference',
      conference_id: id,
      round_id: round.roundId,
      agent_id: 'chief',
    },
  ])
  expect(round.phase1.receiptIds).toEqual([receipts[0]?.receipt_id])
  expect(await room.audit.verifySession(id)).toMatchObject({ status: 'ok', count: 1 })
  const [prompt = ''] = promptsOf(models.critic ?? failing())
  expect(prompt).toContain(`receipt_id: ${receipts[0]?.receipt_id}`)
  expect(prompt).toContain(quote)
})

it('C2: a conference rejects a call with a wrong nonce: nothing runs, the log is as it was, and the round goes on', async () => {
  const wrong = callOf('file_reader', { file_path: scene }, '0'.repeat(32))
  const meeting = await openMeeting({ chief: [wrong, abstain], critic: [abstain] })
  const round = await meeting.round()
  expect(round.phase1).toMatchObject({
    state: 'rejected',
    receiptIds: [],
    stopHook: { type: 'tool_call_rejected', code: 'tool_call_nonce_invalid', detail: 'nonce-mismatch' },
  })
  expect(await meeting.room.audit.log(meeting.id)).toBeUndefined()
  expect(round).toMatchObject({ state: 'closed', turns: [{ state: 'abstained' }, { state: 'abstained' }] })
  const { messages } = await meeting.call(roomConferenceTranscript, { id: meeting.id })
  expect(messages[1]).toMatchObject({
    kind: 'system',
    content: '[Phase 1] STOP_HOOK: tool_call_rejected\nReason: tool_call_nonce_invalid (nonce-mismatch)',
  })
  const [prompt = ''] = promptsOf(meeting.models.critic ?? failing())
  expect(prompt).toContain('No data was gathered in this round.')
})

it('C3: a conference rejects a call with arguments that do not fit, and nothing runs', async () => {
  const meeting = await openMeeting({ chief: [callOf('file_reader', { file: 3, line: 1 }), abstain] })
  const round = await meeting.round()
  expect(round.phase1.stopHook).toMatchObject({ type: 'tool_call_rejected', code: 'tool_call_invalid_args' })
  expect(await meeting.room.audit.receiptsOf(meeting.id)).toEqual([])
})

it('a conference keeps what was gathered before a call of phase 1 was rejected', async () => {
  const meeting = await openMeeting({ chief: [reading, 'Now I know.', abstain], critic: [grounded] })
  const round = await meeting.round()
  expect(round.phase1).toMatchObject({ state: 'rejected', stopHook: { detail: 'decision-required' } })
  expect(round.phase1.receiptIds).toHaveLength(1)
  expect(round.turns).toMatchObject([{ state: 'abstained' }, { agentId: 'critic', state: 'accepted' }])
})

it('C4: a conference rejects a quote that is not in the file, after its retry', async () => {
  const invented = `Blue.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`
  const meeting = await openMeeting({ chief: silentChief, critic: [invented, invented] })
  const round = await meeting.round()
  expect(round.turns[1]).toMatchObject({
    state: 'rejected',
    attempts: 2,
    stopHook: { type: 'grounding_required', code: 'quote-not-found', detail: 'absent' },
    journal: { retries: ['quote-not-found'] },
  })
  expect(round.turns[1]?.content).toBeUndefined()
  const { cards } = await meeting.call(roomConferenceShow, { id: meeting.id })
  expect(cards[1]).toMatchObject({
    subtitle: 'Rejected',
    tone: 'orange',
    tooltip: 'The quote is not in the cited file.',
  })
  const { messages } = await meeting.call(roomConferenceTranscript, { id: meeting.id })
  expect(messages.map(({ content }) => content)).toEqual([
    'What color are her eyes?',
    'STOP_HOOK: grounding_required\nReason: quote-not-found (absent)',
  ])
})

it("C5: a conference accepts **Evidence:** with the Chief's receipt, the quote and the file", async () => {
  const meeting = await openMeeting({ chief: silentChief, critic: [grounded] })
  const round = await meeting.round()
  expect(round.turns[1]).toMatchObject({
    state: 'accepted',
    verdict: { status: 'accepted', receipts: round.phase1.receiptIds, spans: [{ path: scene, start_line: 17 }] },
  })
  const [event] = await meeting.events('turn.accepted')
  expect(event).toMatchObject({ agentId: 'critic', content: round.turns[1]?.content, roundId: round.roundId })
})

it('C6: a conference rejects a claim about structure without line, section or entry', async () => {
  const loose =
    'The scene is long.\nEvidence: [structural] Story/Scenes/SCN-04-the-causeway.md receipt_id: {{receipt:last}}'
  const meeting = await openMeeting({ chief: silentChief, critic: [loose, loose] })
  const { turns } = await meeting.round()
  expect(turns[1]).toMatchObject({ state: 'rejected', stopHook: { code: 'missing-location' } })
})

it('C7: a conference shows ABSTAIN on the card only: no message, no check of evidence', async () => {
  const meeting = await openMeeting({ chief: silentChief, critic: ['  abstain\n'], editor: ['ABSTAIN.', 'ABSTAIN'] })
  const round = await meeting.round()
  expect(round.turns.map(({ agentId, state, attempts }) => [agentId, state, attempts])).toEqual([
    ['chief', 'abstained', 1],
    ['editor', 'abstained', 2],
    ['critic', 'abstained', 1],
  ])
  expect(round.turns[2]?.verdict).toMatchObject({ status: 'abstained', spans: [], receipts: [] })
  const { cards } = await meeting.call(roomConferenceShow, { id: meeting.id })
  expect(cards.find(({ agentId }) => agentId === 'critic')).toMatchObject({
    subtitle: 'Abstained',
    tone: 'yellow',
    tooltip: 'This agent had nothing to add from their role this round.',
  })
  expect(cards[0]).toMatchObject({
    subtitle: 'Moderator',
    tone: 'green',
    badge: { label: 'Abstained', tone: 'yellow' },
  })
  const { messages } = await meeting.call(roomConferenceTranscript, { id: meeting.id })
  expect(messages.map(({ kind }) => kind)).toEqual(['user'])
  expect(await meeting.events('turn.retry')).toMatchObject([{ agentId: 'editor', reason: 'missing' }])
  expect(await creditStore(meeting.room.control).all()).toEqual([])
})

it('C8: a conference shows no agent what another one said in the same round', async () => {
  const canary = (name: string) => `${grounded.replace('Her eyes', `Canary-${name}: her eyes`)}`
  const names = ['chief', 'writer', 'editor', 'critic']
  const scripts = Object.fromEntries(names.map(name => [name, [canary(name)]]))
  const meeting = await openMeeting({ ...scripts, chief: [reading, done, canary('chief')] })
  const round = await meeting.round()
  expect(round.turns.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
  for (const model of Object.values(meeting.models)) {
    for (const prompt of promptsOf(model)) expect(prompt).not.toContain('Canary-')
  }
})

it('C9: a conference closes into one issue with the exact title, the whole transcript and the receipts of this round only', async () => {
  const meeting = await openMeeting({
    chief: [reading, done, abstain, reading, done, abstain],
    writer: [abstain, abstain],
    critic: [grounded, grounded],
  })
  const { id, room, root } = meeting
  await meeting.call(roomAttendeeMute, { id, agentId: 'writer', muted: true })
  const first = await meeting.round()
  const second = await meeting.round('And again?')
  const issues = (await room.issues.all()).filter(({ openedBy }) => openedBy === 'conference')
  expect(issues.map(({ title }) => title)).toEqual([`Conference ${id} — Turn 1`, `Conference ${id} — Turn 2`])
  expect(issues[1]).toMatchObject({
    openedBy: 'conference',
    tags: ['conference-transcript', 'round-2'],
    priority: 'normal',
    status: 'closed',
    memoryLevel: 5,
    sourceKey: `round:${second.roundId}`,
  })
  const [receipt] = second.phase1.receiptIds
  expect(issues[1]?.body).toBe(
    [
      `Session: ${id}`,
      `Round: 2 (${second.roundId})`,
      `Began: ${second.createdAt}`,
      `Ended: ${second.endedAt}`,
      `Receipts: ${receipt} (file_reader)`,
      'Abstained: Chief',
      'Muted: Writer',
      'Rejected: none',
      '',
      '**User**',
      '',
      'And again?',
      '',
      '**Critic (Critic)**',
      '',
      second.turns.at(-1)?.content,
      '',
    ].join('\n'),
  )
  const filed = await room.audit.issue(second.issueId ?? 0)
  expect(filed?.status).toBe('ok')
  expect(filed?.entries.map(({ kind, packetId }) => [kind, packetId])).toEqual([
    ['session-receipts', second.roundId],
    ['session-receipts-ref', second.roundId],
    ['round-transcript', second.roundId],
  ])
  const copy = await room.audit.issueFile(second.issueId ?? 0, filed?.entries[0]?.filename ?? '')
  expect(copy?.toString()).toBe((await room.audit.log(id))?.toString().split('\n').slice(1).join('\n'))
  const log = readFileSync(join(root, 'private', 'conference_log.md'), 'utf8')
  expect(log.match(/<!-- rnd_[0-9a-f]{16} -->/g)).toEqual([`<!-- ${first.roundId} -->`, `<!-- ${second.roundId} -->`])
  expect(await meeting.events('round.closed')).toMatchObject([
    { number: 1, issueId: first.issueId, linked: 1 },
    { number: 2, issueId: second.issueId, linked: 1 },
  ])
})

it('C10: a conference begins the next round with an empty buffer and nothing of the last, while people still see it', async () => {
  const canary = grounded.replace('Her eyes', 'Canary-one: her eyes')
  const searching = callOf('search_issues', { status: 'all' })
  const meeting = await openMeeting({
    chief: [reading, done, canary, searching, done, abstain],
    critic: [canary, abstain],
  })
  const first = await meeting.round('Canary-prompt: what color are her eyes?')
  const before = Object.values(meeting.models).map(({ requests }) => requests.length)
  await meeting.round('What is open?')
  const later = Object.values(meeting.models).flatMap((model, index) => promptsOf(model).slice(before[index]))
  expect(later).toHaveLength(4)
  for (const prompt of later) {
    expect(prompt).not.toContain('Canary-')
    expect(prompt).not.toContain(first.phase1.receiptIds[0])
    expect(prompt).not.toContain(quote)
  }
  expect(later[1]).toContain('"excluded": 1')
  const { messages } = await meeting.call(roomConferenceTranscript, { id: meeting.id })
  expect(messages.map(({ number, content }) => [number, content.slice(0, 13)])).toEqual([
    [1, 'Canary-prompt'],
    [1, 'Canary-one: h'],
    [1, 'Canary-one: h'],
    [2, 'What is open?'],
  ])
  const cards = (await meeting.call(roomConferenceShow, { id: meeting.id })).cards
  expect(cards[1]).toMatchObject({ subtitle: 'Abstained' })
})

it('C11: a conference needs exactly one Chief, who can be neither muted nor removed', async () => {
  const opened = await openTestRoom()
  const { room } = opened
  const open = () => roomConferenceOpen.run(roomConferenceOpen.input.parse({}), opened.context())
  const { id } = await open()
  const enable = (enabled: boolean) =>
    room.agents.change(registry => ({
      next: { ...registry, agents: registry.agents.map(each => (each.id === 'chief' ? { ...each, enabled } : each)) },
      result: null,
    }))
  const lead = (canBeTeamLead: boolean) =>
    room.agents.change(registry => ({
      next: {
        ...registry,
        agents: registry.agents.map(each => (each.id === 'editor' ? { ...each, canBeTeamLead } : each)),
      },
      result: null,
    }))
  const start = () => roomRoundStart.run({ id, prompt: 'x' }, opened.context())
  await enable(false)
  await expect(open()).rejects.toMatchObject({ wire: 'chief_required', details: { count: 0 } })
  await expect(start()).rejects.toMatchObject({ wire: 'chief_required', details: { count: 0 } })
  await enable(true)
  await lead(true)
  await expect(open()).rejects.toMatchObject({ wire: 'chief_required', details: { count: 2 } })
  await expect(start()).rejects.toMatchObject({ wire: 'chief_required', details: { count: 2 } })
  await lead(false)
  const mute = roomAttendeeMute.run({ id, agentId: 'chief', muted: true }, opened.context())
  await expect(mute).rejects.toMatchObject({ wire: 'chief_locked' })
  const kick = roomAttendeeRemove.run({ id, agentId: 'chief' }, opened.context())
  await expect(kick).rejects.toMatchObject({ wire: 'chief_locked' })
  const unlisted = await roomConferenceOpen.run({ attendees: ['critic'] }, opened.context())
  expect(unlisted.attendees.map(({ agentId }) => agentId)).toEqual(['chief', 'critic'])
})

it('a conference takes a new Chief into the next round and keeps the former as a participant', async () => {
  const meeting = await openMeeting({ chief: [abstain], editor: ['NO_TOOLS_NEEDED', abstain] })
  await meeting.room.agents.change(registry => ({
    next: {
      ...registry,
      agents: registry.agents.map(each =>
        each.id === 'chief' ? { ...each, role: 'librarian' } : { ...each, canBeTeamLead: each.id === 'editor' },
      ),
    },
    result: null,
  }))
  const round = await meeting.round()
  expect(round).toMatchObject({ chiefId: 'editor', turns: [{ agentId: 'editor' }, { agentId: 'chief' }] })
  expect((await meeting.call(roomConferenceShow, { id: meeting.id })).chiefId).toBe('editor')
})

it('C15: a conference skips a muted agent, shown in red, and a removed one is absent from the next turn on', async () => {
  const meeting = await openMeeting({
    chief: ['NO_TOOLS_NEEDED', abstain],
    writer: [],
    editor: [],
    critic: [abstain],
  })
  const { id } = meeting
  await meeting.call(roomAttendeeMute, { id, agentId: 'editor', muted: true })
  await meeting.call(roomAttendeeRemove, { id, agentId: 'writer' })
  const round = await meeting.round()
  expect(round.turns.map(({ agentId, state }) => [agentId, state])).toEqual([
    ['chief', 'abstained'],
    ['editor', 'skipped'],
    ['critic', 'abstained'],
  ])
  const { cards } = await meeting.call(roomConferenceShow, { id })
  expect(cards.map(({ agentId, subtitle, tone }) => [agentId, subtitle, tone])).toEqual([
    ['chief', 'Moderator', 'green'],
    ['editor', 'Muted', 'red'],
    ['critic', 'Abstained', 'yellow'],
  ])
  expect(cards[1]?.tooltip).toBe('Muted: skipped in rounds.')
  expect(await meeting.events('turn.skipped')).toMatchObject([{ agentId: 'editor' }])
})

it('a conference applies mute, removal and invitation to turns that have not begun', async () => {
  const meeting = await openMeeting({
    chief: ['NO_TOOLS_NEEDED', '{{sleep:400}}ABSTAIN'],
    writer: [abstain],
    editor: [abstain],
  })
  const { id } = meeting
  meeting.script('critic', [abstain])
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).turns.length).toBe(1)
  await meeting.call(roomAttendeeRemove, { id, agentId: 'writer' })
  await meeting.call(roomAttendeeMute, { id, agentId: 'editor', muted: true })
  await meeting.call(roomAttendeeInvite, { id, agentId: 'critic' })
  await expect.poll(async () => (await meeting.record(1)).state).toBe('closed')
  expect((await meeting.record(1)).turns.map(({ agentId, state }) => [agentId, state])).toEqual([
    ['chief', 'abstained'],
    ['editor', 'skipped'],
    ['critic', 'abstained'],
  ])
})

function failing(): never {
  throw new Error('Nobody of this name was asked.')
}
