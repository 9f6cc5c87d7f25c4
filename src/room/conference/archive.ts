import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { canonicalLine, wellFormed } from '../../receipts/canonical.ts'
import type { NewIssueFile } from '../audit/issue-files.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { lockFile, lockWaitMs } from '../workspace/layout.ts'
import { receiptsOfRound } from './buffer.ts'
import { issueOfRound, roundTitle } from './round-issue.ts'
import type { Round } from './schema.ts'
import { type ConferenceFiles, changeRound } from './store.ts'
import { messagesOf, roundAsMarkdown } from './transcript.ts'

/**
 * Keeps a round for people: one issue, its receipts linked, its transcript filed, one entry in the log. Each step looks
 * whether it was done before, so all of it may be done again.
 */
export async function archive(
  room: Room,
  files: ConferenceFiles,
  round: Round,
  tags: readonly string[],
): Promise<Required<Pick<Round, 'issueId' | 'linked'>>> {
  const receipts = await receiptsOfRound(room, files.id, round.roundId)
  const { issue } = await room.issues.open(issueOfRound(files.id, round, receipts, tags), instant(room))
  room.conferences.boundary('issue')
  // For people, should the round not close; whoever closes it finds the issue by its round.
  await changeRound(files, round.number, before => ({ ...before, issueId: issue.id }), 'note')
  const linked = await link(room, files, round, issue.id)
  room.conferences.boundary('linked')
  await appendToLog(room, files.id, round, issue.id)
  room.conferences.boundary('log')
  return { issueId: issue.id, linked }
}

/** A session that does not verify keeps a round from closing, but not from being cancelled. */
async function link(room: Room, { id }: ConferenceFiles, round: Round, issueId: number): Promise<number> {
  const transcript = transcriptOf(id, round)
  try {
    return (await room.audit.link({ sessionId: id, issueId, unit: round.roundId, beside: [transcript] })).linked
  } catch (error) {
    if (round.state !== 'canceling' || !(error instanceof Fault) || error.code !== 'AUDIT_TAMPERED') throw error
    const filed = (await room.audit.issue(issueId))?.entries ?? []
    const isFiled = filed.some(({ kind, packetId }) => kind === transcript.kind && packetId === transcript.packetId)
    if (!isFiled) await room.audit.fileWithIssue(issueId, [transcript])
    return 0
  }
}

function transcriptOf(conferenceId: string, round: Round): NewIssueFile {
  const { roundId, number } = round
  const transcript = { v: 1, session_id: conferenceId, round_id: roundId, number, messages: messagesOf(round) }
  return { kind: 'round-transcript', packetId: roundId, bytes: Buffer.from(canonicalLine(wellFormed(transcript))) }
}

/** Adds a round to the log people read, unless its marker is there; the file is replaced whole, so no entry is half. */
async function appendToLog(room: Room, conferenceId: string, round: Round, issueId: number): Promise<void> {
  const file = join(room.workspace.root, 'private', 'conference_log.md')
  const marker = `<!-- ${round.roundId} -->`
  await withLock(lockFile(room.workspace.root, 'conference_log.md'), 'named', lockWaitMs, async () => {
    const before = await textOf(file)
    if (before.includes(marker)) return
    const heading = `## ${roundTitle(conferenceId, round.number)}`
    const about = `${round.createdAt} to ${round.endedAt ?? round.createdAt}, issue #${issueId}`
    const entry = [marker, heading, '', about, '', roundAsMarkdown(round), ''].join('\n')
    const gap =
      before === '' ? '# Conference log\n\n' : before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, `${before}${gap}${entry}`)
  })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return ''
    throw error
  }
}
