import { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { canonical, wellFormed } from '../../receipts/canonical.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { gatheringEvent, turnEvent } from '../conference/journal.ts'
import {
  noInputs,
  type RecordedInputs,
  type RecordedLine,
  type RecordedReply,
  type TurnStart,
  textIn,
} from '../conference/recording.ts'
import { beginTurn, endGathering, endRoundTurn, wasInterrupted } from '../conference/round.ts'
import type { ConferenceEvent, Round, RoundTurn } from '../conference/schema.ts'
import type { TurnOutcome } from '../turns/turn.ts'

export const Mismatch = z.object({
  round: z.int(),
  turnId: z.string().nullable(),
  agentId: z.string().nullable(),
  /** What differs: a part of a receipt, or of how a turn ended. */
  what: z.string(),
  recorded: z.string(),
  replayed: z.string(),
})
type Mismatch = z.output<typeof Mismatch>

/** Keeps the first difference: those that follow from it say nothing new. */
export interface Comparison {
  at: Pick<Mismatch, 'round' | 'turnId' | 'agentId'>
  first: Mismatch | null
  differ(what: string, recorded: unknown, replayed: unknown): void
  /** Notes a difference unless both have the same canonical bytes. */
  compare(what: string, recorded: unknown, replayed: unknown): void
}

export function openComparison(): Comparison {
  const comparison: Comparison = {
    at: { round: 0, turnId: null, agentId: null },
    first: null,
    differ(what, recorded, replayed) {
      comparison.first ??= { ...comparison.at, what, recorded: shownValue(recorded), replayed: shownValue(replayed) }
    },
    compare(what, recorded, replayed) {
      if (bytesOf(recorded) !== bytesOf(replayed)) comparison.differ(what, recorded, replayed)
    },
  }
  return comparison
}

function bytesOf(value: unknown): string {
  return canonical(wellFormed({ value }))
}

const maxShown = 300

function shownValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxShown ? text : text.slice(0, maxShown).toWellFormed()
}

interface ReplayedTurn {
  round: Round
  turn: RecordedTurn
  outcome: TurnOutcome
  /** The event of its end. */
  event: ConferenceEvent | undefined
  receipts: readonly Receipt[]
}

/** Compares the recorded replies with the hashes in the record of the round. */
export function compareReplies(round: Round, { turnId, replies }: RecordedTurn, comparison: Comparison): void {
  const turn = [round.phase1, ...round.turns].find(each => each.turnId === turnId)
  const hashes = (turn?.journal?.modelCalls ?? []).map(({ reply }) => reply?.sha256 ?? null)
  for (const [index, { said }] of replies.entries()) {
    const hash = 'fault' in said ? null : sha256(textIn(said))
    if (index < hashes.length) comparison.compare(`reply ${index + 1}`, hashes[index], hash)
  }
}

/** Holds how a turn ended against the record of the round and its event. */
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
    : endRoundTurn(beginTurn({ ...round, turns: [] }, identityOf(turn), ''), turn.turnId, outcome).turns[0]
  for (const part of ['state', 'content', 'verdict', 'stopHook', 'note', 'attempts'] as const) {
    comparison.compare(part, partOf(recorded, part), partOf(again ?? {}, part))
  }
  compareEvent(replayed, comparison)
}

/** Ended by a person, by time or by a kill: it is replayed as far as it went, and its end is not compared. */
function wasCutShort(turn: Pick<RoundTurn, 'state' | 'stopHook'>): boolean {
  const code = turn.stopHook?.code
  return turn.state === 'cancelled' || wasInterrupted(turn) || code === 'turn_timeout' || code === 'queue_full'
}

function compareEvent({ round, turn, outcome, event }: ReplayedTurn, comparison: Comparison): void {
  const again =
    turn.kind === 'phase1'
      ? gatheringEvent(endGathering(round, outcome))
      : endOf(endRoundTurn(beginTurn({ ...round, turns: [] }, identityOf(turn), ''), turn.turnId, outcome))
  for (const part of ['type', 'content', 'verdict', 'stopHook'] as const) {
    comparison.compare(`event: ${part}`, partOf(event ?? {}, part), partOf(again ?? {}, part))
  }
}

function endOf(round: Round) {
  const [turn] = round.turns
  return turn && turnEvent(round, turn)
}

function identityOf({ turnId, agent }: RecordedTurn): Pick<RoundTurn, 'turnId' | 'agentId' | 'name' | 'role'> {
  return { turnId, agentId: agent.id, name: agent.name, role: agent.role }
}

function partOf(whole: object, part: string): unknown {
  return Object.entries(whole).find(([key]) => key === part)?.[1] ?? null
}

/** One turn as it was recorded: how it began, all it was given, and what was said in it. */
export interface RecordedTurn extends TurnStart {
  turnId: string
  given: RecordedInputs
  replies: { said: RecordedReply; prompt: { sha256: string; bytes: number } }[]
  /** How it ended; undefined when the process was killed before. */
  ended?: string
}

/** The turns of a round in the order they began. */
export function recordedTurns(lines: readonly RecordedLine[]): RecordedTurn[] {
  const turns = new Map<string, RecordedTurn>()
  for (const line of lines) {
    const before = turns.get(line.turnId)
    if ('begins' in line) {
      if (!before) turns.set(line.turnId, { ...line.begins, turnId: line.turnId, given: noInputs(), replies: [] })
      continue
    }
    if (!before) continue
    const given = joinInputs(before.given, line.given)
    const replies = 'said' in line ? [...before.replies, { said: line.said, prompt: line.prompt }] : before.replies
    turns.set(line.turnId, { ...before, given, replies, ...('ends' in line && { ended: line.ends }) })
  }
  return [...turns.values()]
}

function joinInputs(a: RecordedInputs, b: RecordedInputs): RecordedInputs {
  return {
    random: [...a.random, ...b.random],
    registry: [...a.registry, ...b.registry],
    settings: [...a.settings, ...b.settings],
    tierSteps: [...a.tierSteps, ...b.tierSteps],
    issues: [...a.issues, ...b.issues],
    speakers: [...a.speakers, ...b.speakers],
  }
}
