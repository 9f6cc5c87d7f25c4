import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openJobs } from '../../src/jobs/jobs.ts'
import { runClientTurn } from '../../src/room/conference/client-turn.ts'
import {
  roomConferenceClose,
  roomConferenceList,
  roomConferenceSaveIssue,
  roomConferenceShow,
  roomConferenceTranscript,
  roomRoundCancel,
  roomRoundClose,
  roomRoundList,
  roomRoundResume,
  roomRoundRun,
  roomRoundStart,
  roomRoundStatus,
} from '../../src/room/conference/operations.ts'
import { recoverConferences } from '../../src/room/conference/recover.ts'
import { beginTurn } from '../../src/room/conference/round.ts'
import { changeRound, conferenceEvents, openConferences } from '../../src/room/conference/store.ts'
import { mintId } from '../../src/room/ids.ts'
import { expectPromptsOfOneSize } from './prompt-sizes.ts'
import { abstain, callOf, done, grounded, openMeeting, promptsOf, reading, scene } from './support/conference.ts'

it('C13: a round ends within two seconds of a cancellation, with nothing half said, and archives what people saw', async () => {
  const meeting = await openMeeting({ chief: [reading, done, grounded], critic: ['{{hang}}'], continuity: [abstain] })
  const { id, room } = meeting
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).turns[1]?.state).toBe('running')
  expect(await meeting.call(roomRoundCancel, { id, n: 1 })).toMatchObject({ state: 'cancelled' })
  const round = await meeting.record(1)
  expect(round.turns.map(({ agentId, state, content }) => [agentId, state, content !== undefined])).toEqual([
    ['chief', 'accepted', true],
    ['critic', 'cancelled', false],
  ])
  const issue = await room.issues.get(round.issueId ?? 0)
  expect(issue?.tags).toEqual(['conference-transcript', 'round-1', 'round-cancelled'])
  expect(issue?.body).toContain(round.turns[0]?.content)
  expect(await meeting.events('round.cancelled')).toMatchObject([{ number: 1, issueId: round.issueId, linked: 1 }])
  expect((await room.turnQueue.view()).holder).toBeNull()
  const { messages } = await meeting.call(roomConferenceTranscript, { id })
  expect(messages.map(({ kind }) => kind)).toEqual(['user', 'agent'])
  const over = { wire: 'round_state', details: { state: 'cancelled' } }
  await expect(meeting.call(roomRoundCancel, { id, n: 1 })).rejects.toMatchObject(over)
  await expect(meeting.call(roomRoundClose, { id, n: 1 })).rejects.toMatchObject(over)
  await expect(meeting.call(roomRoundResume, { id, n: 1 })).rejects.toMatchObject(over)
})

it('a round leaves no issue when it is cancelled before anything was seen', async () => {
  const meeting = await openMeeting({ chief: ['{{hang}}'] })
  const { id, room } = meeting
  const before = (await room.issues.all()).length
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).phase1.state).toBe('running')
  await meeting.call(roomRoundCancel, { id, n: 1 })
  expect(await meeting.record(1)).toMatchObject({ state: 'cancelled', phase1: { state: 'cancelled' }, turns: [] })
  expect(await room.issues.all()).toHaveLength(before)
  expect((await meeting.call(roomConferenceShow, { id })).activeRoundId).toBeNull()
})

it('a round is cancelled by another process too', async () => {
  const meeting = await openMeeting({ chief: ['NO_TOOLS_NEEDED', '{{hang}}'] })
  const { id } = meeting
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).turns[0]?.state).toBe('running')
  const room = { ...meeting.room, jobs: openJobs(() => {}), conferences: openConferences(meeting.room) }
  const elsewhere = {
    ...meeting.context(),
    rooms: { ...meeting.context().rooms, of: async () => room },
  }
  expect(await roomRoundCancel.run({ id, n: 1 }, elsewhere)).toMatchObject({ state: 'cancelled' })
})

