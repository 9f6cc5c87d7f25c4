import type { CallEvent, ResultEvent, TurnEvent } from '../../transcripts/event.ts'
import { startedId, startingTools } from './subagents.ts'
import { toolRuns } from './tool-runs.ts'

/** What sub-agents did by their id, from files of their own. */
export type SubagentEvents = ReadonlyMap<string, readonly TurnEvent[]>

/**
 * The events of a turn with what its sub-agents did, after the calls that started them. Lines of another file cannot be
 * cited, so that their calls have the line of the call that started them and their results that of its result.
 */
export function withSubagentEvents(events: readonly TurnEvent[], read: SubagentEvents): readonly TurnEvent[] {
  if (read.size === 0) return events
  const left = new Map(read)
  for (const { id } of inlineIds(events)) left.delete(id)
  return insert(events, left)
}

function insert(events: readonly TurnEvent[], left: Map<string, readonly TurnEvent[]>): readonly TurnEvent[] {
  const after = new Map<number, TurnEvent[]>()
  for (const { at, name, result } of toolRuns(events)) {
    const call = events[at]
    const id = startingTools.has(name) ? startedId(result) : null
    const own = id === null ? undefined : left.get(id)
    if (!own || id === null || call?.kind !== 'call') continue
    left.delete(id)
    after.set(
      at,
      [...insert(own, left)].flatMap(event => placeEvent(event, id, call, result)),
    )
  }
  return after.size === 0 ? events : events.flatMap((event, at) => [event, ...(after.get(at) ?? [])])
}

/** Calls and results only: what a sub-agent says is not said to the user. */
function placeEvent(event: TurnEvent, id: string, call: CallEvent, result: ResultEvent | null): TurnEvent[] {
  const startedBy = call.id === null ? {} : { startedBy: call.id }
  if (event.kind === 'call') return [{ subagent: id, ...startedBy, ...withoutOwner(event), line: call.line }]
  if (event.kind !== 'result') return []
  return [{ subagent: id, ...startedBy, ...withoutOwner(event), line: result?.line ?? call.line }]
}

/** A sub-agent of a sub-agent keeps its own name. */
function withoutOwner<E extends CallEvent | ResultEvent>(event: E): Omit<E, 'subagent' | 'startedBy'> | E {
  if (event.startedBy !== undefined) return event
  const { subagent: _, startedBy: __, ...rest } = event
  return rest as Omit<E, 'subagent' | 'startedBy'>
}

function inlineIds(events: readonly TurnEvent[]): { id: string }[] {
  return events.flatMap(event =>
    (event.kind === 'call' || event.kind === 'result') && event.subagent !== undefined ? [{ id: event.subagent }] : [],
  )
}
