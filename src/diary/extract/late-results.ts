import { lazy } from '../../kernel/lazy.ts'
import type { CallEvent, ResultEvent, TurnEvent } from '../../transcripts/event.ts'

/** So many turns later a result is still looked for: a person may queue more than one message during a call. */
export const lateReach = 2

/** A line of another turn that belongs to a line of this one. */
export interface ApartLine {
  line: number
  apart: number
}

/** The events of a turn with the results that were logged after the next message began. */
interface CompleteTurn {
  events: readonly TurnEvent[]
  /** Where those results are, by the lines of their calls. */
  apart: ApartLine[]
}

/** Whether a call of the turn has no result in it. */
export function hasOpenCalls(events: readonly TurnEvent[]): boolean {
  return openCalls(events).size > 0
}

/**
 * A message from the queue begins a turn while calls still run, so that their results are logged in that turn. They belong
 * to the turn that made the calls, and have the line of their call in it, since a turn cites only lines of its own. A call
 * that a person refused stays without a result.
 */
export function withLateResults(
  events: readonly TurnEvent[],
  following: readonly (readonly TurnEvent[])[],
): CompleteTurn {
  const open = openCalls(events)
  const late: ResultEvent[] = []
  const apart: ApartLine[] = []
  for (const turn of following.slice(0, open.size > 0 ? lateReach : 0)) {
    const own = lazy(
      () => new Set(turn.flatMap(event => (event.kind === 'call' && event.id !== null ? [event.id] : []))),
    )
    for (const event of turn) {
      if (event.kind !== 'result' || event.id === null || event.denied) continue
      const call = open.get(event.id)
      if (!call || own().has(event.id)) continue
      open.delete(event.id)
      late.push({ ...event, line: call.line })
      apart.push({ line: call.line, apart: event.line })
    }
  }
  return late.length > 0 ? { events: [...events, ...late], apart } : { events, apart }
}

function openCalls(events: readonly TurnEvent[]): Map<string, CallEvent> {
  const open = new Map<string, CallEvent>()
  for (const event of events) {
    if (event.kind === 'call' && event.id !== null) open.set(event.id, event)
    else if (event.kind === 'result' && event.id !== null) open.delete(event.id)
  }
  return open
}
