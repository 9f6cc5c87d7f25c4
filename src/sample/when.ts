import type { When } from './story.ts'

/** The moment of a step, on the reader's own clock; never later than now. */
export function instantOf(when: When, now: number): number {
  if ('minutesAgo' in when) return now - when.minutesAgo * 60_000
  const [hour = 0, minute = 0] = when.at.split(':').map(Number)
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - when.day, hour, minute).getTime()
}
