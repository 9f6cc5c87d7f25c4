import type { TranscriptRecord } from '../record.ts'
import { memberKey, type RecordView } from '../record-view.ts'

const unread = ['encrypted_content', 'image_url'].map(memberKey)

/** A record without reasoning nobody can read and without pictures. */
export function codexLight(view: RecordView): TranscriptRecord {
  return view.recordWithout(unread)
}
