import { z } from 'zod'
import { roomCommand, roomOperation, roomQuery } from '../context.ts'
import { notFound } from '../faults.ts'
import { issueLimits } from '../issues/schema.ts'
import { PageInput, pageOf } from '../page.ts'
import { ReplayReport, replayConference } from '../replay/replay.ts'
import {
  ConferenceView,
  closeConference,
  inviteAgent,
  kickAgent,
  listConferences,
  muteAgent,
  openConference,
  viewConference,
} from './conferences.ts'
import { cancelRound, closeRound, resumeRound } from './end-round.ts'
import { agendaLimit, Conference, Round } from './schema.ts'
import { startRound, waitForRound } from './start.ts'
import { latestRound, roundOf } from './store.ts'
import { allRounds, Message, RoundReport, reportOf, roundText, saveAsIssue, wholeTranscript } from './transcript.ts'

const conferenceId = z.string().max(80).describe('conf_… of the conference.')
const roundNumber = z.int().min(1)

/** A round that goes on, in short. */
const RoundHead = z.object({ roundId: z.string(), number: z.int(), state: z.string() })

export const roomConferenceOpen = roomOperation({
  name: 'room_conference_open',
  summary:
    'Open a conference: the Chief and the named agents, or all. Next: room_round_run. Needs exactly one enabled Chief.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/conferences'],
  input: z.strictObject({
    agenda: z.string().max(agendaLimit).optional().describe('Shown, and offered as the first prompt.'),
    attendees: z
      .array(z.string().max(80))
      .max(100)
      .optional()
      .describe('Ids of agents; all who are enabled by default.'),
  }),
  output: ConferenceView,
  toStatus: () => ({ http: 201 }),
  async run(input, { call, room }) {
    const { id } = await openConference(room, { ...input, openedBy: call.principal })
    return viewConference(room, id)
  },
})

const longestWait = 600

export const roomRoundRun = roomOperation({
  name: 'room_round_run',
  summary:
    'Run one round of a conference: the Chief gathers with tools, then each attendee answers with evidence or abstains. Waits up to 600 s; then see room_round_status.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  input: z.strictObject({
    conferenceId,
    prompt: z.string().min(1).describe('What is to be discussed.'),
    toolPolicy: z.looseObject({}).optional().describe('{allowedTools?, requireTool?}'),
    idempotencyKey: z.string().min(1).max(80).optional(),
    waitSeconds: z.int().min(0).max(longestWait).default(longestWait),
  }),
  output: RoundReport,
  chatText: roundText,
  async run({ conferenceId: id, waitSeconds, ...wanted }, { call, room }) {
    const { number } = await startRound(room, id, wanted)
    const waitMs = call.asTask ? 0 : waitSeconds * 1000
    return reportOf(id, await waitForRound(room, id, number, waitMs, call.signal))
  },
})

export const roomRoundStatus = roomOperation({
  name: 'room_round_status',
  summary: 'State of a round: states of all turns, what was said, receipts, and its issue once closed.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  input: z.strictObject({ conferenceId, number: roundNumber.optional().describe('The latest round by default.') }),
  output: RoundReport,
  chatText: roundText,
  async run({ conferenceId: id, number }, { room }) {
    const files = room.conferences.files(id)
    const round = number === undefined ? await latestRound(files) : await roundOf(files, number)
    if (!round) throw notFound('round', { conferenceId: id })
    return reportOf(id, round)
  },
})

export const roomConferenceList = roomQuery({
  name: 'room_conference_list',
  summary: 'The conferences of the room, newest first.',
  routes: ['GET /api/conferences'],
  input: z.strictObject(PageInput),
  output: z.object({ conferences: z.array(Conference), nextCursor: z.string().nullable() }),
  async run(page, { room }) {
    const all = await listConferences(room)
    const { items, nextCursor } = pageOf(all, ({ id }) => id, page)
    return { conferences: items, nextCursor }
  },
})

export const roomConferenceShow = roomQuery({
  name: 'room_conference_show',
  summary: 'A conference with the cards of all who take part and the round that is not over.',
  routes: ['GET /api/conferences/{id}'],
  input: z.strictObject({ id: conferenceId }),
  output: ConferenceView,
  run: async ({ id }, { room }) => viewConference(room, id),
})

export const roomConferenceTranscript = roomQuery({
  name: 'room_conference_transcript',
  summary: 'All rounds of a conference as one continuous chat, as messages or as Markdown.',
  routes: ['GET /api/conferences/{id}/transcript'],
  input: z.strictObject({ id: conferenceId, format: z.enum(['json', 'md']).default('json') }),
  output: z.object({
    conferenceId: z.string(),
    agenda: z.string(),
    messages: z.array(Message),
    markdown: z.string().optional(),
  }),
  toHttpBody: output => {
    if (output.markdown !== undefined) return { type: 'text/markdown; charset=utf-8', body: output.markdown }
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(output) }
  },
  async run({ id, format }, { room }) {
    const { conference, messages, markdown } = await wholeTranscript(room, id)
    const { agenda } = conference
    return { conferenceId: id, agenda, messages, ...(format === 'md' && { markdown }) }
  },
})

