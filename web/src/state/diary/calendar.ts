import { addDays, midnight } from '../../../../src/diary/dates/calendar.ts'

/** Today in the browser's time zone. */
export function today(now = new Date()): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A month such as `2026-05`, moved by some months. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Weeks from Monday to Sunday; null where a day belongs to a neighbouring month. */
export function weeksOf(month: string): Array<Array<string | null>> {
  const first = `${month}-01`
  const weekday = (new Date(midnight(first)).getUTCDay() + 6) % 7
  const start = addDays(first, -weekday)
  const weeks = []
  for (let monday = start; monday.slice(0, 7) <= month; monday = addDays(monday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map(day => (day.startsWith(month) ? day : null)),
    )
  }
  return weeks
}

export function lastDay(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1)
}

export function monthWords(month: string): string {
  return new Date(`${month}-01T12:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** 0 for a quiet day, else 1 to 4 by the number of turns. The steps are fixed, so that months and pages compare. */
export function intensity(turns: number): number {
  return steps.filter(step => turns >= step).length
}

const steps = [1, 10, 25, 50]
