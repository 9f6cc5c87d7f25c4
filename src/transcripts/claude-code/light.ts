import type { OutputNeed } from '../reader.ts'
import { objectAt, type TranscriptRecord, textAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import { blocksOf } from './blocks.ts'

/** A record without the texts that no fact of a turn is taken from. */
export function claudeLight(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const type = view.text(typeKey)
  if (type === 'user') return userRecord(view, needOf)
  if (type === 'assistant') return view.recordWithout(unsaid)
  // Of all others only these are looked into.
  return type === 'attachment' || type === 'pr-link' ? view.record() : { type }
}

const typeKey = recurringKey('type')
const messageKey = memberKey('message')
const answers = [memberKey('content')]
const unread = ['thinking', 'signature', 'old_string', 'new_string', 'stdout', 'originalFile', 'data'].map(memberKey)
/** What the agent says, to the user or to another agent, is told elsewhere. */
const unsaid = [...unread, memberKey('text'), memberKey('prompt')]

function userRecord(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const record = view.recordWithout(unread, messageKey, answers)
  const content = objectAt(record, 'message')?.content
  const isSilent =
    Array.isArray(content) &&
    blocksOf(content).every(
      // A failed call is told apart by its text.
      block =>
        block.type !== 'tool_result' ||
        (block.is_error !== true && needOf(textAt(block, 'tool_use_id') ?? '') !== 'needed'),
    )
  return isSilent ? record : view.recordWithout(unread)
}
