import { describe, expect, it } from 'vitest'
import type { CallProgress } from '../../kernel/call.ts'
import { progressNotifier } from './servers.ts'

const step = (phase: string, files: number, files_total: number): CallProgress => ({
  phase,
  files,
  files_total,
  bytes: files * 10,
  bytes_total: files_total * 10,
})

function notificationsFor(steps: CallProgress[], millisecondsApart: number) {
  const received: { progress: number; total: number; message: string; progressToken: string | number }[] = []
  let now = 0
  const notify = progressNotifier(
    { progressToken: 'a token' },
    async ({ params }) => void received.push(params),
    () => now,
  )
  for (const each of steps) {
    notify?.(each)
    now += millisecondsApart
  }
  return received
}

const phases = [
  ...[0, 1, 2].map(files => step('index', files, 2)),
  step('decide', 0, 1),
  ...[0, 1, 2, 3].map(files => step('stage', files, 3)),
  // A transcript changed meanwhile: everything is done once more.
  ...[0, 1].map(files => step('index', files, 1)),
  step('publish', 0, 1),
]

describe('telling a client how far its call is', () => {
  it('progress is left out when the client did not ask', () => {
    expect(progressNotifier({}, async () => {})).toBeUndefined()
    expect(progressNotifier(undefined, async () => {})).toBeUndefined()
  })

  it('telling a client how far its call is only ever counts up, over all phases, and never past the total', () => {
    const received = notificationsFor(phases, 1000)
    const counts = received.map(({ progress }) => progress)
    expect(counts).toEqual([...new Set(counts)].sort((one, other) => one - other))
    expect(received.length).toBe(phases.length)
    for (const { progress, total, progressToken } of received) {
      expect(progress).toBeLessThanOrEqual(total)
      expect(progressToken).toBe('a token')
    }
    expect(received[2]).toEqual({ progressToken: 'a token', progress: 2, total: 3, message: 'index: 2 of 2' })
  })

  it('progress happens at most ten times a second', () => {
    expect(notificationsFor(phases, 40).length).toBe(Math.ceil(phases.length / 3))
    expect(notificationsFor(phases, 0).length).toBe(1)
  })

  it('progress does not mind a client that has gone', async () => {
    const notify = progressNotifier({ progressToken: 1 }, () => Promise.reject(new Error('gone')))
    notify?.(step('index', 0, 1))
    await new Promise(setImmediate)
  })
})
