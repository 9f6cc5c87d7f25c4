import { Fault } from '../kernel/fault.ts'
import { formatInstant, parseInstant } from '../kernel/instants.ts'
import { beginningOfTime } from './store/activity.ts'

/** The stored form of a `since` argument; without one, everything. */
export function sinceOf(since: string | undefined): string {
  if (since === undefined) return beginningOfTime
  const ms = parseInstant(since)
  if (ms !== undefined) return formatInstant(ms)
  throw new Fault('INVALID_INPUT', 'since must be a date, or a date-time with Z or an offset.', {
    details: { fields: [{ path: 'since', rule: 'ISO date, or date-time with zone' }] },
  })
}
