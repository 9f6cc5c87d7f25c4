import { Fault } from '../../kernel/fault.ts'
import { reject } from '../rejection.ts'
import { addDays, isDay } from './calendar.ts'
import { dayAt } from './zone.ts'

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
  if (!isDay(date)) throw wrong('That is no day of the calendar.', 'Write the date as YYYY-MM-DD.', { date })
  if (date > today) throw wrong('That day is still to come.', `Today is ${today} in ${zone}.`, { date })
  return date
}

/** A day that is impossible, still to come or not in the zone is a wrong argument like any other. */
export function atDate<T>(work: () => T): T {
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
