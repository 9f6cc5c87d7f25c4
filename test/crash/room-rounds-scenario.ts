import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDb } from '../../src/db/open.ts'
import { waitForRound } from '../../src/room/conference/start.ts'
import { allRounds } from '../../src/room/conference/transcript.ts'
import { replayConference } from '../../src/room/replay/replay.ts'
import { openSampleRoom, openTestRooms } from '../room/support/open-rooms.ts'
import { type Answer, createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Worker } from './processes.ts'
import type { Command } from './room-round-worker.ts'

export const roundWorker = 'test/crash/room-round-worker.ts'

/** The steps of a round, after each of which a process may end. */
export const boundaries = [
  'created',
  'active',
  'phase1.started',
  'tool.finished',
  'turn.stored',
  'phase1.finished',
  ...['turn.started', 'turn.stored', 'turn.finished'],
  ...['turn.started', 'turn.stored', 'turn.finished'],
  'closing',
  'issue',
  'linked',
  'log',
  'closed',
  'announced',
]

/**
 * Kills a process of its own at each of these boundaries, counted from 1: afterwards its round is closed once, with all
 * that was reported before. One boundary after the last, the round ends by itself.
 */
export async function killAtBoundaries(start: () => Worker<Command>, places: readonly number[]): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const [root, home] = [tempHome(), tempHome()]
  const db = await openDb({ location })
  let next = start()
  for (const at of places) {
    const worker = next
    next = start()
    worker.send({ location, root, home, at })
    const lines: Answer[] = []
    for (let line = await worker.next(); line !== undefined; line = await worker.next()) {
      lines.push(line)
      if (line.ended) break
    }
    const reported = Object.assign({}, ...lines)
    expect([at, reported.killed]).toEqual([at, boundaries[at - 1]])
    if (reported.ended) await worker.end()
    await checkAfterwards({ reported, root, home, db })
  }
  await next.end()
  await db.close()
}

interface Afterwards {
  reported: Answer
  root: string
  home: string
  db: Awaited<ReturnType<typeof openDb>>
}

/** Opens the room as the next start of the program does, and waits for what it takes up. */
async function checkAfterwards({ reported, root, home, db }: Afterwards): Promise<void> {
  const rooms = openTestRooms(db, home)
  const room = await openSampleRoom(rooms, root)
  const id = reported.opened
  const rounds = await allRounds(room, id)
  // A round whose start was not reported may exist or not; one that was reported exists.
  if (reported.begun) expect(rounds.map(({ roundId }) => roundId)).toEqual([reported.begun])
  for (const { number, roundId } of rounds) {
    const round = await waitForRound(room, id, number, 30_000)
    expect([reported.killed, round.state]).toEqual([reported.killed, 'closed'])
    const issues = (await room.issues.all()).filter(({ sourceKey }) => sourceKey === `round:${roundId}`)
    expect(issues.map(({ title }) => title)).toEqual([`Conference ${id} — Turn 1`])
    const filed = await room.audit.issue(issues[0]?.id ?? 0)
    expect([filed?.status, filed?.entries.map(({ kind }) => kind)]).toEqual([
      'ok',
      ['session-receipts', 'session-receipts-ref', 'round-transcript'],
    ])
    const log = readFileSync(join(root, 'private', 'conference_log.md'), 'utf8')
    expect(log.split(`<!-- ${roundId} -->`)).toHaveLength(2)
    const receipts = await room.audit.receiptsOf(id)
    expect(receipts).toHaveLength(1)
    expect(round.phase1.receiptIds).toEqual(receipts.map(({ receipt_id }) => receipt_id))
    const answered = round.turns.filter(({ state }) => state === 'accepted')
    expect(answered.map(({ agentId }) => agentId)).toEqual(['chief', 'continuity'])
    const events = await room.conferences.files(id).journal.all()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const ends = events.filter(({ type }) => type === 'turn.accepted' || type === 'round.closed')
    expect(ends.map(({ type, agentId }) => agentId ?? type)).toEqual(['chief', 'continuity', 'round.closed'])
    expect((await room.conferences.files(id).conference.read())?.activeRoundId).toBeNull()
    expect((await replayConference(room, id)).mismatch).toBeNull()
  }
  expect((await room.audit.verifySession(id)).problems).toEqual([])
  await rooms.close()
}
