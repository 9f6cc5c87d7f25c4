import { z } from 'zod'
import { findSecret, findUnwritable } from '../evidence/secrets.ts'
import { shapeIssues } from '../kernel/shape.ts'
import { isDay } from './dates/calendar.ts'
import { maxProblems, type Problem, Rejection } from './rejection.ts'

/** Parses arguments once; everything wrong with them is reported together, as `report` words it. */
export function parseArguments<S extends z.ZodObject>(
  schema: S,
  args: unknown,
  report: (problems: Problem[]) => readonly Problem[] = problems => problems,
): z.output<S> {
  const result = schema.safeParse(args, { reportInput: true })
  if (result.success) return result.data
  throw new Rejection(report(problemsOf(schema, result.error)))
}

export function problemsIn(schema: z.ZodObject, args: unknown): Problem[] {
  const result = schema.safeParse(args, { reportInput: true })
  return result.success ? [] : problemsOf(schema, result.error)
}

/** What a rule across several fields found, with the path below the value it looked at. */
export interface RuleProblem {
  path: readonly PropertyKey[]
  message: string
  hint: string
}

/**
 * A check across several fields of an object. It runs even when single fields are wrong, so that one answer names every
 * fault; the rule therefore takes a value of any shape and skips the parts that are wrong in themselves. Faults inside
 * the keys that `mustBeAbsent` names are dropped.
 */
export function acrossFields(
  rule: (value: unknown) => readonly RuleProblem[],
  mustBeAbsent: (value: unknown) => readonly string[] = () => [],
) {
  return z.core._check<unknown>(
    payload => {
      const absent = mustBeAbsent(payload.value)
      payload.issues = payload.issues.filter(({ path = [] }) => !absent.some(key => key === path[0]))
      for (const { path, ...params } of rule(payload.value)) {
        payload.issues.push({ code: 'custom', input: payload.value, path: [...path], params })
      }
    },
    { when: () => true },
  )
}

const largestArguments = 1024 * 1024
const longestList = 500

