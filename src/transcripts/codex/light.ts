import type { OutputNeed } from '../reader.ts'
import type { TranscriptRecord } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'

/** A record without the texts that no fact of a turn is taken from. */
export function codexLight(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const type = view.text(typeKey)
  const kind = view.textIn(payloadKey, typeKey)
  if (type === undefined || kind === undefined) return view.recordWithout(unread)
  // Of these it only counts that the agent thought or spoke.
  if (kind === 'reasoning' || kind === 'agent_message' || kind === 'agent_reasoning')
    return { type, payload: { type: kind } }
  if (kind === 'message' && view.textIn(payloadKey, roleKey) === 'assistant') return view.recordWithout(unsaid)
  const isAnswer = kind === 'function_call_output' || kind === 'custom_tool_call_output'
  const isUnneeded = isAnswer && needOf(view.textIn(payloadKey, callKey) ?? '') === 'unneeded'
  return view.recordWithout(isUnneeded ? withoutOutput : unread)
}

const typeKey = recurringKey('type')
const payloadKey = memberKey('payload')
const roleKey = recurringKey('role')
const callKey = memberKey('call_id')
const unread = ['encrypted_content', 'image_url'].map(memberKey)
const unsaid = [...unread, memberKey('text')]
const withoutOutput = [...unread, memberKey('output'), memberKey('text'), memberKey('content')]
