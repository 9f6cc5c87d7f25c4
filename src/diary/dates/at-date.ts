import { Fault } from '../../kernel/fault.ts'
import { reject } from '../rejection.ts'

/** A day that is impossible, still to come or not in the zone is a wrong argument like any other. */
export function atDate<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_INPUT') reject('date', error.message, error.hint)
    throw error
  }
}
