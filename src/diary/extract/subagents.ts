import type { CallEvent, ResultEvent, TurnEvent } from '../../transcripts/event.ts'
import { isObject, numberAt, textAt, wordsAt } from '../../transcripts/record.ts'
import { toolRuns } from './tool-runs.ts'

/** A sub-agent that a turn started. */
export interface StartedSubagent {
  /** Its own id; that of the call where the log does not say it. */
  id: string
  type: string
  description: string
  /** Of the call that started it and of the result of that call. */
  lines: number[]
  /** Whether anything the sub-agent did is among the events. */
  isRead: boolean
}

/** The tools that start a sub-agent whose messages are logged apart from its caller's. */
export const startingTools: ReadonlySet<string> = new Set([
  'Task',
  'Agent',
  'agent',
  'spawn_agent',
  'task',
  'runSubagent',
  'search_subagent',
  'execution_subagent',
  'invoke_agent',
  'Workflow',
])

/** The sub-agents that the events of a turn show to have been started, in order. */
export function subagentsIn(events: readonly TurnEvent[]): StartedSubagent[] {
  if (!events.some(event => event.kind === 'call' && startingTools.has(event.name))) return []
  const done = new Map<string, Set<string>>()
  for (const event of events) {
    if ((event.kind !== 'call' && event.kind !== 'result') || event.subagent === undefined) continue
    const known = done.get(event.startedBy ?? '') ?? new Set()
    done.set(event.startedBy ?? '', known.add(event.subagent))
  }
  const byId = new Set([...done.values()].flatMap(ids => [...ids]))
  return toolRuns(events).flatMap(run => {
    const call = events[run.at]
    if (call?.kind !== 'call' || !startingTools.has(run.name)) return []
    const [inline] = done.get(call.id ?? '') ?? []
    const id = inline ?? startedId(run.result)
    if (id === null) return []
    const isRead = inline !== undefined || byId.has(id) || (byId.has(unnamed) && call.subagent === undefined)
    return [{ id, ...namesOf(call, run.result), lines: run.lines, isRead: isRead || didNothing(run.result) }]
  })
}

export function isOfSubagent(event: TurnEvent): boolean {
  return (event.kind === 'call' || event.kind === 'result') && event.subagent !== undefined
}

/** The id that the result of the call says; null when nothing was started, or nothing is known of it. */
export function startedId(result: ResultEvent | null): string | null {
  if (!result || result.denied || result.interrupted || !isObject(result.detail)) return null
  // A workflow starts several; they are one, under the id of its run.
  const { detail } = result
  return wordsAt(detail, 'agentId') ?? wordsAt(detail, 'agent_id') ?? wordsAt(detail, 'runId') ?? null
}

/** How rows of a sub-agent without an id are named. */
const unnamed = 'sub-agent'

/** Whether the result says that the sub-agent used nothing. */
function didNothing(result: ResultEvent | null): boolean {
  return isObject(result?.detail) && numberAt(result.detail, 'totalTokens') === 0
}

/** How agents call the kind of sub-agent that is wanted. */
const typeKeys = ['subagent_type', 'agent_type', 'agent_name', 'agentName']

function namesOf(
  { name, input }: CallEvent,
  result: ResultEvent | null,
): Pick<StartedSubagent, 'type' | 'description'> {
  const detail = isObject(result?.detail) ? result.detail : undefined
  if (name === 'Workflow') return { type: 'workflow', description: textAt(detail, 'workflowName') ?? '' }
  return {
    type: typeKeys.map(key => textAt(input, key)).find(type => type !== undefined) ?? '',
    description: textAt(input, 'description') ?? textAt(input, 'task_name') ?? '',
  }
}
