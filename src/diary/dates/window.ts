import { Fault } from '../../kernel/fault.ts'
import { reject } from '../rejection.ts'
import { addDays, dayMs, isDay, midnight } from './calendar.ts'
import { dayAt, formatInZone, formatUtc, offsetAt } from './zone.ts'

/** A local day as instants: `start` belongs to it, `end` to the next. */
export interface DayWindow {
  start: number
  end: number
}

export function isIn({ start, end }: DayWindow, at: number | null | undefined): boolean {
  return typeof at === 'number' && at >= start && at < end
}

/** Half open, so days tile time without hole or overlap, whatever daylight saving does. */
export function dayWindow(day: string, zone: string): DayWindow {
  const window = { start: dayStart(day, zone), end: dayStart(addDays(day, 1), zone) }
  if (window.start < window.end) return window
  throw new Fault('INVALID_INPUT', `date ${day} does not exist in ${zone}`, {
    hint: 'The zone skipped that day when it changed sides of the date line; choose another day.',
  })
}

/** The smallest instant whose local date is that day or later. */
export function dayStart(day: string, zone: string): number {
  const local = midnight(day)
  const from = local - margin
  for (const { start, end, offset } of steadyStretches(from, local + margin, zone)) {
    const begins = Math.max(start, local - offset)
    if (begins < end) return begins
  }
  throw new Error('No zone is two days away from UTC.')
}

/** When a day began that is named, or the one so many days before today. */
export function startOfDay(day: string | number, now: number, zone: string): number {
  return dayStart(typeof day === 'number' ? addDays(dayAt(now, zone), -day) : day, zone)
}

/** A day that is still going on is partial. */
export function dayStatus(day: string, zone: string, now: number): 'partial' | 'final' {
  return dayAt(now, zone) === day ? 'partial' : 'final'
}

/** The two pairs of times that metadata.json holds. */
export function windowTexts({ start, end }: DayWindow, zone: string) {
  return {
    report_window_local: { start: formatInZone(start, zone), end: formatInZone(end, zone) },
    report_window_utc: { start: formatUtc(start), end: formatUtc(end) },
  }
}

const margin = 2 * dayMs
const stride = 3_600_000

/** Time cut where the zone changes its clocks; two changes are never within an hour of each other. */
function* steadyStretches(from: number, to: number, zone: string) {
  let start = from
  let offset = offsetAt(from, zone)
  for (let at = from; at < to; at += stride) {
    const next = offsetAt(at + stride, zone)
    if (next === offset) continue
    const end = changeBetween(at, at + stride, offset, zone)
    yield { start, end, offset }
    start = end
    offset = next
  }
  yield { start, end: to + stride, offset }
}

/** The first whole second at which the clocks no longer show the old offset. */
function changeBetween(before: number, after: number, offset: number, zone: string): number {
  let [low, high] = [before / 1000, after / 1000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000, zone) === offset) low = middle
    else high = middle
  }
  return high * 1000
}

interface TargetFlags {
  date?: string | undefined
  today?: boolean | undefined
  yesterday?: boolean | undefined
}

/** The day a command is about; today unless said otherwise. */
export function targetDay(flags: TargetFlags, now: number, zone: string): string {
  const today = dayAt(now, zone)
  const { date } = flags
  const named = [date !== undefined, flags.today === true, flags.yesterday === true]
  if (named.filter(Boolean).length > 1) throw wrong('Name the day once.', 'Use --date, --today or --yesterday alone.')
  if (flags.yesterday) return addDays(today, -1)
  if (date === undefined) return today
  if (!isDay(date)) throw wrong('That date is not in the calendar.', 'Write the date as YYYY-MM-DD.', { date })
  if (date > today) throw wrong('That day is still to come.', `Today is ${today} in ${zone}.`, { date })
  return date
}

/** A day that is impossible, still to come or not in the zone is a wrong argument like any other. */
export function orInvalidDate<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_INPUT') reject('date', error.message, error.hint)
    throw error
  }
}

function wrong(message: string, hint: string, details?: Record<string, unknown>): Fault {
  return new Fault('INVALID_INPUT', message, { hint, ...(details && { details }) })
}
