import type { ResultEvent, TurnEvent } from '../event.ts'
import { objectIn } from '../materialized/line.ts'
import { objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import type { TurnSpan } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { scriptCalls } from './script-calls.ts'
import {
  type CodexCall,
  completedCall,
  itemCall,
  itemResult,
  outputOf,
  printed,
  type ScriptOutput,
  scriptOutput,
} from './tool-calls.ts'
import { isSourceContext, isUserShell, partTexts, type UserRecord, userRecordOf } from './user-text.ts'

/** The most lines between an agent's event and the message that says the same. */
const echoDistance = 3

export function codexEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const collected: Collected = { events: [], announced: null, patches: null, started: null, scripts: null }
  for (const { number: line, record } of lines) {
    if (!record) collected.events.push({ kind: 'malformed', line })
    else if (line === turn.startLine) collected.events.push({ kind: 'user', line, text: turn.text })
    else if (line !== turn.echoLine) add(collected, line, record)
  }
  for (const event of collected.events) if (event.kind === 'result') complete(event, collected)
  return collected.events
}

/** What other records say of a result. */
function complete(event: ResultEvent, { events, patches, started }: Collected): void {
  const { id } = event
  if (id === null) return
  const success = patches?.get(id)
  if (success !== undefined) event.error = !success
  const agent = started?.get(id) ?? (event.text.includes('"agent_id"') ? agentIn(event.text) : undefined)
  const isStart =
    agent !== undefined && events.some(call => call.kind === 'call' && call.id === id && call.name === 'spawn_agent')
  if (isStart) event.detail = { agent_id: agent }
}

/** Made when there is something to collect: for search every line is asked by itself. */
interface Collected {
  events: TurnEvent[]
  /** The texts that came as events of the agent. */
  announced: Set<TurnEvent> | null
  /** Whether a patch was applied, by its call. */
  patches: Map<string, boolean> | null
  /** The thread of a sub-agent, by the call that started it. */
  started: Map<string, string> | null
  /** The calls that a script makes, by the call that runs the script; null for those that are logged by themselves. */
  scripts: Map<string, (string | null)[]> | null
}

function add(collected: Collected, line: number, record: TranscriptRecord): void {
  const { events } = collected
  const payload = objectAt(record, 'payload')
  const item = payload?.type === 'item_completed' ? objectAt(payload, 'item') : undefined
  const found =
    payload && !(item && repeatsCall(collected, item))
      ? (scriptEvents(collected, line, payload) ?? eventsOf(line, record, payload))
      : []
  const [first] = found
  if ((payload?.type === 'agent_message' || item?.type === 'AgentMessage') && first) {
    collected.announced ??= new Set()
    collected.announced.add(first)
  }
  if (payload?.type === 'message' && first?.kind === 'text') dropEcho(collected, line, first.text)
  const call = payload?.type === 'patch_apply_end' ? textAt(payload, 'call_id') : undefined
  if (call !== undefined && typeof payload?.success === 'boolean') {
    collected.patches ??= new Map()
    collected.patches.set(call, payload.success)
  }
  const start = startIn(payload, item)
  if (start) {
    collected.started ??= new Map()
    collected.started.set(start.call, start.agent)
  }
  if (first) events.push(...found)
  else events.push({ kind: 'context', line })
}

/** The calls of a script and their results, in place of the call that runs it. */
function scriptEvents(collected: Collected, line: number, payload: TranscriptRecord): TurnEvent[] | null {
  const id = textAt(payload, 'call_id')
  if (id === undefined) return null
  if (payload.type === 'custom_tool_call' && payload.name === 'exec') {
    const calls = scriptCalls(textAt(payload, 'input') ?? '')
    if (!calls || calls.length === 0) return null
    // The client logs patches by themselves, with what they changed.
    const ids = calls.map(({ name }, n) => (name === 'apply_patch' ? null : `${id}#${n + 1}`))
    collected.scripts ??= new Map()
    collected.scripts.set(id, ids)
    return calls.flatMap(({ name, input }, n) => {
      const own = ids[n]
      return own ? [callEvent(line, { id: own, name: nestedName(name), input, written: input })] : []
    })
  }
  const ids = payload.type === 'custom_tool_call_output' ? collected.scripts?.get(id) : undefined
  const output = ids && scriptOutput(payload.output)
  return ids && output ? nestedResults(collected, line, ids, output) : null
}

/** Servers' tools are named as in the script: `web__run`, `codex_app__read_thread`. */
function nestedName(name: string): string {
  if (name.startsWith('web__')) return 'web_search'
  return name.includes('__') && !name.startsWith('mcp__') ? `mcp__${name}` : name
}

function nestedResults(
  collected: Collected,
  line: number,
  ids: readonly (string | null)[],
  output: ScriptOutput,
): TurnEvent[] {
  const [first] = ids
  const isOne = ids.length === 1
  if (!isOne && output.status === 'failed') {
    // What came after the call that failed was not made.
    const unmade = new Set(ids.slice(1))
    const { events } = collected
    for (let i = events.length - 1; i >= 0; i--) {
      const event = events[i]
      if (event?.kind === 'call' && unmade.has(event.id)) events.splice(i, 1)
    }
    return first ? [resultEvent(line, first, unclear(first))] : []
  }
  return ids.flatMap((id, n) => {
    if (id === null) return []
    if (isOne) return [resultEvent(line, id, printed(output.parts.join('\n'), output))]
    const part = output.parts.length === ids.length ? output.parts[n] : undefined
    return [resultEvent(line, id, part === undefined ? unclear(id) : printed(part, output))]
  })
}

