import type { TokenUsage } from '../event.ts'
import { numberAt, objectAt, type TranscriptRecord, textAt } from '../record.ts'
import { isReaction, isSourceContext, type UserRecord } from './user-text.ts'

/** What distinguishes records: their type, their payload's type, and whose message it is. */
export interface RecordRole {
  type: string | undefined
  kind: string | undefined
  role: string | undefined
}

export function roleOf(record: TranscriptRecord): RecordRole {
  const payload = objectAt(record, 'payload')
  return { type: textAt(record, 'type'), kind: textAt(payload, 'type'), role: textAt(payload, 'role') }
}

const readTypes = new Set(['session_meta', 'turn_context'])
const readEvents = new Set(['user_message', 'item_completed'])

/** Whether the turns of a file depend on more of a record than its role. */
export function needsWholeRecord({ type = '', kind = '', role }: RecordRole): boolean {
  if (type === 'response_item') return kind === 'message' && role === 'user'
  return type === 'event_msg' ? readEvents.has(kind) : readTypes.has(type)
}

export function isTokenCount({ type, kind }: RecordRole): boolean {
  return type === 'event_msg' && kind === 'token_count'
}

const scaffoldTypes = new Set(['turn_context', 'session_meta', 'world_state'])
const scaffoldEvents = new Set(['task_started', 'turn_started', 'thread_settings_applied'])

/** Whether a record only prepares the next trigger (transcripts.md §4.4). */
export function isScaffolding({ type = '', kind = '', role }: RecordRole, user: UserRecord | null): boolean {
  if (scaffoldTypes.has(type)) return true
  if (type === 'event_msg' && scaffoldEvents.has(kind)) return true
  if (type === 'response_item' && role === 'developer') return true
  return user !== null && isSourceContext(user.beginning) && !isReaction(user.beginning)
}

const agentItems = new Set([
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
])

/** Whether the agent spoke, thought or acted. Of completed items, all but the user's are the agent's. */
export function isAgentRecord({ type, kind = '', role }: RecordRole, user: UserRecord | null): boolean {
  if (type === 'response_item') return agentItems.has(kind) || (kind === 'message' && role === 'assistant')
  if (type !== 'event_msg') return false
  return kind === 'item_completed' ? user === null : kind.startsWith('agent_')
}

export interface TokenCount {
  /** Since the session began. */
  total: TokenUsage
  /** Of the last request, where it is given. */
  last: TokenUsage | null
}

/** What a `token_count` event says, if anything. */
export function tokenCountOf(record: TranscriptRecord): TokenCount | null {
  const payload = objectAt(record, 'payload')
  if (record.type !== 'event_msg' || payload?.type !== 'token_count') return null
  const info = objectAt(payload, 'info')
  const total = objectAt(info, 'total_token_usage')
  const last = objectAt(info, 'last_token_usage')
  return total ? { total: tokensOf(total), last: last ? tokensOf(last) : null } : null
}

/** The client counts cached input within the input, and reasoning within the output. */
function tokensOf(usage: TranscriptRecord): TokenUsage {
  const cached = numberAt(usage, 'cached_input_tokens') ?? 0
  return {
    input: (numberAt(usage, 'input_tokens') ?? 0) - cached,
    output: numberAt(usage, 'output_tokens') ?? 0,
    cache_read: cached,
    cache_write: 0,
    reasoning: numberAt(usage, 'reasoning_output_tokens') ?? 0,
  }
}
