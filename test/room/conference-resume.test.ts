import { expect, it } from 'vitest'
import { openJobs } from '../../src/jobs/jobs.ts'
import {
  roomConferenceShow,
  roomConferenceTranscript,
  roomRoundCancel,
  roomRoundClose,
  roomRoundResume,
  roomRoundStart,
} from '../../src/room/conference/operations.ts'
import { recoverConferences } from '../../src/room/conference/recover.ts'
import { interruptTurns } from '../../src/room/conference/round.ts'
import { changeRound, openConferences } from '../../src/room/conference/store.ts'
import {
  abstain,
  done,
  grounded,
  type Meeting,
  meetingIn,
  openMeeting,
  promptsOf,
  quote,
  reading,
} from './support/conference.ts'

type Opened = Awaited<ReturnType<typeof openMeeting>>

/** The room as the next process finds it: the same files and store, nothing in memory, the same models. */
function restarted(meeting: Opened): Meeting {
  const room = { ...meeting.room, jobs: openJobs(() => {}), conferences: openConferences(meeting.room) }
  const context: Meeting['context'] = call => ({
    ...meeting.context(call),
    rooms: { ...meeting.context().rooms, of: async () => room },
  })
  return meetingIn({ ...meeting, room, context }, meeting.id)
}

/** Stops a round in the middle of the turn that hangs, as a kill does: what was on disk stays, and no event is sent. */
async function stopped(meeting: Opened, agentId = 'critic'): Promise<Meeting> {
  await meeting.call(roomRoundStart, { id: meeting.id, prompt: 'What color are her eyes?' })
  await expect.poll(() => meeting.models[agentId]?.requests.length).toBe(1)
  await meeting.room.jobs.leave()
  const files = meeting.room.conferences.files(meeting.id)
  // A kill says nothing about itself.
  await changeRound(files, 1, ({ putAside: _, ...round }) => round)
  return restarted(meeting)
}

const untilClosed = (meeting: Meeting) =>
  expect.poll(async () => (await meeting.call(roomConferenceShow, { id: meeting.id })).activeRoundId).toBeNull()

it('C12: a round that was left in the middle shows the same cards and transcript after a reload, and goes on from the agent that was interrupted', async () => {
  const meeting = await openMeeting({
    chief: [reading, done, grounded],
    critic: ['{{hang}}', grounded],
    continuity: [abstain],
  })
  const { id } = meeting
  const again = await stopped(meeting)
  const shown = async (of: Meeting) => [
    (await of.call(roomConferenceShow, { id })).cards,
    (await of.call(roomConferenceTranscript, { id })).messages,
  ]
  expect(await shown(again)).toEqual(await shown(meeting))
  await recoverConferences(again.room)
  await untilClosed(again)
  const round = await again.record(1)
  expect(round).toMatchObject({ state: 'closed', resumeCount: 1 })
  expect(round.turns.map(({ agentId, state, stopHook }) => [agentId, state, stopHook?.code])).toEqual([
    ['chief', 'accepted', undefined],
    ['critic', 'error', 'interrupted'],
    ['critic', 'accepted', undefined],
    ['continuity', 'abstained', undefined],
  ])
  expect(new Set(round.turns.map(({ turnId }) => turnId)).size).toBe(4)
  expect(meeting.models.chief?.requests).toHaveLength(3)
  const [before = '', after = ''] = promptsOf(meeting.models.critic ?? never())
  expect(withoutBorders(after)).toBe(withoutBorders(before))
  expect(after).toContain(quote)
  const types = (await again.events()).map(({ type }) => type)
  expect(types.filter(type => type.startsWith('round.'))).toEqual([
    'round.started',
    'round.interrupted',
    'round.resumed',
    'round.closing',
    'round.closed',
  ])
  expect((await again.room.issues.all()).filter(({ openedBy }) => openedBy === 'conference')).toHaveLength(1)
})

it('a round that was left in the middle gathers again when nothing had been gathered', async () => {
  const meeting = await openMeeting({ chief: ['{{hang}}', reading, done, abstain], critic: [grounded] })
  const again = await stopped(meeting, 'chief')
  const first = (await again.record(1)).phase1.turnId
  await recoverConferences(again.room)
  await untilClosed(again)
  const { phase1, turns } = await again.record(1)
  expect(phase1).toMatchObject({ state: 'accepted', earlier: [first] })
  expect(phase1.turnId).not.toBe(first)
  expect(turns.map(({ state }) => state)).toEqual(['abstained', 'accepted'])
})

