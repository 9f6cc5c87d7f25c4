import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '../../src/kernel/json.ts'

/** Whether a value meets a schema, for the keywords that our response schemas use; any other keyword is an error. */
export function meets(schema: Json | undefined, value: unknown): boolean {
  if (!isObject(schema)) throw new Error('A schema is an object.')
  return Object.entries(schema).every(([keyword, rule]) => {
    const check = keywords[keyword]
    if (!check) throw new Error(`${keyword} is a keyword that this check does not know.`)
    return check(rule, value, schema)
  })
}

const keywords: { [keyword: string]: (rule: Json, value: unknown, schema: JsonObject) => boolean } = {
  type: (rule, value) => listOf(rule).some(type => hasType(type, value)),
  const: (rule, value) => isDeepStrictEqual(rule, value),
  enum: (rule, value) => listOf(rule).some(one => isDeepStrictEqual(one, value)),
  anyOf: (rule, value) => listOf(rule).some(schema => meets(schema, value)),
  properties: (rule, value) =>
    !isObject(value) ||
    Object.entries(isObject(rule) ? rule : {}).every(
      ([name, schema]) => !Object.hasOwn(value, name) || meets(schema, value[name]),
    ),
  required: (rule, value) => !isObject(value) || listOf(rule).every(name => Object.hasOwn(value, String(name))),
  additionalProperties: (rule, value, { properties }) =>
    rule !== false ||
    !isObject(value) ||
    Object.keys(value).every(name => isObject(properties) && Object.hasOwn(properties, name)),
  items: (rule, value) => !Array.isArray(value) || value.every(item => meets(rule, item)),
  minItems: (rule, value) => !Array.isArray(value) || value.length >= Number(rule),
  maxItems: (rule, value) => !Array.isArray(value) || value.length <= Number(rule),
  minimum: (rule, value) => typeof value !== 'number' || value >= Number(rule),
  maximum: (rule, value) => typeof value !== 'number' || value <= Number(rule),
  maxLength: (rule, value) => typeof value !== 'string' || [...value].length <= Number(rule),
}

function hasType(type: Json, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  return type === 'object' ? isObject(value) : typeof value === type
}

function listOf(rule: Json): Json[] {
  return Array.isArray(rule) ? rule : [rule]
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
