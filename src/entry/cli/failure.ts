import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { FieldFault } from '../../kernel/shape.ts'
import { visible } from './rows.ts'
import { terminal } from './terminal.ts'

/** A mistake in the command line itself. */
export function usageFault(message: string, hint: string, details?: Record<string, unknown>): Fault {
  return new Fault('INVALID_INPUT', message, { hint, ...(details && { details }) })
}

/** Writes to stderr what went wrong and what to do, and answers the exit code. */
export function reportFailure(thrown: unknown): number {
  const error = asDiskFault(thrown)
  if (error instanceof Fault) {
    process.stderr.write(`${explain(error)}\n`)
    return faultTable[error.code].exit
  }
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`Daybook failed unexpectedly.\n${whole}\n`)
  return faultTable.INTERNAL.exit
}

export function explain({ message, details = {}, hint }: Pick<Fault, 'message' | 'details' | 'hint'>): string {
  const { fields, ...rest } = details
  const named = Array.isArray(fields) ? fields.map(field => `  ${fieldLine(field)}`) : []
  const facts = Object.entries(rest).flatMap(([name, value]) => factLine(name, value))
  return [`Error: ${visible(message)}`, ...named, ...facts, inVerbs(hint)].join('\n')
}

function fieldLine({ path, rule, limit, actual, accepted }: FieldFault): string {
  const size = limit === undefined ? '' : ` ${limit}${actual === undefined ? '' : `, is ${actual}`}`
  const known = accepted ? `; known: ${accepted.join(', ')}` : ''
  return visible(`${path || 'arguments'}: ${rule}${size}${known}`)
}

/** Whole records and other objects are for programs; a person sees the plain facts. */
function factLine(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) {
    return [`  ${name}: ${visible(value.join(', '))}`]
  }
  if (typeof value === 'object' || value === undefined) return []
  return [`  ${name}: ${visible(String(value))}`]
}

/** An operation answered with a refusal. Over MCP and HTTP that is an ordinary answer; here it ends the verb. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    /** In the toolset's own shape. */
    readonly answer: Record<string, unknown>,
    readonly exit: number,
  ) {
    super('The operation refused the call.')
  }
}

/** One line per problem with its next step on stderr; for programs the answer itself, on stdout. */
export function reportRefusal({ answer, exit }: Refused, asJson: boolean): number {
  const page = terminal()
  if (asJson) page.json(answer)
  else page.note(...problemsIn(answer))
  return exit
}

function problemsIn({ errors }: Record<string, unknown>): string[] {
  return (Array.isArray(errors) ? errors : []).map(({ path, field, message, hint }) => {
    const where = String(path ?? field)
    // The place of a problem matters only inside what the caller has sent.
    const place = /[.[]/.test(where) ? `${where}: ` : ''
    return `Error: ${place}${message}; ${inVerbs(String(hint))}`
  })
}

const verbs: ReadonlyArray<[operation: RegExp, verb: string]> = [
  [/\bsend consent: true to agree \([^)]{0,200}\)/, 'add --yes to agree'],
  [/\bcall diary_render\b/, 'run daybook diary render'],
  [/\bsend allow_gaps: true\b/, 'add --allow-gaps'],
  [/\bcover them with write_work_item\b/, 'cover them with daybook diary generate'],
  [/\bwith search_records\b/, 'with daybook records search'],
  [/\b[Cc]all list_projects\b/, 'List them with daybook projects list'],
  [/\b[Cc]all prompt_list\b/, 'List them with daybook context prompts'],
  [/\bCorrect projectPath with project_update\b/, 'Correct its folder with daybook projects edit'],
  [/\bClear its fields with project_update\b/, 'Clear its fields with daybook projects edit'],
  [/\bas diary_generate answered it\b/, 'as daybook diary generate printed it'],
  [/\bdiary_generate answered\b/, 'daybook diary generate printed'],
]

/** Operations name each other; people at a terminal call them by verbs. */
function inVerbs(hint: string): string {
  return verbs.reduce((text, [operation, verb]) => text.replace(operation, verb), hint)
}
