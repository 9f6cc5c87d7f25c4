import type { RejectionCode } from '../protocol/rejection.ts'
import type { RejectionReason } from './verdict.ts'

export const buckets = ['evidence_invalid', 'quote_not_found', 'tool_syntax', 'cot_leak', 'format_error'] as const
type Bucket = (typeof buckets)[number]

/** Under which counter a refusal is filed, of a reply or of a call. */
export function bucketOf(code: RejectionReason | RejectionCode): Bucket {
  return named[code] ?? 'evidence_invalid'
}

const named: { readonly [code: string]: Bucket } = {
  'quote-not-found': 'quote_not_found',
  'tool-syntax': 'tool_syntax',
  'cot-leak': 'cot_leak',
  multiple: 'format_error',
  format: 'format_error',
  tool_call_invalid_format: 'tool_syntax',
  tool_call_unknown_tool: 'tool_syntax',
  tool_call_invalid_args: 'tool_syntax',
  tool_call_multiple: 'format_error',
  tool_call_nonce_invalid: 'format_error',
  tool_call_output_limit: 'format_error',
}