/** Oversized arguments are not examined; the largest one is named. */
export function sizeProblems(args: unknown): Problem[] {
  const sizes = Object.entries(Object(args)).map(([name, value]) => [name, jsonBytes(value)] as const)
  const total = sizes.reduce((sum, [name, size]) => sum + size + jsonBytes(name) + 2, 2)
  if (total <= largestArguments) return []
  const [name = 'arguments'] = sizes.sort((one, other) => other[1] - one[1])[0] ?? []
  return [
    {
      path: keyText(name),
      message: `the arguments have ${total} bytes of JSON, more than the ${largestArguments} allowed`,
      hint: 'send less in one call',
    },
  ]
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** A text an agent wrote: not blank, free of secrets, and free of paths below a home folder. */
export function freeText() {
  return textWithout(unwritable)
}

/** What the user wrote, word for word: not blank, and free of secrets. */
export function userWords() {
  return textWithout(secretIn)
}

function textWithout(find: (text: string) => { message: string; hint: string } | undefined) {
  return z
    .string()
    .check(({ value, issues }) => {
      const problem = value.trim() === '' ? { must: 'a non-blank string' } : find(value)
      if (problem) issues.push({ code: 'custom', input: value, params: { ...problem } })
    })
    .meta({ minLength: 1, must: 'a non-blank string' })
}

export function listOf<S extends z.ZodType>(entry: S) {
  return z.array(entry).max(longestList)
}

/** A string of a given form that names something; which of them exist is asked later. */
export function name(example: string, form?: { pattern: RegExp; must: string }) {
  return z
    .string()
    .check(({ value, issues }) => {
      if (value.trim() !== '' && (form?.pattern.test(value) ?? true)) return
      issues.push({ code: 'custom', input: value, params: { must: form?.must ?? 'a non-blank string' } })
    })
    .meta({ example, must: form?.must ?? 'a non-blank string' })
}

export const DateArgument = z
  .string()
  .check(({ value, issues }) => {
    if (!isDay(value)) issues.push({ code: 'custom', input: value, params: { must: 'a date YYYY-MM-DD' } })
  })
  .meta({ description: 'Day YYYY-MM-DD; else the workspace served', example: '2026-05-12', must: 'a date YYYY-MM-DD' })

function unwritable(text: string) {
  const found = findUnwritable(text)
  if (!found) return undefined
  return found.what === 'path'
    ? {
        message: 'contains an absolute path',
        hint: 'use a project-relative path, or ~/… for a file outside the project',
      }
    : secretProblem(found.kind)
}

function secretIn(text: string) {
  const kind = findSecret(text)
  return kind === undefined ? undefined : secretProblem(kind)
}

function secretProblem(kind: string) {
  return { message: `contains a value that looks like a secret (${kind})`, hint: `replace it with [redacted:${kind}]` }
}

/** As many as an answer names: wording one takes a look for secrets, and a call can have a hundred thousand. */
function problemsOf(schema: z.ZodObject, error: z.ZodError): Problem[] {
  return shapeIssues(error, { maxKeys: maxProblems })
    .slice(0, maxProblems)
    .map(({ path, kind, issue }) => {
      if (kind !== 'unknown key') return { path: pathText(path) || 'arguments', ...wordsFor(schema, issue) }
      const known = Object.keys(shapeAt(schema, issue.path))
      return {
        path: pathText(path),
        message: path.length > 1 ? 'unknown key' : 'unknown argument',
        hint: `remove it; known: ${known.join(', ')}`,
      }
    })
}

function wordsFor(schema: z.ZodObject, issue: z.core.$ZodIssue): Omit<Problem, 'path'> {
  const { must, example } = metaAt(schema, issue.path)
  const what = lastName(issue.path)
  const hint = example === undefined ? `correct ${what} and call again` : `for example ${JSON.stringify(example)}`
  switch (issue.code) {
    case 'custom': {
      const { message, hint: own, must: form } = issue.params ?? {}
      if (typeof form === 'string') return { message: `${what} must be ${form}`, hint }
      return { message: String(message ?? `${what} is not valid`), hint: String(own ?? hint) }
    }
    case 'invalid_value': {
      const choices = issue.values.map(String).join(', ')
      return { message: `${what} is not one of the accepted values`, hint: `use one of: ${choices}` }
    }
    case 'invalid_type':
      return { message: `${what} must be ${must ?? typeWords[issue.expected] ?? issue.expected}`, hint }
    case 'too_big':
      return {
        message: `${what} must be at most ${issue.maximum}${unitOf(issue.origin)}`,
        hint: 'send less in one call',
      }
    case 'too_small':
      return { message: `${what} must be at least ${issue.minimum}${unitOf(issue.origin)}`, hint }
    default:
      return { message: `${what} is not valid`, hint }
  }
}

const typeWords: { [expected: string]: string } = {
  string: 'a string',
  array: 'an array',
  object: 'an object',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
}

function unitOf(origin: string): string {
  return origin === 'array' ? ' entries' : origin === 'string' ? ' characters' : ''
}

/** `evidence_chain.outcomes[0].citations[0].lines` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? keyText(String(step)) : `${text}.${keyText(String(step))}`
  }, '')
}

function lastName(path: readonly PropertyKey[]): string {
  const named = path.findLastIndex(step => typeof step === 'string')
  return named < 0 ? 'the argument' : pathText(path.slice(named))
}

/** A key the caller made up is a caller's text like any other. */
function keyText(key: string): string {
  return quotable(key) || '[withheld]'
}

function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): { [key: string]: z.core.$ZodType } {
  const found = schemaAt(schema, path)
  return found instanceof z.ZodObject ? found.shape : {}
}

function metaAt(schema: z.ZodType, path: readonly PropertyKey[]): { must: string | undefined; example: unknown } {
  const found = schemaAt(schema, path)
  const { must, example } = (found instanceof z.ZodType ? found.meta() : undefined) ?? {}
  return { must: typeof must === 'string' ? must : undefined, example }
}

/** Down the path to the schema of one value, without what only says that it may be absent. */
function schemaAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schemaAt(schema.unwrap(), path)
  const [step, ...rest] = path
  if (step === undefined) return schema
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest)
  return schema instanceof z.ZodObject ? schemaAt(schema.shape[String(step)], rest) : undefined
}

/** A caller's value in our own sentence: ` 'value'`, cut short, or nothing when it may be a secret or a path. */
export function quotedValue(value: unknown): string {
  const safe = typeof value === 'string' ? quotable(value) : undefined
  return safe === undefined ? '' : ` '${safe}'`
}

/** The part of a caller's text that may be repeated to it. */
function quotable(value: string): string | undefined {
  // Longer texts are not examined: no name or ref is that long.
  if (value.length > longestQuotable) return undefined
  const clean = value.replace(unprintable, '')
  const short = [...clean].slice(0, 80).join('')
  return [value, clean, short].some(text => findUnwritable(text)) ? undefined : short
}

const longestQuotable = 4096
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
