import type { TranscriptRecord } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'

/** A record without what its compact form never shows: results are written twice, and of most types only the name counts. */
export function claudeShown(view: RecordView): TranscriptRecord {
  const type = view.text(typeKey)
  if (type === 'user' || type === 'assistant') return view.recordWithout([], resultKey, repeated)
  return type === undefined || type === 'system' || type.trim() === '' ? view.record() : { type }
}

const typeKey = recurringKey('type')
const resultKey = memberKey('toolUseResult')
const repeated = ['stdout', 'stderr', 'content', 'originalFile', 'oldString', 'newString', 'base64'].map(memberKey)
