import { Fault } from '../../kernel/fault.ts'
import { canonicalLine, wellFormed } from '../../receipts/canonical.ts'
import { receiptsOfRound } from './buffer.ts'
import { appendToLog } from './conference-log.ts'
import { type ConferenceFiles, changeRound, type Desk } from './desk.ts'
import { issueOfRound } from './round-issue.ts'
import type { Round } from './schema.ts'
import { messagesOf } from './transcript.ts'

/**
 * Keeps a round for people: one issue, its receipts linked, its transcript filed, one entry in the log. Each step looks
 * whether it was done before, so all of it may be done again.
 */
export async function archive(
  desk: Desk,
  files: ConferenceFiles,
  round: Round,
  tags: readonly string[],
): Promise<void> {
  const { room } = desk
  const receipts = await receiptsOfRound(room, files.id, round.roundId)
  const { issue } = await room.issues.open(issueOfRound(files.id, round, receipts, tags), desk.now())
  desk.boundary('issue')
  await changeRound(files, round.number, before => ({ ...before, issueId: issue.id }))
  const linked = await link(desk, files, round, issue.id)
  desk.boundary('linked')
  await changeRound(files, round.number, before => ({ ...before, linked }))
  await fileTranscript(desk, files, round, issue.id)
  desk.boundary('transcript')
  await appendToLog(room, files.id, round, issue.id)
  desk.boundary('log')
}

/** A session that does not verify keeps a round from closing, but not from being cancelled. */
async function link({ room }: Desk, { id }: ConferenceFiles, round: Round, issueId: number): Promise<number> {
  try {
    return (await room.audit.link({ sessionId: id, issueId, unit: round.roundId })).linked
  } catch (error) {
    if (round.state === 'canceling' && error instanceof Fault && error.code === 'AUDIT_TAMPERED') return 0
    throw error
  }
}

async function fileTranscript({ room }: Desk, { id }: ConferenceFiles, round: Round, issueId: number): Promise<void> {
  const { roundId, number } = round
  const filed = (await room.audit.issue(issueId))?.entries ?? []
  if (filed.some(({ kind, packetId }) => kind === 'round-transcript' && packetId === roundId)) return
  const transcript = { v: 1, session_id: id, round_id: roundId, number, messages: messagesOf(round) }
  await room.audit.fileWithIssue(issueId, [
    { kind: 'round-transcript', packetId: roundId, bytes: Buffer.from(canonicalLine(wellFormed(transcript))) },
  ])
}