it('a round is the only one of its conference, and the same key does not begin it twice', async () => {
  const meeting = await openMeeting({ chief: ['{{sleep:300}}NO_TOOLS_NEEDED', abstain] })
  const { id } = meeting
  const start = (key?: string) => meeting.call(roomRoundStart, { id, prompt: 'x', ...(key && { idempotencyKey: key }) })
  const first = await start('k')
  await expect(start()).rejects.toMatchObject({ wire: 'round_running' })
  expect(await start('k')).toMatchObject({ roundId: first.roundId, number: 1 })
  await expect(meeting.call(roomConferenceClose, { id })).rejects.toMatchObject({ wire: 'round_running' })
  await expect.poll(async () => (await meeting.call(roomConferenceShow, { id })).activeRoundId).toBeNull()
  expect(await start('k')).toMatchObject({ roundId: first.roundId, state: 'closed' })
  await meeting.call(roomConferenceClose, { id })
  await expect(start()).rejects.toMatchObject({ wire: 'conference_closed' })
  expect(await meeting.call(roomRoundList, { id })).toMatchObject({ rounds: [{ number: 1, state: 'closed' }] })
})

it('a round makes one round of one key, however many calls bring it at the same instant', async () => {
  const meeting = await openMeeting({ chief: ['NO_TOOLS_NEEDED', abstain, 'NO_TOOLS_NEEDED', abstain] })
  const { id } = meeting
  const run = () => meeting.call(roomRoundRun, { conferenceId: id, prompt: 'x', idempotencyKey: 'k' })
  const reports = await Promise.all([run(), run(), run()])
  expect(reports.map(({ number, state }) => [number, state])).toEqual(reports.map(() => [1, 'closed']))
  expect((await meeting.call(roomRoundList, { id })).rounds).toHaveLength(1)

  const client = { id, prompt: 'x', drive: 'client' as const, idempotencyKey: 'c' }
  const started = await Promise.all([meeting.call(roomRoundStart, client), meeting.call(roomRoundStart, client)])
  expect(started.map(({ number }) => number)).toEqual([2, 2])
})

it('a round takes a tool policy and refuses one that leaves no tool', async () => {
  const meeting = await openMeeting({ chief: [reading, abstain] })
  const { id } = meeting
  const start = (toolPolicy: unknown) => meeting.call(roomRoundStart, { id, prompt: 'x', toolPolicy })
  await expect(start({ allowedTools: [] })).rejects.toMatchObject({ wire: 'invalid_tool_policy' })
  await expect(start({ allowedTools: ['web_search'] })).rejects.toMatchObject({
    wire: 'invalid_tool_policy',
    details: { problem: 'unknown-tool', names: ['web_search'] },
  })
  const round = await meeting.round('x', { toolPolicy: { allowedTools: ['list_files'], requireTool: true } })
  expect(round.toolPolicy).toEqual({ allowedTools: ['file_locator'], requireTool: true })
  expect(round.phase1.stopHook).toMatchObject({
    code: 'tool_call_unknown_tool',
    detail: 'tool-not-allowed:file_reader',
  })
  await expect(meeting.call(roomRoundStart, { id, prompt: 'x'.repeat(65_537) })).rejects.toMatchObject({
    wire: 'too_large',
  })
})

it('a round runs exactly three tools for six agents and three calls', async () => {
  const decide = (tool: string, args: object) => JSON.stringify({ action: 'tool', tool, args, nonce: '{{nonce}}' })
  const all = ['planner', 'writer', 'editor', 'critic', 'continuity']
  const meeting = await openMeeting({
    chief: [
      reading,
      decide('outline_analyzer', { mode: 'structure' }),
      decide('file_locator', { search_criteria: 'bell' }),
      done,
      abstain,
    ],
    ...Object.fromEntries(all.map(agent => [agent, [abstain]])),
  })
  const round = await meeting.round()
  expect(round.turns).toHaveLength(6)
  expect(await meeting.room.audit.receiptsOf(meeting.id)).toHaveLength(3)
  expect((await meeting.events('tool.finished')).map(({ toolId }) => toolId)).toEqual([
    'file_reader',
    'outline_analyzer',
    'file_locator',
  ])
  expect(round.phase1.journal?.budget).toMatchObject({ steps_used: 3, steps_max: 6, bytes_max: 48_000 })
  for (const agent of all) {
    expect(meeting.models[agent]?.requests).toHaveLength(1)
    expect(promptsOf(meeting.models[agent] ?? never())[0]).not.toContain('Tool Call Protocol')
  }
})

