import pg from 'pg'
import { Fault } from '../kernel/fault.ts'

/** Serialization failure, deadlock, and two calls creating the same row: running the work again settles them. */
const passing = new Set(['40001', '40P01', '23505'])

export function isPassing(error: unknown): boolean {
  return passing.has(stateOf(error))
}

/** What every statement is answered with after one that failed. */
export function isAftermath(error: unknown): boolean {
  return stateOf(error) === '25P02'
}

/** PostgreSQL's errors as faults that say what to do; every other error as it is. */
export function translate(error: unknown): unknown {
  const state = stateOf(error)
  if (state !== '55P03' && state !== '40001' && state !== '40P01') return error
  return busy('Other sessions kept the same rows locked for too long.', error)
}

/** The server could not be reached, or was lost before the commit; what it says itself, such as a refusal, stays. */
export function unreachable(error: unknown): unknown {
  const state = stateOf(error)
  if (error instanceof Fault || (state !== '' && !state.startsWith('57P'))) return error
  return busy('The PostgreSQL server does not answer; nothing was written.', error)
}

/** The server may have committed and gone before it could say so. */
export function uncertain(error: unknown): Fault {
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
