import type { Receipt } from '../../receipts/receipt.ts'
import { sha256 } from '../../receipts/signing.ts'
import { gatheringEvent, turnEvent } from '../conference/event-contents.ts'
import { textIn } from '../conference/recording.ts'
import { beginTurn, endGathering, endRoundTurn, wasInterrupted } from '../conference/round.ts'
import type { ConferenceEvent, Round, RoundTurn } from '../conference/schema.ts'
import type { TurnOutcome } from '../turns/turn.ts'
import type { Comparison } from './mismatch.ts'
import type { RecordedTurn } from './recorded-turns.ts'

export interface ReplayedTurn {
  round: Round
  turn: RecordedTurn
  outcome: TurnOutcome
  /** What was told of its end. */
  event: ConferenceEvent | undefined
  receipts: readonly Receipt[]
}

/** Holds the recorded replies against what the round says they hashed to. */
export function compareReplies(round: Round, { turnId, replies }: RecordedTurn, comparison: Comparison): void {
  const turn = [round.phase1, ...round.turns].find(each => each.turnId === turnId)
  const hashes = (turn?.journal?.modelCalls ?? []).map(({ reply }) => reply?.sha256 ?? null)
  for (const [index, { said }] of replies.entries()) {
    const hash = 'fault' in said ? null : sha256(textIn(said))
    if (index < hashes.length) comparison.compare(`reply ${index + 1}`, hashes[index], hash)
  }
}

/** Holds how a turn ended against the record of the round and against what was told. */
export function compareTurn(replayed: ReplayedTurn, comparison: Comparison): void {
  const { round, turn, outcome, receipts } = replayed
  comparison.compare(
    'receipts',
    receipts.map(({ receipt_id }) => receipt_id),
    outcome.receipts,
  )
  const isGathering = turn.kind === 'phase1'
  const recorded = isGathering ? round.phase1 : round.turns.find(({ turnId }) => turnId === turn.turnId)
  if (!recorded || recorded.turnId !== turn.turnId || wasCutShort(recorded)) return
  const again = isGathering
    ? endGathering(round, outcome).phase1
    : endRoundTurn(beginTurn({ ...round, turns: [] }, named(turn), ''), turn.turnId, outcome).turns[0]
  for (const part of ['state', 'content', 'verdict', 'stopHook', 'note', 'attempts'] as const) {
    comparison.compare(part, partOf(recorded, part), partOf(again ?? {}, part))
  }
  compareEvent(replayed, comparison)
}

/** Ended by a person, by time or by a kill: as far as it went it is replayed, and its end is not of its own making. */
function wasCutShort(turn: Pick<RoundTurn, 'state' | 'stopHook'>): boolean {
  const code = turn.stopHook?.code
  return turn.state === 'cancelled' || wasInterrupted(turn) || code === 'turn_timeout' || code === 'queue_full'
}

function compareEvent({ round, turn, outcome, event }: ReplayedTurn, comparison: Comparison): void {
  const again =
    turn.kind === 'phase1'
      ? gatheringEvent(endGathering(round, outcome))
      : endOf(endRoundTurn(beginTurn({ ...round, turns: [] }, named(turn), ''), turn.turnId, outcome))
  for (const part of ['type', 'content', 'verdict', 'stopHook'] as const) {
    comparison.compare(`event: ${part}`, partOf(event ?? {}, part), partOf(again ?? {}, part))
  }
}

function endOf(round: Round) {
  const [turn] = round.turns
  return turn && turnEvent(round, turn)
}

function named({ turnId, agent }: RecordedTurn): Pick<RoundTurn, 'turnId' | 'agentId' | 'name' | 'role'> {
  return { turnId, agentId: agent.id, name: agent.name, role: agent.role }
}

function partOf(whole: object, part: string): unknown {
  return Object.entries(whole).find(([key]) => key === part)?.[1] ?? null
}