it('a round reports its events in order, numbered, and never what a model wrote before it was accepted', async () => {
  const secret = `Canary-unchecked.\nEvidence: ${scene}: "not in this file at all"`
  const meeting = await openMeeting({
    chief: ['Canary-prose instead of a call', grounded.replace(' receipt_id: {{receipt:last}}', '')],
    writer: [secret, secret],
    editor: ['STOP_HOOK: conflict\nCanary-stop'],
    critic: ['{{fail:provider_auth}}'],
  })
  await meeting.round()
  const events = await meeting.events()
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const told = events.filter(({ type }) => type !== 'card.updated' && type !== 'turn.progress')
  expect(told.map(({ type, agentId }) => (agentId ? `${type} ${agentId}` : type))).toEqual([
    'conference.opened',
    'round.started',
    'phase.started',
    'turn.started chief',
    'phase.finished',
    'phase.started',
    'turn.started chief',
    'turn.accepted chief',
    'turn.started writer',
    'turn.retry writer',
    'turn.rejected writer',
    'turn.started editor',
    'turn.stopped editor',
    'turn.started critic',
    'turn.error critic',
    'phase.finished',
    'round.closing',
    'round.closed',
  ])
  expect(JSON.stringify(events)).not.toContain('Canary-')
  const cards = events.filter(({ type, agentId }) => type === 'card.updated' && agentId === 'writer')
  expect(cards.map(({ subtitle, tone }) => [subtitle, tone])).toEqual([
    ['Participant', 'default'],
    ['Responding', 'default'],
    ['Rejected', 'orange'],
  ])
  const source = conferenceEvents(meeting.room, meeting.id)
  expect(await source.isKnown()).toBe(true)
  expect((await source.after(events.length - 2)).map(({ type }) => type)).toEqual(
    events.slice(-2).map(({ type }) => type),
  )
  expect(await source.isOver()).toBe(false)
  expect(await conferenceEvents(meeting.room, 'conf_0000000000000000').isKnown()).toBe(false)
})

it('a round reports itself to agents that run it: states, reasons and what was said', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: [grounded], editor: ['', ''] })
  await meeting.round()
  const report = await meeting.call(roomRoundStatus, { conferenceId: meeting.id })
  expect(report).toMatchObject({
    number: 1,
    state: 'closed',
    turns: [
      { agentId: 'chief', state: 'abstained' },
      { agentId: 'editor', state: 'rejected', reason: 'empty' },
      { agentId: 'critic', state: 'accepted' },
    ],
  })
  expect(report.transcript.map(({ from }) => from)).toEqual(['user', 'Editor', 'Critic'])
  const unknown = meeting.call(roomRoundStatus, { conferenceId: meeting.id, number: 2 })
  await expect(unknown).rejects.toMatchObject({ wire: 'not_found' })
})

it('a round does not close on receipts that were tampered with, and can still be cancelled', async () => {
  const meeting = await openMeeting({ chief: [reading, done, '{{sleep:300}}ABSTAIN'] })
  const { id, room } = meeting
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).turns[0]?.state).toBe('running')
  const log = join(room.control, 'audit', 'sessions', id, 'tool_receipts.jsonl')
  writeFileSync(log, readFileSync(log, 'utf8').replace('"ok":true', '"ok":false'))
  await expect.poll(async () => (await meeting.record(1)).issueId).toBeDefined()
  await expect(meeting.call(roomRoundClose, { id, n: 1 })).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
  await expect(meeting.call(roomConferenceSaveIssue, { id })).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
  expect((await meeting.record(1)).state).toBe('closing')
  expect(await meeting.call(roomRoundCancel, { id, n: 1 })).toMatchObject({ state: 'cancelled' })
  expect(await meeting.record(1)).toMatchObject({ linked: 0 })
  await expect(meeting.call(roomRoundStart, { id, prompt: 'y' })).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
})

