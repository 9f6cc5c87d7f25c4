import { Fault } from '../../kernel/fault.ts'
import { addDays, isDay } from './calendar.ts'
import { dayAt } from './wall-clock.ts'

export interface TargetFlags {
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

function wrong(message: string, hint: string, details?: Record<string, unknown>): Fault {
  return new Fault('INVALID_INPUT', message, { hint, ...(details && { details }) })
}
