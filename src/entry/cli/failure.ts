import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { FieldFault } from '../../kernel/shape.ts'
import { visible } from './visible.ts'

/** A mistake in the command line itself. */
export function usageFault(message: string, hint: string, details?: Record<string, unknown>): Fault {
  return new Fault('INVALID_INPUT', message, { hint, ...(details && { details }) })
}

/** Tells a person on stderr what went wrong and what to do, and answers the exit code. */
export function tellFailure(thrown: unknown): number {
  const error = asDiskFault(thrown)
  if (error instanceof Fault) {
    process.stderr.write(`${explain(error)}\n`)
    return faultTable[error.code].exit
  }
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`Daybook failed unexpectedly.\n${whole}\n`)
  return faultTable.INTERNAL.exit
}

/** The same, all of it on the line that begins with Error. */
export function tellOnOneLine(error: unknown): number {
  if (!(error instanceof Fault)) return tellFailure(error)
  const [message = '', ...facts] = explain({ message: error.message, details: error.details, hint: '' })
    .trimEnd()
    .split('\n')
    .map(part => part.trim())
  const told = facts.length > 0 ? `${message} (${facts.join('; ')})` : message
  process.stderr.write(`${told} ${error.hint}\n`)
  return faultTable[error.code].exit
}

export function explain({ message, details = {}, hint }: Pick<Fault, 'message' | 'details' | 'hint'>): string {
  const { fields, ...rest } = details
  const named = Array.isArray(fields) ? fields.map(field => `  ${fieldLine(field)}`) : []
  const facts = Object.entries(rest).flatMap(([name, value]) => factLine(name, value))
  return [`Error: ${visible(message)}`, ...named, ...facts, hint].join('\n')
}

function fieldLine({ path, rule, limit, actual, accepted }: FieldFault): string {
  const size = limit === undefined ? '' : ` ${limit}${actual === undefined ? '' : `, is ${actual}`}`
  const known = accepted ? `; known: ${accepted.join(', ')}` : ''
  return visible(`${path || 'arguments'}: ${rule}${size}${known}`)
}

/** Whole records and other objects are for programs; a person is told the plain facts. */
function factLine(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) {
    return [`  ${name}: ${visible(value.join(', '))}`]
  }
  if (typeof value === 'object' || value === undefined) return []
  return [`  ${name}: ${visible(String(value))}`]
}
