import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cancelTurn } from '../../src/room/chats/interrupted.ts'
import { mintId } from '../../src/room/ids.ts'
import type { Room } from '../../src/room/room.ts'
import { testedEngines } from '../support/engines.ts'
import { openTestRoom } from './support/open-room.ts'
import { call, finalDecision, scene } from './support/replies.ts'

const read = call('file_reader', { file_path: scene })

it.each(testedEngines)('a model call ends when another process cancels the turn (%s)', async engine => {
  const { script, turn, room, root } = await openTestRoom({ engine })
  const elsewhere = await openTestRoom({ at: { root, db: room.db } })
  const critic = script('critic', [read, '{{hang}}'])
  const turnId = mintId('turn', room.random)
  const playing = turn('critic', 'Which colour?', { turnId })
  await until(() => critic.requests.length === 2)
  await cancelTurn(elsewhere.room, turnId)
  const played = await playing
  expect(played).toMatchObject({ state: 'cancelled', content: '', receipts: [expect.anything()] })
  expect(played.stopHook).toBeUndefined()
  expect(await room.turnQueue.view()).toEqual({ holder: null, waiting: [] })
  await expect(cancelTurn(room, turnId)).rejects.toMatchObject({ wire: 'turn_over' })
  await expect(cancelTurn(room, mintId('turn', room.random))).rejects.toMatchObject({ wire: 'not_found' })
})

it('a turn that waits is withdrawn without holding up the others', async () => {
  const { script, turn, room } = await openTestRoom()
  const critic = script('critic', ['{{hang}}'])
  const writer = script('writer', ['never asked'])
  const first = new AbortController()
  const running = turn('critic', 'Which colour?', {}, { signal: first.signal })
  await until(() => critic.requests.length === 1)
  const turnId = mintId('turn', room.random)
  const waiting = turn('writer', 'Which colour?', { turnId })
  await until(async () => (await room.turnQueue.view()).waiting.length === 1)
  await cancelTurn(room, turnId)
  const withdrawn = await waiting
  expect(withdrawn).toMatchObject({ state: 'cancelled', modelCalls: [], receipts: [] })
  expect(withdrawn.events).toEqual([{ type: 'turn.queued', position: 1 }])
  expect(writer.requests).toEqual([])
  first.abort()
  expect(await running).toMatchObject({ state: 'cancelled' })
})

it('a tool that is cancelled leaves a receipt that says so', async () => {
  const opened = await openTestRoom()
  const { script, turn, room } = opened
  const disk = stuckDisk(room)
  script('critic', [read, finalDecision])
  const turnId = mintId('turn', room.random)
  const playing = turn('critic', 'Which colour?', { turnId })
  await disk.isReached
  await cancelTurn(room, turnId)
  const played = await playing
  expect(played).toMatchObject({ state: 'cancelled', results: [{ ok: false, errorCode: 'cancelled' }] })
  const [receipt] = await room.audit.receiptsOf(played.spec.sessionId)
  expect(receipt).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(await room.audit.verifySession(played.spec.sessionId)).toMatchObject({ status: 'ok', count: 1 })
})

it('a turn that takes longer than its time ends as an error', async () => {
  const { script, turn, room, time } = await openTestRoom()
  await room.workspace.changeSettings({ 'chat.turnTimeoutSec': 30 })
  const critic = script('critic', ['{{hang}}'])
  const playing = turn('critic', 'Which colour?')
  await until(() => critic.requests.length === 1)
  time.ahead = 31_000
  expect(await playing).toMatchObject({
    state: 'error',
    content: 'STOP_HOOK: error\nReason: turn_timeout',
    stopHook: { type: 'error', code: 'turn_timeout' },
  })
})

it('a model that ignores the signal is left behind', async () => {
  const { turn, room } = await openTestRoom()
  const deaf = { provider: 'deaf', model: 'deaf', profile: null, complete: () => new Promise<never>(() => {}) }
  room.agentModels.of = async () => deaf
  const signal = AbortSignal.timeout(100)
  expect(await turn('critic', 'Which colour?', { kind: 'raw' }, { signal })).toMatchObject({ state: 'cancelled' })
})

it('a turn stores its outcome before the next turn begins, and then informs the observers', async () => {
  const told: string[] = []
  const observer = async (_: unknown, { state }: { state: string }) => {
    told.push(`observed ${state}`)
    throw new Error('An observer that fails undoes nothing.')
  }
  const { script, turn, room } = await openTestRoom({ changed: { observers: [observer] } })
  script('critic', ['STOP_HOOK: conflict\nTwo cards disagree.'])
  const second = script('writer', ['STOP_HOOK: uncertainty\nNot sure.'])
  const store = async () => {
    // Long enough for the next turn to begin, if it could.
    await sleep(200)
    expect(second.requests).toEqual([])
    told.push('stored')
  }
  const first = turn('critic', 'Which colour?', {}, { store })
  await until(async () => (await room.turnQueue.view()).holder !== null)
  await Promise.all([first, turn('writer', 'Which colour?')])
  expect(told).toEqual(['stored', 'observed stopped', 'observed stopped'])
})

it('an audit that cannot sign ends the turn, and the result is not shown', async () => {
  const { script, turn, room } = await openTestRoom()
  const { roomFault } = await import('../../src/room/faults.ts')
  room.audit.mint = async () => Promise.reject(roomFault('no_receipts'))
  const critic = script('critic', [read])
  expect(await turn('critic', 'Which colour?')).toMatchObject({ state: 'error', results: [], receipts: [] })
  expect(critic.requests).toHaveLength(1)
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(holds, { interval: 10 }).toBe(true)
}

/** From here on no file of the workspace can be read: a disk that does not answer. */
function stuckDisk(room: Room): { isReached: Promise<void> } {
  let reached = () => {}
  const isReached = new Promise<void>(resolve => {
    reached = resolve
  })
  const { snapshot } = room.workspace.vfs
  room.workspace.vfs.snapshot = async () => ({
    ...(await snapshot()),
    read() {
      reached()
      return new Promise<never>(() => {})
    },
  })
  return { isReached }
}
