import type { z } from 'zod'
import { Fault } from './fault.ts'
import type { RuleParams } from './text.ts'

export interface FieldFault {
  path: string
  rule: string
  limit?: number
  actual?: number
  offset?: number
  accepted?: string[]
}

/** Parses arguments and reports every shape fault at once; nothing of the caller's text enters the message. */
export function parseShape<S extends z.ZodObject>(schema: S, args: unknown): z.output<S> {
  // Arguments are small: zod would take longer to compile a parser for them than thousands of calls would save.
  const parsed = schema.safeParse(args ?? {}, { reportInput: true, jitless: true })
  if (parsed.success) return parsed.data
  const accepted = Object.keys(schema.shape)
  const all = parsed.error.issues.flatMap(issue => fieldFaults(issue, accepted))
  const fields = all.slice(0, mostFaults)
  throw new Fault('INVALID_INPUT', 'The arguments do not have the shape this operation accepts.', {
    details: { fields, ...(all.length > mostFaults && { more: all.length - mostFaults }) },
    hint: hintFor(fields),
  })
}

/** The keys a value was refused for, as `section.name`, sorted. */
export function refusedKeys({ issues }: z.ZodError): string[] {
  const paths = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path],
  )
  return [...new Set(paths.map(path => path.join('.')))].sort()
}

/** An answer stays small however much is wrong with a call. */
const mostFaults = 50
const longestPath = 200

type Issue = z.core.$ZodIssue

function fieldFaults(issue: Issue, accepted: string[]): FieldFault[] {
  const path = cut(issue.path.map(String).join('.'))
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = issue.path.length === 0 ? { accepted } : {}
      return issue.keys
        .slice(0, mostFaults + 1)
        .map(key => ({ path: cut(path ? `${path}.${key}` : key), rule: 'known key', ...known }))
    }
    case 'invalid_type':
      return [{ path, rule: issue.input === undefined ? 'required' : `type ${issue.expected}` }]
    case 'invalid_value':
      return [{ path, rule: `one of ${issue.values.map(String).join(', ')}` }]
    case 'too_big':
      return [{ path, rule: 'at most', limit: Number(issue.maximum), ...sizeOf(issue.input) }]
    case 'too_small':
      return [{ path, rule: 'at least', limit: Number(issue.minimum), ...sizeOf(issue.input) }]
    case 'invalid_format':
      return [{ path, rule: `format ${issue.format}` }]
    case 'invalid_union':
      return [{ path, rule: 'one of the accepted types' }]
    case 'custom':
      return [{ path, ...ruleOf(issue.params) }]
    default:
      return [{ path, rule: issue.code }]
  }
}

function cut(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path
}

function sizeOf(input: unknown): { actual?: number } {
  if (typeof input === 'number') return { actual: input }
  if (typeof input === 'string' || Array.isArray(input)) return { actual: input.length }
  return {}
}

function ruleOf(params: Record<string, unknown> | undefined): RuleParams {
  const { rule, limit, actual, offset } = params ?? {}
  return {
    rule: typeof rule === 'string' ? rule : 'valid',
    ...(typeof limit === 'number' && { limit }),
    ...(typeof actual === 'number' && { actual }),
    ...(typeof offset === 'number' && { offset }),
  }
}

function hintFor(fields: FieldFault[]): string {
  if (fields.some(field => field.accepted)) return 'Remove the unknown keys; details.fields lists the accepted ones.'
  return 'Correct the fields named in details.fields and call again.'
}
