import { isObject } from '../../kernel/json.ts'
import { isFormat } from './json-formats.ts'
import { type JsonSchema, resolveReference } from './json-schema.ts'

const maxSchemaBytes = 16_384
const maxDepth = 16

/** Keywords that are enforced. */
const enforced = new Set([
  ...['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref', '$defs'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'required'],
  ...['dependentRequired', 'dependentSchemas', 'minProperties', 'maxProperties'],
  ...['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
])
/** Keywords that only tell something. */
const annotations = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
])
/** Their values are schemas by name, not keywords. */
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** Why a caller's schema cannot be used; a rule that nobody would enforce is no schema. */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'not-an-object'
  if (Buffer.byteLength(JSON.stringify(schema)) > maxSchemaBytes) return 'too-large'
  if (depthOf(schema) > maxDepth) return 'too-deep'
  return problemIn(schema, schema, [])
}

function problemIn(schema: JsonSchema, whole: JsonSchema, met: readonly JsonSchema[]): string | undefined {
  if (typeof schema === 'boolean') return undefined
  for (const [keyword, rule] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue
    if (!enforced.has(keyword)) return 'unknown-keyword'
    const problem = problemOf(keyword, rule, whole, [...met, schema])
    if (problem) return problem
  }
  return undefined
}

function problemOf(keyword: string, rule: unknown, whole: JsonSchema, met: readonly JsonSchema[]): string | undefined {
  if (keyword === 'type') return [rule].flat().every(each => types.includes(String(each))) ? undefined : 'unknown-type'
  if (keyword === 'format') return isFormat(String(rule)) ? undefined : 'unknown-format'
  if (keyword === 'pattern') return isPattern(rule) ? undefined : 'bad-pattern'
  if (keyword === 'enum' || keyword === 'required') return Array.isArray(rule) ? undefined : `bad-${keyword}`
  if (keyword === '$ref') return referenceProblem(rule, whole, met)
  if (maps.has(keyword)) {
    if (!isObject(rule)) return `bad-${keyword}`
    if (keyword === 'patternProperties' && !Object.keys(rule).every(isPattern)) return 'bad-pattern'
    return first(Object.values(rule).map(each => nested(each, whole, met)))
  }
  if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(keyword))
    return Array.isArray(rule) ? first(rule.map(each => nested(each, whole, met))) : `bad-${keyword}`
  if (['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'].includes(keyword))
    return nested(rule, whole, met)
  return undefined
}

function nested(rule: unknown, whole: JsonSchema, met: readonly JsonSchema[]): string | undefined {
  return isObject(rule) || typeof rule === 'boolean' ? problemIn(rule, whole, met) : 'not-a-schema'
}

/** Only within the schema; one that comes back to itself through an object is a list or a tree, and may. */
function referenceProblem(rule: unknown, whole: JsonSchema, met: readonly JsonSchema[]): string | undefined {
  if (typeof rule !== 'string' || !/^#(?:\/[^%]*)?$/.test(rule)) return 'remote-ref'
  const target = resolveReference(whole, rule)
  if (target === true) return 'ref-not-found'
  return met.at(-1) === target ? 'ref-to-itself' : undefined
}

function isPattern(rule: unknown): boolean {
  try {
    return typeof rule === 'string' && Boolean(new RegExp(rule, 'u'))
  } catch {
    return false
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find(problem => problem !== undefined)
}
