import { z } from 'zod'
import type { Receipt } from '../../receipts/receipt.ts'
import { turnEndEvents } from '../conference/journal.ts'
import { recordingOf } from '../conference/recording.ts'
import { runRoundTurn } from '../conference/round-turn.ts'
import { type ConferenceEvent, isOver, type Round } from '../conference/schema.ts'
import { type ConferenceFiles, conferenceOf } from '../conference/store.ts'
import { allRounds } from '../conference/transcript.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { ToolOutcome, TurnSpec } from '../turns/turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import {
  type Comparison,
  compareReplies,
  compareTurn,
  Mismatch,
  openComparison,
  type RecordedTurn,
  recordedTurns,
} from './compare-turn.ts'
import { type ReplayedAudit, replayedAudit, replayedRoom } from './replayed-room.ts'

export const ReplayReport = z.object({
  conferenceId: z.string(),
  reproduced: z.boolean(),
  rounds: z.int(),
  turns: z.int(),
  replies: z.int(),
  receipts: z.int(),
  /** The first difference. */
  mismatch: Mismatch.nullable(),
  /** Files that tools of this conference used and that have changed since. */
  changedFiles: z.array(z.string()),
  /** Prompts that would be worded differently today; what was accepted does not rest on their wording. */
  promptsChanged: z.int(),
})

/**
 * Runs the engine once more on the recorded replies and holds every verdict and receipt against the record. A round that
 * still runs is left out.
 */
export async function replayConference(room: Room, id: string): Promise<z.output<typeof ReplayReport>> {
  const files = room.conferences.files(id)
  await conferenceOf(files)
  const rounds = (await allRounds(room, id)).filter(({ state }) => isOver(state))
  const over = new Set(rounds.map(({ roundId }) => roundId))
  const [log, events, snapshot] = await Promise.all([
    room.audit.receiptsOf(id).then(all => all.filter(({ round_id = '' }) => over.has(round_id))),
    files.journal.all(),
    room.workspace.vfs.snapshot(),
  ])
  const comparison = openComparison()
  const changed = await changedFiles(log, snapshot)
  const audit = replayedAudit(log, comparison, new Set(changed))
  const tally = { turns: 0, replies: 0, promptsChanged: 0 }
  for (const round of rounds) {
    comparison.at = { round: round.number, turnId: null, agentId: null }
    await replayRound({ room, files, round, events, audit, comparison, tally, log })
  }
  await compareLog(room, id, log, audit, comparison)
  return {
    conferenceId: id,
    reproduced: comparison.first === null,
    rounds: rounds.length,
    ...tally,
    receipts: audit.minted.length,
    mismatch: comparison.first,
    changedFiles: changed,
  }
}

interface RoundReplay {
  room: Room
  files: ConferenceFiles
  round: Round
  events: readonly ConferenceEvent[]
  audit: ReplayedAudit
  comparison: Comparison
  tally: { turns: number; replies: number; promptsChanged: number }
  log: readonly Receipt[]
}

async function replayRound(replay: RoundReplay): Promise<void> {
  const { room, files, round, comparison, tally } = replay
  const turns = recordedTurns(
    await recordingOf({ folder: files.folder, now: () => instant(room) }, round.number).read(),
  )
  const played = [round.phase1, ...round.turns].filter(({ journal }) => journal !== undefined)
  for (const { turnId } of played) {
    if (!turns.some(each => each.turnId === turnId)) comparison.differ(`recording of ${turnId}`, undefined, turnId)
  }
  const buffer: ToolOutcome[] = []
  for (const turn of turns) {
    comparison.at = { round: round.number, turnId: turn.turnId, agentId: turn.agent.id }
    // Killed before the first reply, it left nothing to compare.
    if (turn.ended === undefined && turn.replies.length === 0) continue
    const results = await replayTurn(replay, turn, buffer)
    if (turn.kind === 'phase1') buffer.push(...results)
    tally.turns++
    tally.replies += turn.replies.length
  }
}

async function replayTurn(replay: RoundReplay, turn: RecordedTurn, buffer: ToolOutcome[]) {
  const { room, files, round, events, audit, comparison, tally, log } = replay
  const { turnId, kind, agent, message, allowedTools, requireTool } = turn
  const spec: TurnSpec = {
    kind,
    surface: 'conference',
    sessionId: files.id,
    conferenceId: files.id,
    roundId: round.roundId,
    turnId,
    agent,
    message,
    skipGrounding: true,
    ...(allowedTools && { allowedTools }),
    ...(requireTool !== undefined && { requireTool }),
    ...(kind === 'phase2' && { results: buffer }),
  }
  compareReplies(round, turn, comparison)
  const began = Date.parse(round.createdAt)
  const replayed = replayedRoom(room, audit, turn, comparison, () => began)
  const outcome = await runRoundTurn(replayed.room, spec, { signal: replayed.signal }, () => instant(room))
  tally.promptsChanged += replayed.promptsChanged()
  const event = events.find(each => each.turnId === turnId && turnEndEvents.has(each.type))
  compareTurn({ round, turn, outcome, event, receipts: log.filter(({ turn_id }) => turn_id === turnId) }, comparison)
  return outcome.results
}

async function changedFiles(log: readonly Receipt[], snapshot: Snapshot): Promise<string[]> {
  const hashes = new Map(log.flatMap(({ file_refs }) => file_refs.map(ref => [ref.path, ref.file_sha256] as const)))
  const changed: string[] = []
  for (const [path, recorded] of hashes) {
    const file = snapshot.files.find(each => each.path === path)
    const text = file && (await snapshot.read(file))
    if (!text || !('sha256' in text) || text.sha256 !== recorded) changed.push(path)
  }
  return changed.sort()
}

/** The log itself: its signatures and chain, and that every receipt in it is of a turn. */
async function compareLog(
  room: Room,
  id: string,
  log: readonly Receipt[],
  { minted }: ReplayedAudit,
  comparison: Comparison,
): Promise<void> {
  comparison.at = { round: 0, turnId: null, agentId: null }
  const { status, problems } = await room.audit.verifySession(id, { fresh: true })
  if (status !== 'ok') comparison.differ('verification of the receipts', problems, 'ok')
  const made = new Set(minted.map(({ receipt_id }) => receipt_id))
  for (const { receipt_id } of log) if (!made.has(receipt_id)) comparison.differ('receipt', receipt_id, undefined)
}
