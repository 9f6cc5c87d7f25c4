import { withLock } from '../../files/lock.ts'
import type { Agent } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import type { Room } from '../room.ts'
import type { TurnEvent, TurnOutcome } from '../turns/turn.ts'
import { findTurn } from '../turns/turn-rows.ts'
import { requireChief } from './attendees.ts'
import { finishCancel } from './close.ts'
import { lockWaitMs } from './drive.ts'
import { releaseLastRound } from './end-round.ts'
import { moveTo, wasInterrupted } from './round.ts'
import { answer, change, type RoundWork, runGatheringTurn, withRound } from './round-work.ts'
import type { Conference, Round, RoundState } from './schema.ts'
import { startRound } from './start.ts'
import { type ConferenceFiles, roundOf } from './store.ts'

interface ClientTurn {
  conferenceId: string
  roundId?: string | undefined
  agent: Agent
  /** The prompt of a round that begins with this turn; ignored afterwards. */
  message: string
  skipTools: boolean
  toolPolicy?: unknown
  turnId: string
  signal?: AbortSignal | undefined
  watch?: ((event: TurnEvent) => void) | undefined
}

/** One turn of a round that a client drives: the Chief gathers once, then each who takes part answers once. */
export async function runClientTurn(
  room: Room,
  turn: ClientTurn,
): Promise<{ kind: 'phase1' | 'phase2'; roundId: string; roundState: RoundState; outcome: TurnOutcome }> {
  const files = room.conferences.files(turn.conferenceId)
  const conference = await releaseLastRound(room, files)
  if (conference.state === 'closed') throw roomFault('conference_closed')
  requireAttendee(conference, turn)
  await requireBeginning(room, turn)
  const round = await roundFor(room, files, conference, turn)
  if (round.drive === 'server') throw roomFault('round_server_driven')
  return withLock(files.lock, 'named', lockWaitMs, () =>
    withRound(room, files, round.number, turn.signal ?? new AbortController().signal, async work => {
      const current = await roundOf(files, round.number)
      requireOrder(current, turn)
      const kind = turn.skipTools ? 'phase2' : 'phase1'
      const play = turn.skipTools ? answer : runGatheringTurn
      const outcome = await play({ ...work, watch: turn.watch }, turn.agent, turn.turnId)
      if (broughtNothing(kind, outcome)) await endRound(work)
      const { state: roundState } = await roundOf(files, round.number)
      return { kind, roundId: round.roundId, roundState, outcome }
    }),
  )
}

/** A round begins with its first turn; if that was refused without a result, there is nothing to answer. */
function broughtNothing(kind: 'phase1' | 'phase2', { state, results }: TurnOutcome): boolean {
  return kind === 'phase1' && state !== 'accepted' && !results.some(({ ok }) => ok)
}

async function endRound(work: RoundWork): Promise<void> {
  const round = await change(work, each => (each.state === 'canceling' ? each : moveTo(each, 'canceling')))
  await finishCancel(work, round)
}

function requireAttendee({ attendees, chiefId }: Conference, { agent, skipTools }: ClientTurn): void {
  const attendee = attendees.find(({ agentId }) => agentId === agent.id)
  if (!attendee) throw roomFault('not_an_attendee', { agentId: agent.id })
  if (!skipTools && agent.id !== chiefId) throw roomFault('conference_tools_chief_only')
  if (attendee.muted) throw roomFault('muted', { agentId: agent.id })
}

/** What would keep the turn from beginning at all is refused before anything is written. */
async function requireBeginning(room: Room, { turnId, agent }: ClientTurn): Promise<void> {
  if (await room.db.read(tx => findTurn(tx, room.project, turnId))) throw roomFault('turn_exists', { turnId })
  await room.agentModels.of(agent)
}

async function roundFor(room: Room, files: ConferenceFiles, conference: Conference, turn: ClientTurn): Promise<Round> {
  if (conference.activeRoundId !== null) {
    const round = await roundOf(files, conference.roundCount)
    if (turn.roundId !== undefined && turn.roundId !== round.roundId) throw notFound('round', { roundId: turn.roundId })
    return round
  }
  if (turn.roundId !== undefined) throw notFound('round', { roundId: turn.roundId })
  requireChief(await room.agents.read())
  if (turn.skipTools) throw roomFault('phase_order')
  const { message: prompt, toolPolicy } = turn
  return startRound(room, conference.id, { prompt, toolPolicy, drive: 'client' })
}

function requireOrder({ state, chiefId, turns }: Round, { agent, skipTools }: ClientTurn): void {
  if (!skipTools) {
    if (agent.id !== chiefId) throw roomFault('conference_tools_chief_only')
    if (state !== 'created') throw roomFault('phase_order', { state })
    return
  }
  if (state !== 'phase2') throw roomFault('phase_order', { state })
  const had = turns.some(turn => turn.agentId === agent.id && !wasInterrupted(turn))
  if (had) throw roomFault('already_answered', { agentId: agent.id })
}
