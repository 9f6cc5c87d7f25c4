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
  const all = shapeIssues(parsed.error, { maxKeys: maxFaults + 1 }).map(issue => fieldFault(issue, accepted))
  const fields = all.slice(0, maxFaults)
  throw new Fault('INVALID_INPUT', 'The arguments do not have the shape this operation accepts.', {
    details: { fields, ...(all.length > maxFaults && { more: all.length - maxFaults }) },
    hint: hintFor(fields),
  })
}

/** An answer stays small however much is wrong with a call. */
const maxFaults = 50
const maxPathLength = 200

/** One fault of a value, at one place. */
export interface ShapeIssue {
  path: readonly PropertyKey[]
  kind: 'unknown key' | 'missing' | 'invalid'
  issue: z.core.$ZodIssue
}

/** What zod found, one entry per fault: zod lists all unknown keys of an object as one issue at the object. */
export function shapeIssues({ issues }: z.ZodError, { maxKeys = Number.POSITIVE_INFINITY } = {}): ShapeIssue[] {
  return issues.flatMap((issue): ShapeIssue[] => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, maxKeys).map(key => ({ path: [...path, key], kind: 'unknown key', issue }))
    }
    return [{ path, kind: issue.input === undefined && path.length > 0 ? 'missing' : 'invalid', issue }]
  })
}

/** The places of all faults, `chat.retries`, each once and in the order of the alphabet. */
export function faultyPaths(error: z.ZodError): string[] {
  return [...new Set(shapeIssues(error).map(({ path }) => dottedPath(path)))].sort()
}

/** Where a stored value breaks its schema first. Unknown keys are not part of the path: they are others' text. */
export function firstFault({ issues: [issue] }: z.ZodError): { path: readonly PropertyKey[]; code: string } {
  return { path: issue?.path ?? [], code: issue?.code ?? 'custom' }
}

/** `chat.retries` */
export function dottedPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function fieldFault({ path: steps, kind, issue }: ShapeIssue, accepted: string[]): FieldFault {
  const path = cut(dottedPath(steps))
  if (kind === 'unknown key') return { path, rule: 'known key', ...(steps.length === 1 && { accepted }) }
  switch (issue.code) {
    case 'invalid_type':
      return { path, rule: issue.input === undefined ? 'required' : `type ${issue.expected}` }
    case 'invalid_value':
      return { path, rule: `one of ${issue.values.map(String).join(', ')}` }
    case 'too_big':
      return { path, rule: 'at most', limit: Number(issue.maximum), ...sizeOf(issue.input) }
    case 'too_small':
      return { path, rule: 'at least', limit: Number(issue.minimum), ...sizeOf(issue.input) }
    case 'invalid_format':
      return { path, rule: `format ${issue.format}` }
    case 'invalid_union':
      return { path, rule: 'one of the accepted types' }
    case 'custom':
      return { path, ...ruleOf(issue.params) }
    default:
      return { path, rule: issue.code }
  }
}

function cut(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
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
