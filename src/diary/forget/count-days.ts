import type { Tombstone } from './tombstones.ts'

/** How many sessions and turns each day has, given every turn with its session, on top of what was counted before. */
export function countDays(
  turns: readonly { date: string; sessionId: string }[],
  before: Tombstone['days'] = [],
): Tombstone['days'] {
  const days = new Map(before.map(day => [day.date, day]))
  for (const date of new Set(turns.map(turn => turn.date))) {
    const own = turns.filter(turn => turn.date === date)
    const known = days.get(date) ?? { date, sessions: 0, turns: 0 }
    const sessions = known.sessions + new Set(own.map(({ sessionId }) => sessionId)).size
    days.set(date, { date, sessions, turns: known.turns + own.length })
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
}
