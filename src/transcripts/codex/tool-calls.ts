import type { CallInput } from '../event.ts'
import type { ToolCall } from '../reader.ts'
import { isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** A call as events see it. */
export interface CodexCall extends ToolCall {
  name: string
  input: CallInput
  /** As the log writes it. */
  written: unknown
}

/** The call a `response_item` makes, if it makes one. */
export function itemCall(payload: TranscriptRecord): CodexCall | null {
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'id') ?? null
  const name = wordsAt(payload, 'name') ?? 'unknown'
  switch (payload.type) {
    case 'function_call':
      return { id, name, input: parsedArguments(payload.arguments), written: payload.arguments }
    case 'custom_tool_call':
      return { id, name, input: { patch: payload.input }, written: payload.input }
    case 'local_shell_call': {
      const command = objectAt(payload, 'action')?.command
      return { id, name: 'local_shell_call', input: { command }, written: payload.action }
    }
    case 'web_search_call':
      return { id, name: 'web_search', input: objectAt(payload, 'action') ?? {}, written: payload.action }
    default:
      return null
  }
}

/** The call of a completed item; such an item holds its result as well. */
export function completedCall(item: TranscriptRecord): CodexCall | null {
  const id = textAt(item, 'id') ?? null
  switch (item.type) {
    case 'CommandExecution': {
      const { command } = item
      return { id, name: 'shell', input: { command }, written: command }
    }
    case 'FileChange': {
      const { changes } = item
      return { id, name: 'apply_patch', input: { changes }, written: changes }
    }
    case 'McpToolCall': {
      const name = `mcp__${textAt(item, 'server') ?? ''}__${textAt(item, 'tool') ?? ''}`
      return { id, name, input: parsedArguments(item.arguments), written: item.arguments }
    }
    default:
      return null
  }
}

function parsedArguments(value: unknown): CallInput {
  if (isObject(value)) return value
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
