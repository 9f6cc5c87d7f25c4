import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { builtCatalog } from '../../catalog/built.ts'
import type { OperationEntry, ProgramCatalog } from '../../catalog/catalog.ts'
import { choiceIn, type Flag, flagFrom } from './command-line.ts'
import { usageFault } from './failure.ts'

/** One argument of an operation as the command line offers it; everything here is read from the schema. */
export interface Field {
  name: string
  required: boolean
  kind: 'string' | 'number' | 'boolean' | 'array' | 'json'
  nullable: boolean
  /** The words it takes, or that a list of it takes; none where it takes any. */
  choices: readonly string[]
  /** Type and limits in words: `integer 1–100, default 20`. */
  form: string
  description: string
  /** Its line of --help where a verb has no words of its own for it. */
  help: string
  /** What a flag's text means; what cannot be read is passed on, for the shape check to name it. */
  valueOf(given: unknown): unknown
}

export function fieldsOf({ input }: Pick<OperationEntry, 'input'>): Field[] {
  // Made by zod from the declaration.
  const schema = input as Schema
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    typeof property === 'boolean' ? [] : [fieldFrom(name, property, required.has(name))],
  )
}

/** A field as a flag of `daybook call`: `parent_id` may be written --parent-id or --parent_id. */
export function flagsFor({ name, kind, help, choices }: Field): Flag[] {
  return [...new Set([flagName(name), name])].map(spelling => ({
    ...flagFrom(kind === 'boolean' ? spelling : `${spelling} <value>`, help, choices),
    name,
    isList: kind === 'array',
  }))
}

/** `parent_id` and `parentId` as `parent-id`. */
export function flagName(field: string): string {
  return field.replaceAll('_', '-').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/** The value of a field as a person typed it; `label` is how the command line names it. */
export function readValue(field: Field, given: string | string[] | true, label: string): unknown {
  if (given === true) return true
  const isNone = field.nullable && typeof given === 'string' && /^(none|null)$/.test(given)
  const value = isNone
    ? null
    : field.valueOf(typeof given === 'string' ? given.replace(field.kind === 'number' ? /^#/ : '', '') : given)
  if (field.kind === 'number' && typeof value === 'string') {
    const what = field.form.startsWith('integer') ? 'a whole number' : 'a number'
    throw usageFault(`${label} takes ${what}.`, `For example: ${label.startsWith('-') ? `${label} ` : ''}3`)
  }
  if (field.choices.length === 0 || value === null) return value
  return Array.isArray(value)
    ? value.map(each => choiceIn(field.choices, String(each), label))
    : choiceIn(field.choices, String(value), label)
}

type Schema = z.core.JSONSchema.BaseSchema

function fieldFrom(name: string, property: Schema, required: boolean): Field {
  const alternatives = alternativesOf(property)
  const main = alternatives.find(each => each.type !== 'null') ?? property
  const nullable = alternatives.some(each => each.type === 'null')
  const kind = kindOf(main)
  const description = property.description ?? main.description ?? ''
  const limits = kind === 'number' ? span(main.minimum, main.maximum).trim() : ''
  const facts = [limits, ...defaultOf(property)].filter(Boolean).join(', ')
  return {
    name,
    required,
    kind,
    nullable,
    choices: choicesOf(main),
    form: [formOf(main), ...(nullable ? ['or null'] : []), ...defaultOf(property)].join(', '),
    description,
    help: description && facts && kind !== 'boolean' ? `${description} (${facts})` : description || facts,
    valueOf: given => (nullable && given === 'null' ? null : readers[kind](given)),
  }
}

/** `anyOf`, or the short form of it: `"type": ["string", "null"]`. */
function alternativesOf({ anyOf = [], ...property }: Schema): Schema[] {
  const { type } = property
  if (!Array.isArray(type)) return anyOf.filter(each => typeof each !== 'boolean')
  return type.map(each => ({ ...property, type: each }))
}

function kindOf({ type }: Schema): Field['kind'] {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'array') return type
  return 'json'
}

function choicesOf(schema: Schema): string[] {
  const { items } = schema
  if (items && !Array.isArray(items) && typeof items !== 'boolean') return choicesOf(items)
  return (schema.enum ?? []).flatMap(each => (typeof each === 'string' ? [each] : []))
}

const readers: Record<Field['kind'], (given: unknown) => unknown> = {
  string: given => given,
  boolean: given => given,
  number: given => (typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given),
  // --states OPEN,LATER and --states OPEN --states LATER and --states '["OPEN"]' mean the same.
  array: given => (Array.isArray(given) ? given.flatMap(each => listFrom(String(each))) : given),
  json: given => (typeof given === 'string' ? jsonOr(given, given) : given),
}

function listFrom(given: string): unknown[] {
  if (!given.trimStart().startsWith('[')) return given.split(',').map(each => each.trim())
  const parsed = jsonOr(given, undefined)
  return Array.isArray(parsed) ? parsed : [given]
}

function jsonOr(given: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return otherwise
  }
}

function formOf(schema: Schema): string {
  if (schema.enum) return schema.enum.join(' | ')
  const { type = 'JSON', minimum, maximum, minLength, maxLength, minItems, maxItems, items, pattern } = schema
  const range =
    span(minimum, maximum) || span(minLength, maxLength, ' characters') || span(minItems, maxItems, ' items')
  const inner = items && !Array.isArray(items) && typeof items !== 'boolean' ? ` of ${formOf(items)}` : ''
  return `${type}${inner}${range}${pattern ? `, matching ${pattern}` : ''}`
}

function span(least: number | undefined, most: number | undefined, unit = ''): string {
  // JSON Schema bounds a plain integer by what a double can hold; that is not a limit of the field.
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return ` from ${from}${unit}`
  return from === undefined ? ` up to ${to}${unit}` : ` ${from}–${to}${unit}`
}

function defaultOf(schema: Schema): string[] {
  return schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]
}

/** What commands need of an operation. Its schema is a text, because a command reads one of hundreds. */
export interface Callable {
  module: string | undefined
  input: string
}

export function callablesIn({ operations, modules }: ProgramCatalog): { [operation: string]: Callable } {
  return Object.fromEntries(
    operations.map(({ name, input }) => [name, { module: modules[name], input: JSON.stringify(input) }]),
  )
}

/** The build wrote them beside the program; run from its sources they are made here. */
export async function callableOperations(): Promise<{ [operation: string]: Callable }> {
  const file = fileURLToPath(new URL('./callables.json', import.meta.url))
  read ??= existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : callablesIn(await builtCatalog())
  return read ?? {}
}

let read: { [operation: string]: Callable } | undefined
