import { failureOf } from '../../invoke.ts'
import { Fault, type FaultCode, type FaultExtra, faultTable } from '../../kernel/fault.ts'
import type { Failed } from '../../toolsets.ts'

interface FailureOptions {
  /** Only where HTTP says it more exactly than the fault's own status. */
  status?: number
  /** Whose failure shape to use; without one, the shape of the first toolset. */
  toolset?: string | undefined
  operation?: Failed
  headers?: Record<string, string>
}

/** The failures that say how long to wait. */
const waits: ReadonlySet<FaultCode> = new Set(['BUSY', 'TOO_MANY_TRIES'])

export function failureResponse(
  fault: Fault,
  { status, toolset = 'records', operation, headers }: FailureOptions = {},
): Response {
  const retryMs = waits.has(fault.code) ? Number(fault.details?.retry_after_ms) : Number.NaN
  const retry = retryMs > 0 ? { 'retry-after': String(Math.ceil(retryMs / 1000)) } : {}
  return json(failureOf(toolset, fault, operation), status ?? faultTable[fault.code].http, { ...retry, ...headers })
}

/** A request turned away before any operation saw it. */
export function refusalResponse(
  status: number,
  code: FaultCode,
  message: string,
  { toolset, headers, ...extra }: FaultExtra & Omit<FailureOptions, 'status'>,
): Response {
  return failureResponse(new Fault(code, message, extra), { status, toolset, ...(headers && { headers }) })
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}
