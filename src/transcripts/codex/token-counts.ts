import type { TokenUsage } from '../event.ts'
import { numberAt, objectAt, type TranscriptRecord } from '../record.ts'

export interface TokenCount {
  /** Since the session began. */
  total: TokenUsage
  /** Of the last request, where it is given. */
  last: TokenUsage | null
}

/** What a `token_count` event tells, if it tells anything. */
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
