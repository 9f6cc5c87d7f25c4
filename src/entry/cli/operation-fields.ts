import type { z } from 'zod'
import type { OperationEntry } from '../../catalog/catalog.ts'

/** One argument of an operation as the command line offers it; everything here is read from the schema. */
export interface Field {
  name: string
  required: boolean
  kind: 'string' | 'number' | 'boolean' | 'array' | 'json'
  nullable: boolean
  /** Type and limits in words: `integer 1–100, default 20`. */
  form: string
  description: string
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

/** `parent_id` may be written --parent-id or --parent_id. */
export function flagsOf(fields: readonly Field[]): Map<string, Field> {
  return new Map(fields.flatMap(field => [field.name, flagName(field.name)].map(flag => [flag, field] as const)))
}

export function flagName(field: string): string {
  return field.replaceAll('_', '-')
}

type Schema = z.core.JSONSchema.BaseSchema

function fieldFrom(name: string, property: Schema, required: boolean): Field {
  const choices = alternativesOf(property)
  const main = choices.find(each => each.type !== 'null') ?? property
  const nullable = choices.some(each => each.type === 'null')
  const kind = kindOf(main)
  return {
    name,
    required,
    kind,
    nullable,
    form: [formOf(main), ...(nullable ? ['or null'] : []), ...defaultOf(property)].join(', '),
    description: property.description ?? main.description ?? '',
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

const readers: Record<Field['kind'], (given: unknown) => unknown> = {
  string: given => given,
  boolean: given => given,
  number: given => (typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given),
  // --states OPEN,LATER and --states OPEN --states LATER and --states '["OPEN"]' mean the same.
  array: given => (Array.isArray(given) ? given.flatMap(each => listFrom(String(each))) : given),
  json: given => (typeof given === 'string' ? jsonOr(given, given) : given),
}

function listFrom(given: string): unknown[] {
  if (!given.trimStart().startsWith('[')) return given.split(',')
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
  // JSON Schema bounds a plain integer by what a double can hold; nobody needs to be told that.
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return ` from ${from}${unit}`
  return from === undefined ? ` up to ${to}${unit}` : ` ${from}–${to}${unit}`
}

function defaultOf(schema: Schema): string[] {
  return schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]
}
