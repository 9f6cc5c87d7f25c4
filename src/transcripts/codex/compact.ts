import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import type { CompactParts, OutputNeed, Pairing, ToolCall } from '../reader.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import { completedCall, itemCall, itemResult, outputOf } from './tool-calls.ts'
import { partTexts } from './user-text.ts'

export function codexCompact(record: TranscriptRecord, pair: Pairing): CompactParts {
  const type = wordsAt(record, 'type')
  const payload = objectAt(record, 'payload')
  if (type === undefined || (!payload && typeof record.role === 'string')) return unhandledParts(record)
  const kind = wordsAt(payload, 'type')
  if (!payload || kind === undefined) return compactParts({ record_type: type })
  if (type === 'event_msg') return eventParts(`event_msg:${kind}`, kind, payload)
  if (type === 'response_item') return responseParts(`response_item:${kind}`, kind, payload, pair)
  return compactParts({ record_type: type })
}

export function codexCalls(record: TranscriptRecord): ToolCall[] {
  const payload = objectAt(record, 'payload')
  const call = record.type === 'response_item' && payload ? itemCall(payload) : null
  return call ? [{ id: call.id, name: call.name, input: call.input }] : []
}

function eventParts(record_type: string, kind: string, payload: TranscriptRecord): CompactParts {
  const texts = [textAt(payload, 'message') ?? ''].filter(text => text !== '')
  switch (kind) {
    case 'user_message':
      return compactParts({ record_type, role: 'user', kinds: ['text'], summary: 'User message.', texts })
    case 'agent_message':
      return compactParts({ record_type, role: 'assistant', kinds: ['text'], summary: 'Agent message.', texts })
    case 'item_completed':
      return itemParts(record_type, objectAt(payload, 'item'))
    default:
      return compactParts({ record_type })
  }
}

function itemParts(record_type: string, item: TranscriptRecord | undefined): CompactParts {
  const texts = partTexts(item)
  if (item?.type === 'UserMessage') {
    return compactParts({ record_type, role: 'user', kinds: ['text'], summary: 'User message.', texts })
  }
  if (item?.type === 'AgentMessage') {
    return compactParts({ record_type, role: 'assistant', kinds: ['text'], summary: 'Agent message.', texts })
  }
  if (item?.type === 'Reasoning') return reasoningParts(record_type)
  const call = item && completedCall(item)
  if (!item || !call) return compactParts({ record_type })
  const { text, ...outcome } = itemResult(item)
  return compactParts({
    record_type,
    kinds: ['tool_use', 'tool_result'],
    summary: `Tool call: ${call.name}.`,
    uses: [compactUse(call.name, call.written)],
    results: [compactResult({ ...outcome, payload: text, call, plainKind: 'output' })],
  })
}

function responseParts(record_type: string, kind: string, payload: TranscriptRecord, pair: Pairing): CompactParts {
  if (kind === 'message') return messageParts(record_type, payload)
  if (kind === 'reasoning') return reasoningParts(record_type)
  if (kind === 'function_call_output' || kind === 'custom_tool_call_output') {
    const id = textAt(payload, 'call_id')
    const call = id === undefined ? null : pair(id)
    const answer = { ...outputOf(payload), status: wordsAt(payload, 'status'), call, plainKind: 'output' as const }
    const results = [compactResult(answer)]
    return compactParts({ record_type, kinds: ['tool_result'], summary: 'Tool result.', results })
  }
  const call = itemCall(payload)
  if (!call) return compactParts({ record_type })
  const uses = [compactUse(call.name, call.written)]
  return compactParts({ record_type, kinds: ['tool_use'], summary: `Tool call: ${call.name}.`, uses })
}

function messageParts(record_type: string, payload: TranscriptRecord): CompactParts {
  const texts = partTexts(payload)
  const role = textAt(payload, 'role')
  const summary = role === 'user' ? 'User message.' : role === 'assistant' ? 'Assistant message.' : 'Message.'
  const omitted = listAt(payload, 'content').some(part => isObject(part) && part.type === 'input_image')
  return compactParts({ record_type, role, kinds: texts.length > 0 ? ['text'] : [], summary, texts, omitted })
}

function reasoningParts(record_type: string): CompactParts {
  return compactParts({ record_type, kinds: ['thinking'], summary: 'Assistant reasoning omitted.', omitted: true })
}

/** A record without the texts that no fact of a turn is taken from. */
export function codexLight(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const type = view.text(typeKey)
  const kind = view.textIn(payloadKey, typeKey)
  if (type === undefined || kind === undefined) return view.recordWithout(unread)
  // Of these it only counts that the agent thought.
  if (kind === 'reasoning' || kind === 'agent_reasoning') return { type, payload: { type: kind } }
  const isAnswer = kind === 'function_call_output' || kind === 'custom_tool_call_output'
  const isUnneeded = isAnswer && needOf(view.textIn(payloadKey, callKey) ?? '') === 'unneeded'
  return view.recordWithout(isUnneeded ? withoutOutput : unread)
}

const typeKey = recurringKey('type')
const payloadKey = memberKey('payload')
const callKey = memberKey('call_id')
const unread = ['encrypted_content', 'image_url'].map(memberKey)
const withoutOutput = [...unread, memberKey('output'), memberKey('text'), memberKey('content')]
