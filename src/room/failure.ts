import { LockBusy } from '../files/lock.ts'
import { Fault, type FaultCode } from '../kernel/fault.ts'
import { RoomFault, roomFault } from './faults.ts'
import { StoreCorrupt } from './store/json-store.ts'
import { QueueFull } from './turns/gate.ts'

/** How a fault looks in this toolset: a code, a sentence, facts, and the next step. */
export function roomFailure(fault: Fault) {
  const { message, details, hint } = fault
  return { error: { code: wireCode(fault), message, ...(details && { details }), recovery_hint: hint } }
}

/** What stores, locks and the gate throw by themselves is a refusal like any other. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof StoreCorrupt) return roomFault('store_corrupt', { file: error.file })
  if (error instanceof QueueFull) return roomFault('queue_full')
  if (error instanceof LockBusy) return new Fault('BUSY', 'Another process is writing this. Try again in a moment.')
  return error
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
