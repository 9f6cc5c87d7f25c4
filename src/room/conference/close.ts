import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifExists } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { cutTo } from '../../kernel/text.ts'
import { canonicalLine, wellFormed } from '../../receipts/canonical.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { recordActivity } from '../activity.ts'
import type { NewIssueFile } from '../audit/issue-files.ts'
import { issueLimits } from '../issues/schema.ts'
import type { NewIssue } from '../issues/store.ts'
import { notices, notify } from '../notifications/notify.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { lockFile, lockWaitMs } from '../workspace/layout.ts'
import { roundEvent } from './journal.ts'
import { cancelTurns, leftTraces, moveTo } from './round.ts'
import { receiptsOfRound } from './round-turn.ts'
import { change, type RoundWork } from './round-work.ts'
import type { Round, RoundTurn } from './schema.ts'
import { type ConferenceFiles, changeConference, changeRound } from './store.ts'
import { messagesOf, roundAsMarkdown } from './transcript.ts'

/** Closes a round whose turns are over. Every step may have been done before; none is done twice. */
export async function finishClose(work: RoundWork, round: Round): Promise<Round> {
  const { room, files, events, observerWork } = work
  await observerWork.done()
  await announce(work, roundEvent('round.closing', round))
  room.conferences.boundary('closing')
  const archived = await archive(room, files, round, [])
  const closed = await change(work, before => ({ ...moveTo(before, 'closed'), ...archived, closedAt: instant(room) }))
  room.conferences.boundary('closed')
  await release(room, files, closed)
  await events.synced()
  return closed
}

/** Ends a cancelled round: what ran is cut off, and what people saw of it is archived. */
export async function finishCancel(work: RoundWork, round: Round): Promise<Round> {
  const { room, files, events, observerWork } = work
  await observerWork.done()
  const receiptIds = (await receiptsOfRound(room, files.id, round.roundId)).map(({ receipt_id }) => receipt_id)
  const cut = await change(work, before => {
    const ended = cancelTurns(before, receiptIds, instant(room))
    return { ...ended, endedAt: ended.endedAt ?? instant(room) }
  })
  const archived = leftTraces(cut) && (await archive(room, files, cut, ['round-cancelled']))
  const cancelled = await change(work, before => ({
    ...moveTo(before, 'cancelled'),
    ...archived,
    closedAt: instant(room),
  }))
  events.add(...(await work.cards.of(cancelled)))
  await events.synced()
  await release(room, files, cancelled)
  return cancelled
}

/** The last of it: the event, and the conference is free for the next round. */
export async function release(room: Room, files: ConferenceFiles, round: Round): Promise<void> {
  room.conferences.buffers.delete(round.roundId)
  const type = round.state === 'closed' ? 'round.closed' : 'round.cancelled'
  if (!(await isLogged(files, type, round.roundId))) {
    await Promise.all([notifyPeople(room, files, round), addToFeed(room, files, round)])
    await files.journal.add([roundEvent(type, round)])
  }
  room.conferences.boundary('announced')
  await changeConference(files, conference =>
    conference.activeRoundId === round.roundId
      ? { ...conference, activeRoundId: null, updatedAt: instant(room) }
      : conference,
  )
}

async function announce({ files }: RoundWork, event: ReturnType<typeof roundEvent>): Promise<void> {
  if (!(await isLogged(files, event.type, event.roundId))) await files.journal.note([event])
}

async function isLogged({ journal }: ConferenceFiles, type: string, roundId: string | undefined): Promise<boolean> {
  return (await journal.all()).some(event => event.type === type && event.roundId === roundId)
}

async function addToFeed(room: Room, { id }: ConferenceFiles, round: Round): Promise<void> {
  const { number, roundId, issueId, linked = 0, state } = round
  await recordActivity(room, {
    type: state === 'closed' ? 'room_round_closed' : 'room_round_cancelled',
    summary: `Round ${number} of a conference was ${state}`,
    details: { conference: id, round: roundId, issue: issueId ?? null, linked },
  })
}

