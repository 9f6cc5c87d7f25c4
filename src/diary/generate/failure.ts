import { LockBusy } from '../../files/lock.ts'
import { asDiskFault, isDiskFull } from '../../kernel/disk-full.ts'
import { Fault } from '../../kernel/fault.ts'
import { Rejection } from '../rejection.ts'
import { Unavailable } from './producer.ts'
import type { RunFailure } from './run.ts'

/** Why a run could not come to its end, in our own words; what is nobody's to tell goes to the log. */
export function failureOf(thrown: unknown, log: (line: string) => void): RunFailure {
  if (isDiskFull(thrown)) {
    return {
      code: 'internal',
      message: 'The disk is full',
      hint: 'free some space and generate again; what was written stands',
    }
  }
  const error = asDiskFault(thrown)
  if (error instanceof Unavailable) return { code: 'unavailable', message: error.message, hint: error.hint }
  if (error instanceof LockBusy) {
    const message = 'another run or preparation works on this day'
    return { code: 'unavailable', message, hint: 'wait until it has ended, or cancel it, and generate again' }
  }
  if (error instanceof Rejection) {
    const { message, hint } = error.problems[0] ?? { message: error.message, hint: 'correct it and generate again' }
    return { code: 'invalid', message, hint }
  }
  if (error instanceof Fault) {
    const { code, message, hint } = error
    return { code: code === 'INVALID_INPUT' ? 'invalid' : code === 'BUSY' ? 'unavailable' : 'internal', message, hint }
  }
  log(`diary: generation: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const hint = 'what was written stands; see the log, then generate again'
  return { code: 'internal', message: 'the generation failed unexpectedly', hint }
}
