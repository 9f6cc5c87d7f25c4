import type { Command } from 'commander'
import { targetDay } from '../../../diary/dates/target.ts'
import type { DiarySettings } from '../../../diary/settings.ts'

export interface DayFlags {
  date?: string
  today?: true
  yesterday?: true
}

export interface PlaceFlags {
  timezone?: string
  root?: string
}

export function addDayFlags(command: Command): void {
  command
    .option('--date <day>', 'the day, YYYY-MM-DD; today when none is named')
    .option('--today', 'the day that is going on')
    .option('--yesterday', 'the day before')
}

export function addPlaceFlags(command: Command): void {
  command
    .option('--timezone <zone>', 'IANA name of the zone whose days are meant')
    .option('--root <folder>', 'where days and reports are kept')
}

/** Two flags, an impossible day or one still to come are refused here, before anything is asked. */
export function targetOf(
  flags: DayFlags,
  now: number,
  { timezone, workspace }: Pick<DiarySettings, 'timezone' | 'workspace'>,
): { day: string; target: { date?: string } } {
  const day = targetDay(flags, now, timezone)
  return { day, target: namesDay(flags) || workspace === undefined ? { date: day } : {} }
}

export function namesDay({ date, today, yesterday }: DayFlags): boolean {
  return date !== undefined || today === true || yesterday === true
}