it('a round that was left in the middle goes on with what had been gathered when phase 1 was cut off after a tool', async () => {
  const meeting = await openMeeting({ chief: [reading, '{{hang}}', grounded], critic: [grounded] })
  await meeting.call(roomRoundStart, { id: meeting.id, prompt: 'What color are her eyes?' })
  await expect.poll(() => meeting.models.chief?.requests.length).toBe(2)
  await meeting.room.jobs.leave()
  const again = restarted(meeting)
  await recoverConferences(again.room)
  await untilClosed(again)
  const round = await again.record(1)
  expect(round.phase1).toMatchObject({ state: 'error', stopHook: { code: 'interrupted' } })
  expect(round.phase1.receiptIds).toHaveLength(1)
  expect(round.turns.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  // The program ended in good order, which is no interruption that counts.
  expect(round.resumeCount).toBe(0)
  expect(await again.room.audit.receiptsOf(meeting.id)).toHaveLength(1)
})

it('a round that was left in the middle waits for a person after a second interruption, who may resume or cancel it', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: ['{{hang}}', grounded] })
  const { id } = meeting
  const again = await stopped(meeting)
  const files = again.room.conferences.files(id)
  await changeRound(files, 1, round => ({ ...round, resumeCount: 1 }))
  await recoverConferences(again.room)
  expect(await again.record(1)).toMatchObject({ state: 'interrupted', interruptedIn: 'phase2', resumeCount: 1 })
  const { cards } = await again.call(roomConferenceShow, { id })
  expect(cards[1]).toMatchObject({ subtitle: 'Error', tooltip: 'The program ended in the middle of the turn.' })
  await expect(again.call(roomRoundClose, { id, n: 1 })).rejects.toMatchObject({ wire: 'round_state' })
  expect(await again.call(roomRoundResume, { id, n: 1 })).toMatchObject({ state: 'phase2' })
  await untilClosed(again)
  expect(await again.record(1)).toMatchObject({ state: 'closed', resumeCount: 2 })
})

it('a round that was left in the middle is left to a person where the settings say so, and can be cancelled', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: ['{{hang}}'] })
  const { id } = meeting
  await meeting.room.workspace.changeSettings({ conference: { autoResume: false } })
  const again = await stopped(meeting)
  await recoverConferences(again.room)
  expect(await again.record(1)).toMatchObject({ state: 'interrupted' })
  expect(await again.call(roomRoundCancel, { id, n: 1 })).toMatchObject({ state: 'cancelled' })
  expect((await again.record(1)).issueId).toBeDefined()
})

it('a round that was left in the middle is not resumed without exactly one Chief', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain], critic: ['{{hang}}', abstain] })
  const again = await stopped(meeting)
  await again.room.agents.change(registry => ({
    next: { ...registry, agents: registry.agents.map(each => ({ ...each, enabled: each.id !== 'chief' })) },
    result: null,
  }))
  await recoverConferences(again.room)
  expect(await again.record(1)).toMatchObject({ state: 'interrupted' })
  const resume = again.call(roomRoundResume, { id: meeting.id, n: 1 })
  await expect(resume).rejects.toMatchObject({ wire: 'chief_required', details: { count: 0 } })
})

it('a round that was left in the middle is left alone while another process drives it', async () => {
  const meeting = await openMeeting({ chief: ['NO_TOOLS_NEEDED', '{{sleep:500}}ABSTAIN'] })
  await meeting.call(roomRoundStart, { id: meeting.id, prompt: 'x' })
  const elsewhere = restarted(meeting)
  await recoverConferences(elsewhere.room)
  await untilClosed(meeting)
  expect(await meeting.record(1)).toMatchObject({ state: 'closed', resumeCount: 0, turns: [{ state: 'abstained' }] })
  expect(await meeting.events('round.interrupted')).toEqual([])
})

it('a round record says of interrupted turns that they failed, and of finished ones what they were', () => {
  const turn = { agentId: 'a', name: 'A', role: 'critic', attempts: 1, startedAt: 't' }
  const round = {
    v: 1 as const,
    roundId: 'rnd_0',
    number: 1,
    drive: 'server' as const,
    state: 'phase2' as const,
    chiefId: 'a',
    prompt: '',
    phase1: { turnId: 'turn_1', state: 'accepted' as const, receiptIds: ['rcpt_1'] },
    turns: [
      { ...turn, turnId: 'turn_2', state: 'accepted' as const },
      { ...turn, turnId: 'turn_3', state: 'running' as const },
    ],
    accessRequests: [],
    resumeCount: 0,
    createdAt: 't',
  }
  expect(interruptTurns(round, [], 'now')).toMatchObject({
    phase1: { state: 'accepted', receiptIds: ['rcpt_1'] },
    turns: [
      { state: 'accepted' },
      { state: 'error', stopHook: { type: 'error', code: 'interrupted' }, endedAt: 'now' },
    ],
  })
})

function withoutBorders(prompt: string): string {
  return prompt.replace(/\b[0-9a-f]{8}\b/g, '')
}

function never(): never {
  throw new Error('Nobody of this name was asked.')
}
