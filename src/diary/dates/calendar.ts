/** Calendar days as `YYYY-MM-DD`, without any zone. */
const shape = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text names a day that exists in the calendar. */
export function isDay(text: string): boolean {
  const ms = midnight(text)
  return !Number.isNaN(ms) && dayOf(ms) === text
}

export function addDays(day: string, days: number): string {
  return dayOf(midnight(day) + days * dayMs)
}

/** The days from one to the other, both included. */
export function daysBetween(from: string, to: string): string[] {
  const count = (midnight(to) - midnight(from)) / dayMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** Monday to Sunday of an ISO week `YYYY-Www`, or undefined when that year has no such week. */
export function daysOfWeek(week: string): { from: string; to: string } | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? []
  if (year === undefined || number === undefined || number === '00') return undefined
  const from = addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7)
  return weekOf(from) === week ? { from, to: addDays(from, 6) } : undefined
}

/** The ISO week of a day. */
export function weekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const first = mondayOf(`${year}-01-04`)
  const number = Math.floor((midnight(thursday) - midnight(first)) / (7 * dayMs)) + 1
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** The UTC instant of a day's own midnight, for arithmetic. */
export function midnight(day: string): number {
  return shape.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
}

export const dayMs = 86_400_000

function mondayOf(day: string): string {
  const weekday = (new Date(midnight(day)).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
