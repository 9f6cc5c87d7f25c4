import { daysOfWeek, weekOf } from '../../dates/calendar.ts'
import { longDate } from './names.ts'

/** `Week 47, 16 to 22 November 2026`, `30 October to 5 November 2026`. */
export function rangeTitle({ from, to }: { from: string; to: string }): string {
  const [first, last] = [dateWords(from), dateWords(to)]
  const shared = from.slice(0, 7) === to.slice(0, 7) ? / .+$/s : from.slice(0, 4) === to.slice(0, 4) ? / \d+$/ : /$/
  const span = from === to ? last : `${first.replace(shared, '')} to ${last}`
  const week = weekOf(from)
  return daysOfWeek(week)?.from === from && daysOfWeek(week)?.to === to
    ? `Week ${Number(week.slice(-2))}, ${span}`
    : span
}

/** `16 November 2026` */
function dateWords(day: string): string {
  return longDate(day).slice(longDate(day).indexOf(' ') + 1)
}
