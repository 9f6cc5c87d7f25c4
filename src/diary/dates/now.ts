import { Fault } from '../../kernel/fault.ts'
import { parseInstant } from '../../kernel/instants.ts'
import { isDay } from './calendar.ts'
import { instantOf } from './wall-clock.ts'

/** The instant a text such as DAYBOOK_NOW names; without an offset it is read on the zone's clocks. */
export function instantNamed(text: string, zone: string): number {
  const exact = /[Zz]$|[+-]\d{2}:\d{2}$/.test(text) ? parseInstant(text) : undefined
  if (exact !== undefined) return exact
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/.exec(text) ?? []
  const wall = isDay(day)
    ? Date.parse(`${day}T${time ?? '00:00'}${time?.length === 5 || !time ? ':00' : ''}Z`)
    : Number.NaN
  if (!Number.isNaN(wall)) return instantOf(wall, zone)
  throw new Fault('INVALID_INPUT', 'DAYBOOK_NOW is not an instant.', {
    details: { now: text },
    hint: "Write it as 2026-05-12T09:30:00Z, or without the Z for the time in the diary's zone.",
  })
}