async function notifyPeople(room: Room, { id: conferenceId }: ConferenceFiles, round: Round): Promise<void> {
  const { number, roundId, issueId, state } = round
  if (state !== 'closed' || issueId === undefined) return
  await notify(room, notices.roundClosed({ conferenceId, number, roundId, issueId }))
}

/**
 * Keeps a round for people: one issue, its receipts linked, its transcript filed, one entry in the log. Each step looks
 * whether it was done before, so all of it may be done again.
 */
async function archive(
  room: Room,
  files: ConferenceFiles,
  round: Round,
  tags: readonly string[],
): Promise<Required<Pick<Round, 'issueId' | 'linked'>>> {
  const receipts = await receiptsOfRound(room, files.id, round.roundId)
  const status = (await foundContradiction(room, receipts)) ? 'open' : 'closed'
  const { issue } = await room.issues.open(issueOfRound(files.id, round, receipts, tags, status), instant(room))
  room.conferences.boundary('issue')
  // For people, should the round not close; closing finds the issue by its round.
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
    const before = (await ifExists(readFile(file, 'utf8'))) ?? ''
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

function roundTitle(conferenceId: string, number: number): string {
  return `Conference ${conferenceId} — Turn ${number}`
}

/** The issue that archives a round; there is one per round, however often it is asked for. */
function issueOfRound(
  conferenceId: string,
  round: Round,
  receipts: readonly Receipt[],
  tags: readonly string[],
  status: 'open' | 'closed',
): NewIssue {
  return {
    title: roundTitle(conferenceId, round.number),
    body: bodyOf(conferenceId, round, receipts),
    openedBy: 'conference',
    tags: ['conference-transcript', `round-${round.number}`, ...tags],
    priority: 'normal',
    status,
    sourceKey: `${roundSource}${round.roundId}`,
    conferenceId,
  }
}

/** A person must decide which side of a contradiction is right. An output that fails verification does not count. */
async function foundContradiction({ audit }: Room, receipts: readonly Receipt[]): Promise<boolean> {
  for (const { receipt_id, tool_id } of receipts) {
    if (tool_id !== 'canon_checker' && tool_id !== 'consistency_checker') continue
    const output = await audit.output(receipt_id).catch(() => undefined)
    // Quotation marks of quoted text are escaped, so this is a key of the answer.
    if (output !== undefined && /"status": ?"contradiction"/.test(output)) return true
  }
  return false
}

const roundSource = 'round:'

function bodyOf(conferenceId: string, round: Round, receipts: readonly Receipt[]): string {
  const { roundId, number, createdAt, endedAt = createdAt, phase1 } = round
  const gathering = phase1.state === 'rejected' ? [`Phase 1: ${reasonOf(phase1)}`] : []
  const about = [
    `Session: ${conferenceId}`,
    `Round: ${number} (${roundId})`,
    `Began: ${createdAt}`,
    `Ended: ${endedAt}`,
    `Receipts: ${listText(receipts.map(({ receipt_id, tool_id }) => `${receipt_id} (${tool_id})`))}`,
    `Abstained: ${listText(namesOf(round, 'abstained'))}`,
    `Muted: ${listText(namesOf(round, 'skipped'))}`,
    `Rejected: ${listText([...gathering, ...withReasons(round, 'rejected')])}`,
    ...['stopped' as const, 'error' as const].flatMap(state => {
      const failed = withReasons(round, state)
      return failed.length === 0 ? [] : [`${state === 'error' ? 'Failed' : 'Stopped'}: ${listText(failed)}`]
    }),
  ]
  return cutTo(`${about.join('\n')}\n\n${roundAsMarkdown(round)}\n`, issueLimits.body)
}

function namesOf({ turns }: Round, state: RoundTurn['state']): string[] {
  return turns.filter(turn => turn.state === state).map(({ name }) => name)
}

function withReasons({ turns }: Round, state: RoundTurn['state']): string[] {
  return turns.filter(turn => turn.state === state).map(turn => `${turn.name}: ${reasonOf(turn)}`)
}

/** A code; what an agent wrote about its stop is in the transcript. */
function reasonOf({ stopHook }: Pick<RoundTurn, 'stopHook'>): string {
  return stopHook?.code ?? stopHook?.type ?? 'unknown'
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ')
}
