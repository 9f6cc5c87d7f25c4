import { setTimeout as sleep } from 'node:timers/promises'
import { withLock } from '../../files/lock.ts'
import { pollMs } from '../../jobs/jobs.ts'
import { diskFull, isDiskFull } from '../../kernel/disk-full.ts'
import { Fault } from '../../kernel/fault.ts'
import { tamperedFault } from '../audit/context.ts'
import { roomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import { readToolPolicy, type ToolPolicy, toolsOfTurn } from '../protocol/tool-policy.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { attendeeCards, requireChief, withChief } from './attendees.ts'
import { lockWaitMs, startDriving } from './drive.ts'
import { releaseLastRound } from './end-round.ts'
import { roundEvent } from './journal.ts'
import { newRound } from './round.ts'
import { type Conference, isOver, type Round } from './schema.ts'
import { type ConferenceFiles, changeConference, conferenceOf, roundOf } from './store.ts'

interface WantedRound {
  prompt: string
  toolPolicy?: unknown
  drive?: Round['drive'] | undefined
  idempotencyKey?: string | undefined
}

const promptLimit = 65_536

/** Begins a round. The server drives it on, or the client asks for each turn. */
export async function startRound(room: Room, id: string, wanted: WantedRound): Promise<Round> {
  const files = room.conferences.files(id)
  const conference = await releaseLastRound(room, files)
  const known = () => roundWithKey(room, files, wanted.idempotencyKey)
  const before = await known()
  if (before) return before
  const roundId = mintId('rnd', room.random)
  try {
    await requireReady(room, conference, wanted)
    if (wanted.drive === 'client') {
      return await withLock(
        files.lock,
        'named',
        lockWaitMs,
        async () => (await known()) ?? create(room, files, wanted, roundId),
      )
    }
    // The same key may have come twice at once: under the lock it is looked for again.
    const begun = await startDriving(room, files, {
      roundId,
      begin: async () => ((await known()) ? undefined : create(room, files, wanted, roundId)),
    })
    if (begun) return begun
  } catch (error) {
    // What is in the way may be the very round that was started with this key.
    const same = await known()
    if (same) return same
    throw error
  }
  const same = await known()
  if (same) return same
  throw roomFault('round_running')
}

/** Why this process stopped driving a round, for callers that wait for its end. */
export function roundFailure({ jobs }: Room, roundId: string): Fault | undefined {
  const error = jobs.failureOf(roundId)
  if (error === undefined) return undefined
  if (error instanceof Fault && !isDiskFull(error)) return error
  if (isDiskFull(error)) return diskFull(error, 'The disk is full; the round was left in the middle.')
  return new Fault('INTERNAL', 'The round was left in the middle.', {
    details: { ref: 'round-left' },
    hint: 'It goes on when the room is next opened; the log says more.',
    cause: error,
  })
}

/** The round once nothing of it runs any more, or as it is when the time is over. */
export async function waitForRound(
  room: Room,
  id: string,
  number: number,
  ms: number,
  signal?: AbortSignal,
): Promise<Round> {
  const files = room.conferences.files(id)
  const until = Date.now() + ms
  for (;;) {
    const [round, { activeRoundId }] = [await roundOf(files, number), await conferenceOf(files)]
    const left = until - Date.now()
    if (isAtRest(round, activeRoundId) || left <= 0 || signal?.aborted) return round
    const { roundId } = round
    if (isDiskFull(room.jobs.failureOf(roundId))) throw roundFailure(room, roundId)
    const isOurs = room.jobs.isRunning(roundId)
    const pause = sleep(isOurs ? left : Math.min(pollMs, left), undefined, { ref: false })
    await Promise.race([pause, ...(isOurs ? [room.jobs.wait(roundId)] : [])])
    const isDone = isOurs && !room.jobs.isRunning(roundId)
    if (isDone && !isDiskFull(room.jobs.failureOf(roundId))) return roundOf(files, number)
  }
}

function isAtRest({ state, roundId }: Round, activeRoundId: string | null): boolean {
  return state === 'interrupted' || (isOver(state) && activeRoundId !== roundId)
}

const keptMs = 24 * 3600 * 1000

async function roundWithKey(room: Room, files: ConferenceFiles, key: string | undefined): Promise<Round | undefined> {
  if (key === undefined) return undefined
  const { roundCount } = await conferenceOf(files)
  for (let number = roundCount; number > 0; number--) {
    const round = await files.round(number).read()
    if (!round || room.clock() - Date.parse(round.createdAt) > keptMs) return undefined
    if (round.idempotencyKey === key) return round
  }
  return undefined
}

async function requireReady(room: Room, conference: Conference, { prompt, toolPolicy }: WantedRound): Promise<void> {
  if (Buffer.byteLength(prompt) > promptLimit) throw roomFault('too_large', { limit: promptLimit })
  const policy = policyIn(toolPolicy)
  if (conference.state === 'closed') throw roomFault('conference_closed')
  const chief = requireChief(await room.agents.read())
  const tools = toolsOfTurn(policy ?? {}, chief.tools)
  if ('fault' in tools) throw roomFault('invalid_tool_policy', { ...tools.fault })
  if (conference.activeRoundId !== null) throw roomFault('round_running')
  // A round whose receipts could not be linked when it ends does not begin.
  const { status, problems } = await room.audit.verifySession(conference.id)
  if (status === 'tampered') throw tamperedFault('The receipts of this conference do not verify.', problems)
}

/** The record first: a round that was not announced is written over by the next one of its number. */
async function create(room: Room, files: ConferenceFiles, wanted: WantedRound, roundId: string): Promise<Round> {
  const [before, registry] = await Promise.all([conferenceOf(files), room.agents.read()])
  if (before.state === 'closed') throw roomFault('conference_closed')
  if (before.activeRoundId !== null) throw roomFault('round_running')
  const chief = requireChief(registry)
  const policy = policyIn(wanted.toolPolicy)
  const round = newRound({
    roundId,
    number: before.roundCount + 1,
    drive: wanted.drive ?? 'server',
    chiefId: chief.id,
    prompt: wanted.prompt,
    toolPolicy: policy && storedPolicy(policy),
    idempotencyKey: wanted.idempotencyKey,
    turnId: mintId('turn', room.random),
    now: instant(room),
  })
  await files.round(round.number).change(() => ({ next: round, result: null }))
  room.conferences.boundary('created')
  const conference = await changeConference(files, each => ({
    ...withChief(each, chief.id, instant(room)),
    roundCount: round.number,
    activeRoundId: roundId,
  }))
  room.conferences.boundary('active')
  const joined = !before.attendees.some(({ agentId }) => agentId === chief.id) || before.chiefId !== chief.id
  const attendees = { type: 'attendee.updated', attendees: attendeeCards(conference, registry, round) }
  await files.journal.add([roundEvent('round.started', round), ...(joined ? [attendees] : [])])
  return round
}

function storedPolicy({ allowedTools, requireTool }: ToolPolicy): NonNullable<Round['toolPolicy']> {
  return {
    ...(allowedTools && { allowedTools: [...allowedTools] }),
    ...(requireTool !== undefined && { requireTool }),
  }
}

function policyIn(given: unknown): ToolPolicy | undefined {
  if (given === undefined) return undefined
  const read = readToolPolicy(given)
  if ('fault' in read) throw roomFault('invalid_tool_policy', { ...read.fault })
  return read.policy
}
