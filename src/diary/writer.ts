import { redact } from '../evidence/secrets.ts'
import type { DiaryContext } from './context.ts'

/** Who is named in the provenance of a write: what DAYBOOK_ACTOR says, else the face and the client that called. */
export function writerOf({ diary, call }: Pick<DiaryContext, 'diary' | 'call'>): string {
  const named = diary.actor ?? call.by ?? 'unknown'
  return redact([...named.replace(/\p{Cc}/gu, '')].slice(0, 80).join('')) || 'unknown'
}
