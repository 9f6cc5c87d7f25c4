import { findUnwritable } from '../evidence/secrets.ts'

/** Why a call was not accepted: where, what, and how to mend it. None of the three is ever empty. */
export interface Problem {
  path: string
  message: string
  hint: string
}

/**
 * The kind of a refusal, for transports that answer with a number: the call is wrong, what it is about is not there yet,
 * turns are not covered, or another process is at work.
 */
export type RejectionCode = 'invalid' | 'absent' | 'uncovered' | 'busy'

/** The call is answered with `status: "invalid"` and has changed nothing. */
export class Rejection extends Error {
  override readonly name = 'Rejection'

  constructor(
    readonly problems: readonly Problem[],
    readonly code: RejectionCode = 'invalid',
  ) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('; '))
  }
}

export function reject(path: string, message: string, hint: string, code?: RejectionCode): never {
  throw new Rejection([{ path, message, hint }], code)
}

export function rejectAny(problems: readonly Problem[], code?: RejectionCode): void {
  if (problems.length > 0) throw new Rejection(problems, code)
}

/** What the work answers, or undefined when it is rejected: for work on files that may be missing or damaged. */
export async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}

/** A caller's value in our own sentence: ` 'value'`, cut short, or nothing when it may be a secret or a path. */
export function quoted(value: unknown): string {
  const safe = typeof value === 'string' ? quotable(value) : undefined
  return safe === undefined ? '' : ` '${safe}'`
}

/** The part of a caller's text that may be repeated to it. */
export function quotable(value: string): string | undefined {
  // Longer texts are not examined: no name or ref is that long.
  if (value.length > longestQuotable) return undefined
  const clean = value.replace(unprintable, '')
  const short = [...clean].slice(0, 80).join('')
  return [value, clean, short].some(text => findUnwritable(text)) ? undefined : short
}

const longestQuotable = 4096
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
