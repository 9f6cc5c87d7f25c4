import { roomFault } from '../faults.ts'
import type { TurnOutcome } from '../turns/turn.ts'
import { isOver, mayMove, type Round, type RoundState, type RoundTurn, type TurnJournal } from './schema.ts'

interface NewRound {
  roundId: string
  number: number
  drive: Round['drive']
  chiefId: string
  prompt: string
  toolPolicy?: Round['toolPolicy'] | undefined
  idempotencyKey?: string | undefined
  turnId: string
  now: string
}

export function newRound(given: NewRound): Round {
  const { roundId, number, drive, chiefId, prompt, toolPolicy, idempotencyKey, turnId, now } = given
  return {
    v: 1,
    roundId,
    number,
    drive,
    state: 'created',
    chiefId,
    prompt,
    ...(toolPolicy && { toolPolicy }),
    phase1: { turnId, state: 'queued', receiptIds: [] },
    turns: [],
    accessRequests: [],
    resumeCount: 0,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    createdAt: now,
  }
}

/** The round in its next state; refused where the table of states does not allow it. */
export function moveTo(round: Round, to: RoundState): Round {
  if (!mayMove(round.state, to)) throw roomFault('round_state', { state: round.state })
  const { interruptedIn: _, ...rest } = round
  return { ...rest, state: to, ...(to === 'interrupted' && { interruptedIn: round.state }) }
}

export function beginGathering(round: Round, turnId: string, now: string): Round {
  const before = round.phase1
  const earlier = before.turnId === turnId ? before.earlier : [...(before.earlier ?? []), before.turnId]
  const phase1 = { turnId, state: 'running' as const, receiptIds: [], startedAt: now, ...(earlier && { earlier }) }
  return { ...round, phase1 }
}

export function endGathering(round: Round, outcome: TurnOutcome): Round {
  const { state, note, stopHook, receipts, endedAt } = outcome
  return {
    ...round,
    phase1: {
      ...round.phase1,
      state,
      receiptIds: [...receipts],
      ...(note && { note }),
      ...(stopHook && { stopHook: { ...stopHook } }),
      endedAt,
      journal: journalOf(outcome),
    },
  }
}

export function beginTurn(round: Round, turn: Pick<RoundTurn, 'turnId' | 'agentId' | 'name' | 'role'>, now: string) {
  return { ...round, turns: [...round.turns, { ...turn, state: 'running' as const, attempts: 0, startedAt: now }] }
}

export function endRoundTurn(round: Round, turnId: string, outcome: TurnOutcome): Round {
  const { state, content, verdict, stopHook, retries, endedAt, accessRequests } = outcome
  const ended = (turn: RoundTurn): RoundTurn => ({
    ...turn,
    state,
    ...(state === 'accepted' && { content }),
    ...(verdict && { verdict: { ...verdict } }),
    ...(stopHook && { stopHook: { ...stopHook } }),
    attempts: outcome.modelCalls.length === 0 ? 0 : 1 + retries.length,
    endedAt,
    journal: journalOf(outcome),
  })
  return {
    ...round,
    turns: round.turns.map(turn => (turn.turnId === turnId ? ended(turn) : turn)),
    accessRequests: [...new Set([...round.accessRequests, ...(state === 'accepted' ? accessRequests : [])])],
  }
}

/** A turn that ends without having run: muted, disabled or removed. */
export function addSkippedTurn(
  round: Round,
  turn: Pick<RoundTurn, 'turnId' | 'agentId' | 'name' | 'role' | 'state' | 'stopHook'>,
  now: string,
): Round {
  return { ...round, turns: [...round.turns, { ...turn, attempts: 0, startedAt: now, endedAt: now }] }
}

const interruption = { type: 'error', code: 'interrupted' }

/** What ran when a process died has failed; its receipts are its result. */
export function interruptTurns(round: Round, receiptIds: readonly string[], now: string): Round {
  const failed = { state: 'error' as const, stopHook: interruption, endedAt: now }
  const { phase1 } = round
  return {
    ...round,
    phase1: phase1.state === 'running' ? { ...phase1, ...failed, receiptIds: [...receiptIds] } : phase1,
    turns: round.turns.map(turn => (turn.state === 'running' ? { ...turn, ...failed } : turn)),
  }
}

/** Marks the running turns of a cancelled round as cancelled. */
export function cancelTurns(round: Round, receiptIds: readonly string[], now: string): Round {
  const { phase1 } = round
  const cut = { state: 'cancelled' as const, endedAt: now }
  return {
    ...round,
    phase1: isPending(phase1.state) ? { ...phase1, ...cut, receiptIds: [...receiptIds] } : phase1,
    turns: round.turns.map(turn => (isPending(turn.state) ? { ...turn, ...cut } : turn)),
  }
}

export function wasInterrupted({ state, stopHook }: Pick<RoundTurn, 'state' | 'stopHook'>): boolean {
  return state === 'error' && stopHook?.code === interruption.code
}

/** Where an interrupted round goes on: what was gathered counts, and what gathered nothing is done again. */
export function resumedIn({ state, interruptedIn, phase1 }: Round): 'phase1' | 'phase2' {
  if ((interruptedIn ?? state) === 'phase2') return 'phase2'
  return phase1.receiptIds.length > 0 || (phase1.endedAt !== undefined && !wasInterrupted(phase1)) ? 'phase2' : 'phase1'
}

/** People may have seen something of it: a tool ran, or a message was posted. */
export function leftTraces({ phase1, turns }: Round): boolean {
  return phase1.receiptIds.length > 0 || turns.some(({ state }) => state === 'accepted')
}

export function isActive(round: Round): boolean {
  return !isOver(round.state)
}

function isPending(state: RoundTurn['state']): boolean {
  return state === 'queued' || state === 'running'
}

/** For display and for proof; prompts and other replies are not kept here. */
function journalOf(outcome: TurnOutcome): TurnJournal {
  const { provider, model, modelCalls, retries, budget, waitedMs, rejectedText } = outcome
  return {
    provider,
    model,
    modelCalls: modelCalls.map(({ for: asked, prompt, reply, schema, usage, texts }) => ({
      for: asked,
      prompt,
      reply,
      schema,
      usage,
      ...(texts && { texts }),
    })),
    retries: [...retries],
    budget: { ...budget },
    waitedMs,
    ...(rejectedText !== undefined && { rejectedText }),
  }
}
