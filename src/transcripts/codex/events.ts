import type { ResultEvent, TurnEvent } from '../event.ts'
import { objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import type { TurnSpan } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { type CodexCall, completedCall, itemCall, itemResult, outputOf } from './tool-calls.ts'
import { isSourceContext, isUserShell, partTexts, type UserRecord, userRecordOf } from './user-text.ts'

/** The most lines between an agent's event and the message that says the same. */
const echoDistance = 3

export function codexEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const collected: Collected = { events: [], announced: new Set(), patches: new Map() }
  for (const { number: line, record } of lines) {
    if (!record) collected.events.push({ kind: 'malformed', line })
    else if (line === turn.startLine) collected.events.push({ kind: 'user', line, text: turn.text })
    else if (line !== turn.echoLine) add(collected, line, record)
  }
  for (const event of collected.events) {
    const success = event.kind === 'result' && event.id !== null ? collected.patches.get(event.id) : undefined
    if (event.kind === 'result' && success !== undefined) event.error = !success
  }
  return collected.events
}

interface Collected {
  events: TurnEvent[]
  /** The texts that came as events of the agent. */
  announced: Set<TurnEvent>
  /** Whether a patch was applied, by its call. */
  patches: Map<string, boolean>
}

function add(collected: Collected, line: number, record: TranscriptRecord): void {
  const { events, announced, patches } = collected
  const payload = objectAt(record, 'payload')
  const item = payload?.type === 'item_completed' ? objectAt(payload, 'item') : undefined
  const found = payload && !(item && repeatsCall(collected, item)) ? eventsOf(line, record, payload) : []
  const [first] = found
  if ((payload?.type === 'agent_message' || item?.type === 'AgentMessage') && first) announced.add(first)
  if (payload?.type === 'message' && first?.kind === 'text') dropEcho(collected, line, first.text)
  const call = payload?.type === 'patch_apply_end' ? textAt(payload, 'call_id') : undefined
  if (call !== undefined && typeof payload?.success === 'boolean') patches.set(call, payload.success)
  if (first) events.push(...found)
  else events.push({ kind: 'context', line })
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
    if (event.kind !== 'text' || event.text !== text || !announced.has(event)) continue
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
    const { text, exit, error } = outputOf(payload)
    return [resultEvent(line, textAt(payload, 'call_id') ?? null, { text, exit, error, denied: false })]
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

function textEvents(line: number, text: string): TurnEvent[] {
  return text.trim() === '' ? [] : [{ kind: 'text', line, text }]
}

function callEvent(line: number, { id, name, input }: CodexCall): TurnEvent {
  return { kind: 'call', line, id, name, input }
}

type Outcome = Pick<ResultEvent, 'text' | 'exit' | 'error' | 'denied'>

function resultEvent(line: number, id: string | null, { text, exit, error, denied }: Outcome): ResultEvent {
  return { kind: 'result', line, id, text, exit, error, interrupted: false, denied }
}