/** A call that was made, and of which the script did not print by itself how it ended. */
function unclear(id: string): Outcome {
  return { text: '', exit: null, error: false, denied: false, running: id }
}

/** The call that started a sub-agent and the id of its thread, where a record is about that. */
function startIn(
  payload: TranscriptRecord | undefined,
  item: TranscriptRecord | undefined,
): { call: string; agent: string } | null {
  if (payload?.type === 'collab_agent_spawn_end') return startOf(payload, 'call_id', 'new_thread_id')
  if (payload?.type === 'sub_agent_activity') return startOf(payload, 'event_id', 'agent_thread_id')
  return item?.type === 'SubAgentActivity' ? startOf(item, 'id', 'agent_thread_id') : null
}

function startOf(record: TranscriptRecord, callKey: string, agentKey: string): { call: string; agent: string } | null {
  const call = textAt(record, callKey)
  const agent = wordsAt(record, agentKey)
  const isStart = record.kind === undefined || record.kind === 'started'
  return call !== undefined && agent !== undefined && isStart ? { call, agent } : null
}

/** Earlier clients name the thread in the result of the call: `{"agent_id": …}`. */
function agentIn(text: string): string | undefined {
  return wordsAt(objectIn(text) ?? undefined, 'agent_id')
}

/** Newer logs have a call as it was made and again as an item; what it changed, the item knows better. */
function repeatsCall({ events }: Collected, item: TranscriptRecord): boolean {
  const completed = completedCall(item)
  if (!completed || completed.id === null) return false
  const made = events.find(event => event.kind === 'call' && event.id === completed.id)
  if (made?.kind !== 'call') return false
  if (item.type === 'FileChange') {
    made.name = completed.name
    made.input = completed.input
  }
  return true
}

/** The agent's event comes first and its message after; only the message counts. */
function dropEcho({ events, announced }: Collected, line: number, text: string): void {
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i]
    if (!event || event.line < line - echoDistance) return
    if (event.kind !== 'text' || event.text !== text || !announced?.has(event)) continue
    events.splice(i, 1)
    return
  }
}

function eventsOf(line: number, record: TranscriptRecord, payload: TranscriptRecord): TurnEvent[] {
  const user = userRecordOf(record)
  if (user) return userEvents(line, record, user)
  if (record.type === 'response_item') return responseEvents(line, payload)
  return record.type === 'event_msg' ? messageEvents(line, payload) : []
}

/** A message without a valid time opens no turn, but it was said; one with a time repeats another. */
function userEvents(line: number, record: TranscriptRecord, user: UserRecord): TurnEvent[] {
  if (isSourceContext(user.beginning)) {
    return isUserShell(user.beginning) ? [{ kind: 'shell_note', line, text: user.text }] : []
  }
  return parseTimestamp(record.timestamp) === null ? [{ kind: 'user', line, text: user.text }] : []
}

function responseEvents(line: number, payload: TranscriptRecord): TurnEvent[] {
  const call = itemCall(payload)
  if (call) return [callEvent(line, call)]
  if (payload.type === 'function_call_output' || payload.type === 'custom_tool_call_output') {
    return [resultEvent(line, textAt(payload, 'call_id') ?? null, outputOf(payload))]
  }
  return payload.type === 'message' && payload.role === 'assistant'
    ? textEvents(line, partTexts(payload).join('\n'))
    : []
}

function messageEvents(line: number, payload: TranscriptRecord): TurnEvent[] {
  switch (payload.type) {
    case 'agent_message':
      return textEvents(line, textAt(payload, 'message') ?? '')
    case 'turn_aborted':
      return [{ kind: 'interrupt', line }]
    case 'task_complete':
    case 'turn_complete':
      return payload.error !== undefined && payload.error !== null ? [{ kind: 'api_error', line }] : []
    case 'item_completed':
      return completedEvents(line, objectAt(payload, 'item'))
    case 'patch_apply_end':
      // A patch of a script has no call of its own in the log.
      return textAt(payload, 'call_id')?.startsWith('exec-') ? patchEvents(line, payload) : []
    default:
      return []
  }
}

function completedEvents(line: number, item: TranscriptRecord | undefined): TurnEvent[] {
  if (!item) return []
  if (item.type === 'AgentMessage') return textEvents(line, partTexts(item).join('\n') || (wordsAt(item, 'text') ?? ''))
  const call = completedCall(item)
  return call ? [callEvent(line, call), resultEvent(line, call.id, itemResult(item))] : []
}

function patchEvents(line: number, payload: TranscriptRecord): TurnEvent[] {
  const call = completedCall({ type: 'FileChange', id: payload.call_id, changes: payload.changes })
  const text = `${textAt(payload, 'stdout') ?? ''}${textAt(payload, 'stderr') ?? ''}`
  const error = payload.success === false
  return call
    ? [
        callEvent(line, call),
        resultEvent(line, call.id, { text, exit: null, error, denied: false, running: undefined }),
      ]
    : []
}

function textEvents(line: number, text: string): TurnEvent[] {
  return text.trim() === '' ? [] : [{ kind: 'text', line, text }]
}

function callEvent(line: number, { id, name, input }: CodexCall): TurnEvent {
  return { kind: 'call', line, id, name, input }
}

type Outcome = Pick<ResultEvent, 'text' | 'exit' | 'error' | 'denied' | 'running'> & { interrupted?: boolean }

function resultEvent(line: number, id: string | null, outcome: Outcome): ResultEvent {
  const { text, exit, error, denied, running, interrupted = false } = outcome
  return { kind: 'result', line, id, text, exit, error, interrupted, denied, running }
}
