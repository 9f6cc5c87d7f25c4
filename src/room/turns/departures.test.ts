import { expect, it } from 'vitest'
import { openDepartures } from './departures.ts'

const long = 60_000

it('wakes everybody who waits when a turn leaves', async () => {
  const departures = openDepartures()
  const waiting = [departures.since(0, long, undefined), departures.since(0, long, undefined)]
  departures.tell()
  await Promise.all(waiting)
  expect(departures.count()).toBe(1)
})

it('does not let anybody wait for a turn that left while they were looking', async () => {
  const departures = openDepartures()
  const seen = departures.count()
  departures.tell()
  await departures.since(seen, long, undefined)
})

it('lets go after the given time, and at once when the wait is given up', async () => {
  const departures = openDepartures()
  await departures.since(0, 1, undefined)
  const giving = new AbortController()
  const waiting = departures.since(0, long, giving.signal)
  giving.abort(new Error('withdrawn'))
  await expect(waiting).rejects.toThrow('withdrawn')
  await expect(departures.since(0, long, giving.signal)).rejects.toThrow('withdrawn')
})
