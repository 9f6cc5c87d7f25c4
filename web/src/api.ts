import type { FaultCode } from '../../src/kernel/fault.ts'
import type { Input, OperationName, Output } from './operations.ts'

/** An operation's fault as it came over the wire, or OFFLINE when no answer came at all. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  constructor(
    readonly code: FaultCode | 'OFFLINE',
    message: string,
    readonly hint: string,
    readonly details: { [key: string]: unknown } = {},
  ) {
    super(message)
  }
}

/** The only way from the page to the program. */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const response = await reach(`/api/records/${name}`, input, signal)
  const answer: unknown = await response.json().catch(() => undefined)
  // The operation's output schema was checked by the server just before it answered.
  if (response.ok && answer !== undefined) return answer as Output<N>
  throw faultOf(answer, response.status)
}

export function isFault(error: unknown, ...codes: CallFault['code'][]): error is CallFault {
  return error instanceof CallFault && (codes.length === 0 || codes.includes(error.code))
}

async function reach(path: string, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  try {
    return await fetch(path, { method: 'POST', headers, body: JSON.stringify(input), signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallFault(
      'OFFLINE',
      'Daybook does not answer.',
      'Check that “daybook serve” or “npm start” is still running, then try again. Drafts are kept in this browser.',
    )
  }
}

interface WireFault {
  code: FaultCode
  message: string
  details?: { [key: string]: unknown }
  recovery_hint?: string
}

function faultOf(answer: unknown, status: number): CallFault {
  const fault = wireFault(answer)
  if (fault) return new CallFault(fault.code, fault.message, fault.recovery_hint ?? '', fault.details)
  return new CallFault(
    'INTERNAL',
    `Daybook answered with HTTP ${status}.`,
    'Try again; if it stays, run “daybook doctor”.',
  )
}

function wireFault(answer: unknown): WireFault | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined
  const { error } = answer
  const whole = typeof error === 'object' && error !== null && 'code' in error && 'message' in error
  // Written by the server's own table of faults.
  return whole ? (error as WireFault) : undefined
}
