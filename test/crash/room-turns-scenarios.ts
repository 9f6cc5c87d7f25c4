import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDb } from '../../src/db/open.ts'
import { chatTurn } from '../../src/room/chats/chat-turn.ts'
import { cancelTurn } from '../../src/room/chats/interrupted.ts'
import { roomChatShow } from '../../src/room/chats/operations.ts'
import { openTestRoom } from '../room/support/open-room.ts'
import { call, decide, scene } from '../room/support/replies.ts'
import { type Answer, createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Worker } from './processes.ts'
import type { Command } from './room-turns-worker.ts'

type Start = () => Worker<Command>

export const turnsWorker = 'test/crash/room-turns-worker.ts'

/** Kills a process in the middle of a turn: its receipts verify, the turn is marked, and the room goes on. */
export async function killDuringTurns(start: Start, kills: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const home = tempHome()
  const db = await openDb({ location })
  const { room, script, context } = await openTestRoom({ at: { root: tempHome(), db }, home })
  script('critic', Array(kills).fill('STOP_HOOK: conflict\nStill here.'))
  const again = decide('file_reader', { file_path: scene })
  const replies = [call('file_reader', { file_path: scene }), ...Array<string>(4).fill(again), '{{hang}}']
  let ready = start()
  for (let kill = 0; kill < kills; kill++) {
    const worker = ready
    ready = start()
    await worker.ask({ do: 'open', location, home })
    worker.send({ do: 'chat', request: { message: 'Which colour?', agentId: 'critic' }, replies })
    const first = await worker.next()
    // Each is killed at another moment of its turn.
    await sleep(Math.random() * 200)
    const reported = [first, ...(await worker.kill())]
    const { sessionId, turnId } = first
    const receipts = reported.filter(({ type }) => type === 'tool.finished').map(({ receiptId }) => receiptId)

    const { turns } = await roomChatShow.run({ id: sessionId }, context())
    expect(turns).toMatchObject([
      {
        turnId,
        state: 'error',
        content: 'STOP_HOOK: error\nReason: interrupted',
        receipts: expect.arrayContaining(receipts),
      },
    ])
    const verified = await room.audit.verifySession(sessionId, { fresh: true })
    expect(verified).toMatchObject({ status: 'ok', count: turns[0]?.receipts.length ?? 0 })
    await expect(cancelTurn(room, turnId)).rejects.toMatchObject({ wire: 'turn_over' })
    const next = await chatTurn(room, { principal: 'local' }, { message: 'And now?', sessionId })
    expect(next).toMatchObject({ state: 'stopped', sessionId })
  }
  await ready.kill()
  await db.close()
}

/** Two processes with so many turns each take them one after another, in the order of their tickets. */
export async function takeTurnsByTicket(start: Start, turnsEach: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const home = tempHome()
  const db = await openDb({ location })
  await openTestRoom({ at: { root: tempHome(), db }, home })
  const two = [start(), start()]
  await Promise.all(two.map(worker => worker.ask({ do: 'open', location, home })))
  const lines = (await Promise.all(two.map(worker => linesFrom(worker, turnsEach)))).flat()
  await Promise.all(two.map(worker => worker.end()))
  await db.close()
  const began: Answer[] = lines.filter(line => line.began).sort((a, b) => a.ticket - b.ticket)
  expect(began).toHaveLength(2 * turnsEach)
  const turns = began.map(({ began: id, at }) => ({ from: at, to: lines.find(({ ended }) => ended === id)?.at }))
  for (const [index, { from }] of turns.entries()) {
    const before = turns[index - 1]
    if (before) expect(from).toBeGreaterThan(before.to)
  }
}

/** Everything that a process reports about its turns. */
async function linesFrom(worker: Worker<Command>, count: number): Promise<Answer[]> {
  worker.send({ do: 'turns', count })
  const lines: Answer[] = []
  for (let line = await worker.next(); line && !line.done; line = await worker.next()) {
    expect(line.failed).toBeUndefined()
    lines.push(line)
  }
  return lines
}
