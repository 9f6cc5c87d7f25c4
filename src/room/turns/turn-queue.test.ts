import { expect, it } from 'vitest'
import { createTurnEndSignal } from './turn-queue.ts'

const long = 60_000

it('the queue of turns wakes all waiting turns when one leaves', async () => {
  const departures = createTurnEndSignal()
  const waiting = [departures.waitAfter(0, long, undefined), departures.waitAfter(0, long, undefined)]
  departures.notify()
  await Promise.all(waiting)
  expect(departures.count()).toBe(1)
})

it('the queue of turns does not wait for a turn that left during the look', async () => {
  const departures = createTurnEndSignal()
  const seen = departures.count()
  departures.notify()
  await departures.waitAfter(seen, long, undefined)
})

it('the queue of turns lets go after the given time, and at once when the wait is given up', async () => {
  const departures = createTurnEndSignal()
  await departures.waitAfter(0, 1, undefined)
  const giving = new AbortController()
  const waiting = departures.waitAfter(0, long, giving.signal)
  giving.abort(new Error('withdrawn'))
  await expect(waiting).rejects.toThrow('withdrawn')
  await expect(departures.waitAfter(0, long, giving.signal)).rejects.toThrow('withdrawn')
})