export const roomConferenceSaveIssue = roomCommand({
  name: 'room_conference_save_issue',
  summary: 'Saves the whole transcript of a conference as one issue, with the receipts of all rounds linked.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/conferences/{id}/save-issue'],
  input: z.strictObject({ id: conferenceId, title: z.string().min(1).max(issueLimits.title).optional() }),
  output: z.object({ issueId: z.int() }),
  toStatus: () => ({ http: 201 }),
  run: async ({ id, title }, { room }) => saveAsIssue(room, id, title),
})

export const roomConferenceClose = roomCommand({
  name: 'room_conference_close',
  summary: 'Closes a conference for good; its rounds and its transcript stay.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/conferences/{id}/close'],
  input: z.strictObject({ id: conferenceId }),
  output: ConferenceView,
  async run({ id }, { room }) {
    await closeConference(room, id)
    return viewConference(room, id)
  },
})

export const roomConferenceReplay = roomQuery({
  name: 'room_conference_replay',
  summary:
    'Runs the engine again on the recorded replies and compares every verdict and receipt with the record; names the first difference. Writes nothing.',
  routes: ['GET /api/conferences/{id}/replay'],
  input: z.strictObject({ id: conferenceId }),
  output: ReplayReport,
  toStatus: ({ reproduced }) => ({ exit: reproduced ? 0 : 1 }),
  run: async ({ id }, { room }) => replayConference(room, id),
})

export const roomAttendeeInvite = roomCommand({
  name: 'room_attendee_invite',
  summary: 'Has an agent take part from the next turn that has not begun.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/conferences/{id}/attendees'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80) }),
  output: ConferenceView,
  run: async ({ id, agentId }, { room }) => inviteAgent(room, id, agentId),
})

export const roomAttendeeMute = roomCommand({
  name: 'room_attendee_mute',
  summary: 'Mutes an agent, which is then skipped in rounds, or lets it answer again. The Chief cannot be muted.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/conferences/{id}/attendees/{agentId}'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80), muted: z.boolean() }),
  output: ConferenceView,
  run: async ({ id, agentId, muted }, { room }) => muteAgent(room, id, agentId, muted),
})

export const roomAttendeeRemove = roomCommand({
  name: 'room_attendee_remove',
  summary: 'Takes an agent out of a conference; a turn that runs ends as it would. The Chief cannot be removed.',
  effect: 'destroy',
  access: 'writer',
  routes: ['DELETE /api/conferences/{id}/attendees/{agentId}'],
  input: z.strictObject({ id: conferenceId, agentId: z.string().max(80) }),
  output: ConferenceView,
  run: async ({ id, agentId }, { room }) => kickAgent(room, id, agentId),
})

export const roomRoundStart = roomCommand({
  name: 'room_round_start',
  summary: 'Starts a round and answers at once; the server drives it, or the client turn by turn.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/conferences/{id}/rounds'],
  input: z.strictObject({
    id: conferenceId,
    prompt: z.string().min(1),
    toolPolicy: z.unknown().optional(),
    drive: z.enum(['server', 'client']).optional(),
    idempotencyKey: z.string().min(1).max(80).optional(),
  }),
  output: RoundHead,
  toStatus: () => ({ http: 202 }),
  run: async ({ id, ...wanted }, { room }) => startRound(room, id, wanted),
})

export const roomRoundList = roomQuery({
  name: 'room_round_list',
  summary: 'The records of all rounds of a conference, in order.',
  routes: ['GET /api/conferences/{id}/rounds'],
  input: z.strictObject({ id: conferenceId }),
  output: z.object({
    rounds: z.array(
      Round.extend({ issueRemoved: z.boolean().optional().describe('Its issue was taken off the board since') }),
    ),
  }),
  async run({ id }, { room }) {
    const rounds = await allRounds(room, id)
    if (rounds.every(({ issueId }) => issueId === undefined)) return { rounds }
    const there = new Set((await room.issues.all()).map(({ id: issue }) => issue))
    return {
      rounds: rounds.map(round =>
        round.issueId === undefined || there.has(round.issueId) ? round : { ...round, issueRemoved: true },
      ),
    }
  },
})

export const roomRoundShow = roomQuery({
  name: 'room_round_show',
  summary: 'The record of one round: phase 1, all turns with their verdicts, and its issue once closed.',
  routes: ['GET /api/conferences/{id}/rounds/{n}'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: Round,
  run: async ({ id, n }, { room }) => roundOf(room.conferences.files(id), n),
})

export const roomRoundCancel = roomCommand({
  name: 'room_round_cancel',
  summary: 'Ends a round within two seconds; nothing half said is posted, and what people saw of it is archived.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/conferences/{id}/rounds/{n}/cancel'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: RoundHead,
  toStatus: () => ({ http: 202 }),
  run: async ({ id, n }, { room }) => cancelRound(room, id, n),
})

export const roomRoundClose = roomCommand({
  name: 'room_round_close',
  summary: 'Closes a round the client drives: one issue with transcript and receipts. Closing again answers the same.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/conferences/{id}/rounds/{n}/close'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: z.object({ issueId: z.int(), linked: z.int() }),
  run: async ({ id, n }, { room }) => closeRound(room, id, n),
})

export const roomRoundResume = roomCommand({
  name: 'room_round_resume',
  summary: 'Goes on with a round that was interrupted: what was gathered and said stays.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/conferences/{id}/rounds/{n}/resume'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: RoundHead,
  toStatus: () => ({ http: 202 }),
  run: async ({ id, n }, { room }) => resumeRound(room, id, n),
})
