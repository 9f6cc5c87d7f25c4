import { objectAt, type TranscriptRecord, textAt } from '../record.ts'
import { isReaction, isSourceContext } from './source-context.ts'
import type { UserRecord } from './user-text.ts'

const scaffoldTypes = new Set(['turn_context', 'session_meta', 'world_state'])
const scaffoldEvents = new Set(['task_started', 'turn_started', 'thread_settings_applied'])

/** Whether a record only prepares the next trigger (transcripts.md §4.4). */
export function isScaffolding(record: TranscriptRecord, user: UserRecord | null): boolean {
  const type = textAt(record, 'type') ?? ''
  if (scaffoldTypes.has(type)) return true
  const payload = objectAt(record, 'payload')
  if (type === 'event_msg' && scaffoldEvents.has(textAt(payload, 'type') ?? '')) return true
  if (type === 'response_item' && payload?.role === 'developer') return true
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

/** Whether the agent spoke, thought or acted. */
export function isAgentRecord(record: TranscriptRecord): boolean {
  const payload = objectAt(record, 'payload')
  const kind = textAt(payload, 'type') ?? ''
  if (record.type === 'response_item') {
    return agentItems.has(kind) || (kind === 'message' && payload?.role === 'assistant')
  }
  if (record.type !== 'event_msg') return false
  if (kind === 'item_completed') return objectAt(payload, 'item')?.type !== 'UserMessage'
  return kind.startsWith('agent_')
}
