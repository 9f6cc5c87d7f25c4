import type { Json, JsonObject } from '../../kernel/json.ts'
import { ownValue } from '../../kernel/json.ts'
import { type ShapeIssue, shapeIssues } from '../../kernel/shape.ts'
import type { Tool } from '../tools/tool.ts'
import { safeName } from './rejection.ts'
import { isMap, isNumber, type JsonMap, type JsonValue, sameValue } from './strict-json.ts'

/** What the protocol knows of a tool. */
export type DeclaredTool = Pick<Tool, 'id' | 'input' | 'args' | 'argAliases'>

/** The arguments under their declared names, with their values checked and unchanged; or every error, sorted. */
export function readArguments(tool: DeclaredTool, given: JsonMap): { args: JsonObject } | { errors: string[] } {
  const named = [...given].map(([key, value]) => ({ key, value, name: declaredName(tool, key) }))
  const unknown = named.filter(({ name }) => name === undefined).map(({ key }) => `unknown-arg:${safeName(key)}`)
  const declared = tool.args.map(({ name }) => {
    const [value = null, ...others] = named.filter(one => one.name === name).map(one => one.value)
    return { name, value, isConflict: others.some(other => !sameValue(other, value)) }
  })
  const args = Object.fromEntries(
    // Null is as if it were not given.
    declared.flatMap(({ name, value }) => (value === null ? [] : [[name, plainValue(value)]])),
  )
  const conflicts = declared.filter(({ isConflict }) => isConflict).map(({ name }) => name)
  const wrong = issuesOf(tool, args).filter(({ argument }) => !conflicts.includes(argument))
  const errors = [
    ...unknown,
    ...conflicts.map(name => `conflicting-arg:${name}`),
    ...wrong.map(({ argument, issue }) => `${problemOf(issue)}:${argument}`),
  ]
  return errors.length > 0 ? { errors: errors.sort() } : { args }
}

/** Spellings of one name meet here. */
export function foldKey(key: string): string {
  return key
    .trim()
    .toLowerCase()
    .replace(/[_\- ]/g, '')
}

function declaredName({ args, argAliases }: DeclaredTool, key: string): string | undefined {
  const fold = foldKey(key)
  const alias = ownValue(argAliases, fold)
  const found =
    args.find(({ name }) => name === key) ??
    args.find(({ name }) => foldKey(name) === fold) ??
    args.find(({ name }) => name === alias)
  return found?.name
}

/** An integer is written as one: other numbers, which a double might round, become null and fit no argument. */
function plainValue(value: JsonValue): Json {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, member]) => [key, plainValue(member)]))
  if (Array.isArray(value)) return value.map(plainValue)
  if (!isNumber(value)) return value
  const number = Number(value.token)
  return /^-?[0-9]+$/.test(value.token) && Number.isSafeInteger(number) ? number : null
}

/** The first fault of each argument. */
function issuesOf(tool: DeclaredTool, args: JsonObject): { argument: string; issue: ShapeIssue }[] {
  const { error } = tool.input.safeParse(args, { reportInput: true, jitless: true })
  const issues = (error ? shapeIssues(error) : []).map(issue => ({ argument: String(issue.path[0]), issue }))
  return issues.filter(({ argument }, at) => issues.findIndex(each => each.argument === argument) === at)
}

function problemOf({ kind, issue }: ShapeIssue): string {
  if (kind === 'missing') return 'missing-required'
  switch (issue.code) {
    case 'invalid_value':
      return typeof issue.input === 'string' ? 'invalid-enum' : 'invalid-type'
    case 'too_small':
      return issue.origin === 'array' ? 'min-items' : 'out-of-range'
    case 'too_big':
      if (issue.origin !== 'array') return 'out-of-range'
      // Zod does not look at the items of a list that is too long.
      return isTextList(issue.input) ? 'max-items' : 'invalid-type'
    // The one rule of our own: the limit in bytes.
    case 'custom':
      return 'too-long'
    default:
      return 'invalid-type'
  }
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
