import pg from 'pg'
import { Fault } from '../kernel/fault.ts'

/** Serialization failure, deadlock, and two calls creating the same row: a retry succeeds. */
const transientCodes = new Set(['40001', '40P01', '23505'])

export function isTransient(error: unknown): boolean {
  return transientCodes.has(stateOf(error))
}

/** The error of every statement after a failed one in the same transaction. */
export function isAbortedTransaction(error: unknown): boolean {
  return stateOf(error) === '25P02'
}

/** Turns PostgreSQL's errors into faults that say what to do; other errors stay as they are. */
export function translate(error: unknown): unknown {
  const state = stateOf(error)
  if (state !== '55P03' && state !== '40001' && state !== '40P01') return error
  return busy('Other sessions kept the same rows locked for too long.', error)
}

/** The server could not be reached, or was lost before the commit; an error the server reports itself stays. */
export function unreachable(error: unknown): unknown {
  const state = stateOf(error)
  if (error instanceof Fault || (state !== '' && !state.startsWith('57P'))) return error
  return busy('The PostgreSQL server does not answer; nothing was written.', error)
}

/** The connection was lost during the commit, which may have succeeded. */
export function uncertainCommit(error: unknown): Fault {
  return new Fault('INTERNAL', 'The connection was lost at the end of the call; it may or may not be written.', {
    details: { ref: 'lost-commit' },
    hint: 'Report the reference only if this repeats. Look whether the call took effect, or repeat it under the same idempotency_key.',
    cause: error,
  })
}

function stateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

function busy(message: string, cause: unknown): Fault {
  return new Fault('BUSY', message, { details: { retry_after_ms: 1000 }, cause })
}
