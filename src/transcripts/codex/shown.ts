import type { TranscriptRecord } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'

/** A record without what its compact form never shows: of many kinds only the name counts. */
export function codexShown(view: RecordView): TranscriptRecord {
  const type = view.text(typeKey)
  const kind = view.textIn(payloadKey, kindKey)
  const isNamed =
    (type === 'event_msg' && kind !== undefined && kind.trim() !== '' && !shownEvents.has(kind)) ||
    (type === 'response_item' && kind === 'reasoning')
  return isNamed ? { type, payload: { type: kind } } : view.record()
}

const typeKey = recurringKey('type')
const payloadKey = memberKey('payload')
const kindKey = recurringKey('type')
const shownEvents = new Set(['user_message', 'agent_message', 'item_completed'])
