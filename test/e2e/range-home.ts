import { onlyRoots } from '../../src/transcripts/agents.ts'
import { inventedDay } from '../diary/invented-day.ts'
import { addDay } from './diary-home.ts'

/** Adds a week with reports of Tuesday and Wednesday; today is Thursday. */
export const week = '/diary/range?week=2026-W20'

export async function addWeek(home: string): Promise<{ [name: string]: string }> {
  await addDay(home, '2026-05-12', inventedDay)
  await addDay(home, '2026-05-13', inventedDay)
  return {
    ...onlyRoots(),
    DAYBOOK_TIMEZONE: 'UTC',
    DAYBOOK_NOW: '2026-05-14T08:00:00Z',
  }
}