it('no prompt shows what others said, in this round or an earlier one, even when it was rejected', async () => {
  let minted = 0
  const marked = (reply: string) => `Canary-${String(++minted).padStart(3, '0')} ${reply}`
  const wrong = `Blue.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`
  const rounds = [0, 1, 2]
  const meeting = await openMeeting({
    chief: rounds.flatMap(() => [reading, done, marked(grounded)]),
    editor: rounds.flatMap(() => [marked(wrong), marked(wrong)]),
    critic: rounds.flatMap(() => [marked(wrong), marked(grounded)]),
  })
  for (const _ of rounds) {
    const { turns } = await meeting.round()
    expect(turns.map(({ state }) => state)).toEqual(['accepted', 'rejected', 'accepted'])
  }
  const shown = Object.values(meeting.models).flatMap(promptsOf)
  expect(shown).toHaveLength(21)
  // A retry shows an agent its own rejected reply, and that is all anybody ever sees of a reply.
  const retries = shown.filter(prompt => prompt.includes('your rejected reply'))
  expect(retries).toHaveLength(6)
  for (const prompt of retries) expect(new Set(prompt.match(/Canary-\d+/g)).size).toBe(1)
  expect(shown.filter(prompt => !retries.includes(prompt) && prompt.includes('Canary-'))).toEqual([])
})

it('a round that cannot go on waits for a person', async () => {
  const meeting = await openMeeting({ chief: ['NO_TOOLS_NEEDED', '{{sleep:200}}ABSTAIN'] })
  const { id, room } = meeting
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect.poll(async () => (await meeting.record(1)).turns.length).toBe(1)
  const journal = join(room.control, 'conferences', id, 'events.jsonl')
  const before = readFileSync(journal, 'utf8')
  writeFileSync(journal, `${before}{"seq":"no event"}\n`)
  await expect.poll(async () => (await meeting.record(1)).state).toBe('interrupted')
})

it('a conference as a whole is listed newest first, saved as one issue with all receipts, and exported as Markdown', async () => {
  const meeting = await openMeeting({ chief: [reading, done, grounded, reading, done, abstain] })
  const { id, room } = meeting
  await meeting.round('First?')
  await meeting.round('Second?')
  const { issueId } = await meeting.call(roomConferenceSaveIssue, { id, title: 'All of it' })
  expect(await room.issues.get(issueId)).toMatchObject({ title: 'All of it', status: 'closed' })
  const filed = await room.audit.issue(issueId)
  expect(filed?.entries.filter(({ kind }) => kind === 'session-receipts')).toHaveLength(2)
  const { markdown } = await meeting.call(roomConferenceTranscript, { id, format: 'md' })
  expect(
    markdown?.startsWith(`# Conference ${id}\n\n## Turn 1\n\n**User**\n\nFirst?\n\n**Chief (Chief of Staff)**`),
  ).toBe(true)
  const { conferences, nextCursor } = await meeting.call(roomConferenceList, { limit: 1 })
  expect(conferences).toMatchObject([{ id, roundCount: 2, state: 'open' }])
  expect(nextCursor).toBeNull()
})

it('a conference as a whole keeps prompts of round 5 as small as those of round 1', async () => {
  await expectPromptsOfOneSize(5)
})

