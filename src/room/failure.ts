import type { Fault, FaultCode } from '../kernel/fault.ts'
import { RoomFault } from './faults.ts'

/** For server instructions: what an agent should know before its first call. */
export const roomInstructions = [
  'Room keeps answers about a workspace of texts grounded.',
  'Its nine tools only read, and every run leaves a signed receipt.',
  'Cite receipt_id in exactly one Evidence line and try the reply with room_check_reply before you give it.',
].join(' ')

/** How a fault looks in this toolset: a code, a sentence, facts, and the next step. */
export function roomFailure(fault: Fault) {
  const { message, details, hint } = fault
  return { error: { code: wireCode(fault), message, ...(details && { details }), recovery_hint: hint } }
}

function wireCode(fault: Fault): string {
  if (fault instanceof RoomFault) return fault.wire
  const { code, details = {} } = fault
  if (details.code === 'invalid_id') return 'invalid_id'
  return byReason[String(details.reason)] ?? byCode[code] ?? code.toLowerCase()
}

/** Faults of the other layers by their names here; the rest is called here as it is there, in small letters. */
const byCode: { readonly [code in FaultCode]?: string } = {
  INVALID_INPUT: 'invalid_request',
  PROJECT_NOT_FOUND: 'not_found',
  PROJECT_AMBIGUOUS: 'not_found',
  UNPROCESSABLE: 'schema_invalid',
  NOT_TEXT: 'file_not_text',
  REFUSED: 'conflict',
}

/** What a request is turned away for before any operation sees it. */
const byReason: { readonly [reason: string]: string } = {
  content_type: 'unsupported_media_type',
  body_size: 'too_large',
  method: 'method_not_allowed',
  unknown_operation: 'not_found',
  token_required: 'unauthorized',
  invalid_token: 'unauthorized',
}
