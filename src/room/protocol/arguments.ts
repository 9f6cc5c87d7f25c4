import type { ArgSpec, Tool } from '../tools/tool.ts'
import { type ArgValue, readValue } from './argument-values.ts'
import { type JsonMap, type JsonValue, sameValue } from './json-value.ts'
import { echo } from './rejection.ts'

export type ToolArgs = { readonly [name: string]: ArgValue }

/** What the protocol knows of a tool. */
export type DeclaredTool = Pick<Tool, 'id' | 'args' | 'argAliases'>

/** Given keys brought to the declared ones, given values checked and left as they are; or every error, sorted. */
export function readArguments(tool: DeclaredTool, given: JsonMap): { args: ToolArgs } | { errors: string[] } {
  const named = [...given].map(([key, value]) => ({ key, value, spec: argNamed(tool, key) }))
  const unknown = named.filter(({ spec }) => !spec).map(({ key }) => `unknown-arg:${echo(key)}`)
  const read = tool.args.map(spec => {
    const values = named.filter(one => one.spec === spec).map(({ value }) => value)
    return { name: spec.name, ...readArgument(spec, values) }
  })
  const errors = [...unknown, ...read.flatMap(one => one.errors)]
  if (errors.length > 0) return { errors: errors.sort() }
  return { args: Object.fromEntries(read.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))) }
}

/** Spellings of one name meet here. */
export function foldKey(key: string): string {
  return key
    .trim()
    .toLowerCase()
    .replace(/[_\- ]/g, '')
}

function argNamed(tool: DeclaredTool, key: string): ArgSpec | undefined {
  const fold = foldKey(key)
  const alias = Object.hasOwn(tool.argAliases, fold) ? tool.argAliases[fold] : undefined
  return (
    tool.args.find(({ name }) => name === key) ??
    tool.args.find(({ name }) => foldKey(name) === fold) ??
    tool.args.find(({ name }) => name === alias)
  )
}

function readArgument(spec: ArgSpec, values: readonly JsonValue[]): { value?: ArgValue; errors: string[] } {
  const [value = null, ...others] = values
  if (others.some(other => !sameValue(other, value))) return { errors: [`conflicting-arg:${spec.name}`] }
  if (value === null) return { errors: spec.required ? [`missing-required:${spec.name}`] : [] }
  const read = readValue(spec, value)
  return 'problems' in read
    ? { errors: read.problems.map(problem => `${problem}:${spec.name}`) }
    : { ...read, errors: [] }
}
