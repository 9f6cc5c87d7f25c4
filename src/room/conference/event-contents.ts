import { modelStops } from '../protocol/stop-hook.ts'
import type { NewEvent } from './journal.ts'
import type { Round, RoundTurn } from './schema.ts'

const asModelStop: ReadonlySet<string> = new Set(modelStops)

/** The events that end a turn. */
export const turnEnds: ReadonlySet<string> = new Set(
  ['accepted', 'abstained', 'skipped', 'rejected', 'stopped', 'error'].map(state => `turn.${state}`),
)

/** How a turn ended, for whoever watches. Text of a model is part of it only once the check has accepted it. */
export function turnEvent(round: Round, turn: RoundTurn): NewEvent | undefined {
  const { turnId, agentId, state, content, verdict } = turn
  const about = { roundId: round.roundId, turnId, agentId }
  if (state === 'accepted') return { type: 'turn.accepted', ...about, content, verdict }
  if (state === 'abstained' || state === 'skipped') return { type: `turn.${state}`, ...about }
  if (state === 'rejected' || state === 'stopped' || state === 'error')
    return { type: `turn.${state}`, ...about, stopHook: visibleStop(turn.stopHook) }
  return undefined
}

/** Of phase 1 only a failure is worth an event of its own; that it ended is told by `phase.finished`. */
export function gatheringEvent({ roundId, chiefId, phase1 }: Round): NewEvent | undefined {
  const { turnId, state } = phase1
  if (state !== 'rejected' && state !== 'stopped' && state !== 'error') return undefined
  return { type: `turn.${state}`, roundId, turnId, agentId: chiefId, stopHook: visibleStop(phase1.stopHook) }
}

export function phaseEvent(
  type: 'phase.started' | 'phase.finished',
  { roundId, phase1 }: Round,
  phase: 1 | 2,
): NewEvent {
  return { type, roundId, phase, receiptIds: phase1.receiptIds }
}

export function roundEvent(type: `round.${string}`, { roundId, number, state, issueId, linked }: Round): NewEvent {
  const archived = issueId === undefined ? {} : { issueId, ...(linked !== undefined && { linked }) }
  return { type, roundId, number, state, ...archived }
}

/** What an agent wrote when it stopped is its own unchecked text. */
function visibleStop(stopHook: RoundTurn['stopHook']): RoundTurn['stopHook'] {
  if (!stopHook || !asModelStop.has(stopHook.type) || stopHook.code !== null) return stopHook
  return { type: stopHook.type, code: null }
}