it('a round that a client drives keeps the same order and is closed by the client, once', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: [grounded] })
  const { id } = meeting
  const { number, roundId } = await meeting.call(roomRoundStart, { id, prompt: 'x', drive: 'client' })
  expect(await meeting.record(number)).toMatchObject({ state: 'created', drive: 'client' })
  const turn = clientOf(meeting)
  await expect(turn('critic', true)).rejects.toMatchObject({ wire: 'phase_order' })
  await expect(turn('critic', false)).rejects.toMatchObject({ wire: 'conference_tools_chief_only' })
  await expect(turn('writer', true)).rejects.toMatchObject({ wire: 'not_an_attendee' })
  expect(await turn('chief', false)).toMatchObject({ kind: 'phase1', roundId, outcome: { state: 'accepted' } })
  await expect(turn('chief', false)).rejects.toMatchObject({ wire: 'phase_order' })
  expect(await turn('critic', true)).toMatchObject({ kind: 'phase2', outcome: { state: 'accepted' } })
  await expect(turn('critic', true)).rejects.toMatchObject({ wire: 'already_answered' })
  expect(promptsOf(meeting.models.critic ?? never())[0]).toMatch(/\nx$/)
  const closed = await meeting.call(roomRoundClose, { id, n: number })
  expect(closed.linked).toBe(1)
  expect(await meeting.call(roomRoundClose, { id, n: number })).toEqual(closed)
  expect((await meeting.room.issues.all()).filter(({ openedBy }) => openedBy === 'conference')).toHaveLength(1)
})

it('a round that a client drives goes on after the process of its client is gone, from the turn that was interrupted', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: [grounded] })
  const { id, room } = meeting
  const turn = clientOf(meeting)
  await turn('chief', false, 'x')
  const files = room.conferences.files(id)
  const running = { turnId: 'turn_0123456789abcdef', agentId: 'critic', name: 'Critic', role: 'critic' }
  await changeRound(files, 1, round => beginTurn(round, running, 'now'))
  await expect(turn('critic', true)).rejects.toMatchObject({ wire: 'already_answered' })
  await expect(meeting.call(roomRoundClose, { id, n: 1 })).rejects.toMatchObject({ wire: 'round_state' })
  await recoverConferences(room)
  expect(await meeting.record(1)).toMatchObject({ state: 'phase2', turns: [{ stopHook: { code: 'interrupted' } }] })
  expect(await turn('critic', true)).toMatchObject({ outcome: { state: 'accepted' } })
})

it('a round that a client drives refuses a turn that cannot begin before it writes anything', async () => {
  const meeting = await openMeeting({ chief: [reading, done] })
  const { id, room } = meeting
  const turn = clientOf(meeting)
  const { turnId } = await turn('chief', false, 'x')
    .then(() => meeting.record(1))
    .then(({ phase1 }) => phase1)
  const before = await meeting.record(1)
  const again = { conferenceId: id, agent: await meeting.agent('chief'), message: '', skipTools: true, turnId }
  await expect(runClientTurn(room, again)).rejects.toMatchObject({ wire: 'turn_exists' })
  expect(await meeting.record(1)).toEqual(before)
})

it('a round that a client drives begins with the first turn of the Chief, and not beside one that the server drives', async () => {
  const meeting = await openMeeting({ chief: [callOf('file_reader', { file_path: scene }), done, '{{hang}}'] })
  const { id } = meeting
  const turn = clientOf(meeting)
  await expect(turn('chief', true)).rejects.toMatchObject({ wire: 'phase_order' })
  expect(await turn('chief', false, 'Read scene 4.')).toMatchObject({ kind: 'phase1' })
  expect(await meeting.record(1)).toMatchObject({ drive: 'client', prompt: 'Read scene 4.', state: 'phase2' })
  await expect(meeting.call(roomRoundStart, { id, prompt: 'x' })).rejects.toMatchObject({ wire: 'round_running' })
  await meeting.call(roomRoundCancel, { id, n: 1 })
  meeting.script('chief', ['{{hang}}'])
  await meeting.call(roomRoundStart, { id, prompt: 'x' })
  await expect(turn('chief', false)).rejects.toMatchObject({ wire: 'round_server_driven' })
  await meeting.call(roomRoundCancel, { id, n: 2 })
})

function clientOf({ room, id, agent }: Awaited<ReturnType<typeof openMeeting>>) {
  return async (agentId: string, skipTools: boolean, message = 'ignored') => {
    const turnId = mintId('turn', room.random)
    return runClientTurn(room, { conferenceId: id, agent: await agent(agentId), message, skipTools, turnId })
  }
}

function never(): never {
  throw new Error('Nobody of this name was asked.')
}
