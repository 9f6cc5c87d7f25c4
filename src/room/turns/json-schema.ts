import { isDeepStrictEqual } from 'node:util'
import { Script } from 'node:vm'
import { z } from 'zod'
import { isObject, textsIn } from '../../kernel/json.ts'
import { codePoints } from '../../kernel/text.ts'

/** A schema of JSON Schema 2020-12 that `schemaProblem` found no fault with. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Where a value does not meet a schema: paths and keywords, nothing of the value. */
export function schemaErrors(schema: JsonSchema, value: unknown): string[] {
  const errors: string[] = []
  const whole = schema
  let visits = 0
  let depth = 0
  let isTooMuch = false
  const until = performance.now() + maxMs
  visit(schema, value, '$')
  // What was given up could have turned out either way.
  return isTooMuch ? ['$: too-much'] : [...new Set(errors)].slice(0, maxErrors)

  function visit(rules: JsonSchema, at: unknown, path: string): void {
    // References in circles, nested alternatives and slow patterns could go on for ever.
    if (++visits > maxVisits || depth > maxDepth || performance.now() > until) isTooMuch = true
    if (isTooMuch) return
    if (rules === false) errors.push(`${path}: false`)
    else if (rules !== true) {
      depth++
      visitRules(rules, at, path)
      depth--
    }
  }

  function visitRules(rules: { readonly [keyword: string]: unknown }, at: unknown, path: string): void {
    const failed = (keyword: string) => errors.push(`${path}: ${keyword}`)
    const meets = (rule: JsonSchema, each: unknown) => schemaErrorsWithin(rule, each).length === 0
    for (const [keyword, rule] of Object.entries(rules)) {
      const simple = checks[keyword]
      if (simple && !simple(rule, at)) failed(keyword)
      if (keyword === '$ref') visit(resolveReference(whole, String(rule)), at, path)
      if (keyword === 'allOf') for (const each of schemas(rule)) visit(each, at, path)
      if (keyword === 'anyOf' && !schemas(rule).some(each => meets(each, at))) failed(keyword)
      if (keyword === 'oneOf' && schemas(rule).filter(each => meets(each, at)).length !== 1) failed(keyword)
      if (keyword === 'not' && meets(schemaOf(rule), at)) failed(keyword)
      if (keyword === 'if') {
        const branch = meets(schemaOf(rule), at) ? rules.then : rules.else
        if (branch !== undefined) visit(schemaOf(branch), at, path)
      }
    }
    if (Array.isArray(at)) visitItems(rules, at, path)
    else if (isObject(at)) visitProperties(rules, at, path)
  }

  function visitItems(rules: { readonly [keyword: string]: unknown }, list: unknown[], path: string): void {
    const first = schemas(rules.prefixItems ?? [])
    for (const [index, item] of list.entries()) {
      const rule = first[index] ?? (rules.items === undefined ? true : schemaOf(rules.items))
      visit(rule, item, `${path}[${index}]`)
    }
    if (rules.contains === undefined) return
    const found = list.filter(item => schemaErrorsWithin(schemaOf(rules.contains), item).length === 0).length
    if (found < Number(rules.minContains ?? 1)) errors.push(`${path}: contains`)
    if (found > Number(rules.maxContains ?? Number.POSITIVE_INFINITY)) errors.push(`${path}: maxContains`)
  }

  function visitProperties(rules: { readonly [keyword: string]: unknown }, object: Tree, path: string): void {
    const own = treeOf(rules.properties)
    const patterns = Object.entries(treeOf(rules.patternProperties))
    for (const [name, value] of Object.entries(object)) {
      const here = `${path}.${safeName(name)}`
      const matching = patterns.filter(([pattern]) => matches(pattern, name))
      if (Object.hasOwn(own, name)) visit(schemaOf(own[name]), value, here)
      for (const [, rule] of matching) visit(schemaOf(rule), value, here)
      const isExtra = !Object.hasOwn(own, name) && matching.length === 0
      if (isExtra && rules.additionalProperties === false) errors.push(`${path}: additionalProperties`)
      else if (isExtra && rules.additionalProperties !== undefined)
        visit(schemaOf(rules.additionalProperties), value, here)
      if (rules.propertyNames !== undefined) visit(schemaOf(rules.propertyNames), name, here)
    }
    for (const name of texts(rules.required))
      if (!Object.hasOwn(object, name)) errors.push(`${path}.${safeName(name)}: required`)
    for (const [name, needed] of Object.entries(treeOf(rules.dependentRequired))) {
      if (!Object.hasOwn(object, name)) continue
      for (const each of texts(needed))
        if (!Object.hasOwn(object, each)) errors.push(`${path}.${safeName(each)}: dependentRequired`)
    }
    for (const [name, rule] of Object.entries(treeOf(rules.dependentSchemas)))
      if (Object.hasOwn(object, name)) visit(schemaOf(rule), object, path)
  }

  function schemaErrorsWithin(rule: JsonSchema, each: unknown): string[] {
    const before = errors.length
    visit(rule, each, '$')
    return errors.splice(before)
  }
}

/** The part of a schema that a local reference means. */
function resolveReference(whole: JsonSchema, reference: string): JsonSchema {
  let at: unknown = whole
  for (const part of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : Array.isArray(at) ? at[Number(name)] : undefined
  }
  return schemaOf(at)
}

type Tree = { [key: string]: unknown }

/** Whether a pattern of the caller fits, within a time: a pattern can be made to run for hours. */
function matches(pattern: string, text: string): boolean {
  try {
    return (
      new Script('new RegExp(pattern, "u").test(text)').runInNewContext({ pattern, text }, { timeout: 1000 }) === true
    )
  } catch {
    return false
  }
}

const maxErrors = 20
const maxVisits = 50_000
const maxDepth = 400
const maxMs = 3000

type Check = (rule: unknown, value: unknown) => boolean

const ofNumbers =
  (holds: (rule: number, value: number) => boolean): Check =>
  (rule, value) =>
    typeof value !== 'number' || holds(Number(rule), value)
const ofTexts =
  (holds: (rule: unknown, value: string) => boolean): Check =>
  (rule, value) =>
    typeof value !== 'string' || holds(rule, value)
const ofLists =
  (holds: (rule: number, value: unknown[]) => boolean): Check =>
  (rule, value) =>
    !Array.isArray(value) || holds(Number(rule), value)
const ofObjects =
  (holds: (rule: number, count: number) => boolean): Check =>
  (rule, value) =>
    !isObject(value) || holds(Number(rule), Object.keys(value).length)

const checks: { readonly [keyword: string]: Check } = {
  type: (rule, value) => [rule].flat().some(type => hasType(type, value)),
  const: (rule, value) => isDeepStrictEqual(rule, value),
  enum: (rule, value) => Array.isArray(rule) && rule.some(one => isDeepStrictEqual(one, value)),
  minimum: ofNumbers((rule, value) => value >= rule),
  maximum: ofNumbers((rule, value) => value <= rule),
  exclusiveMinimum: ofNumbers((rule, value) => value > rule),
  exclusiveMaximum: ofNumbers((rule, value) => value < rule),
  multipleOf: ofNumbers((rule, value) => Number.isInteger(Number((value / rule).toPrecision(12)))),
  minLength: ofTexts((rule, value) => codePoints(value) >= Number(rule)),
  maxLength: ofTexts((rule, value) => codePoints(value) <= Number(rule)),
  pattern: ofTexts((rule, value) => matches(String(rule), value)),
  format: ofTexts((rule, value) => hasFormat(String(rule), value)),
  minItems: ofLists((rule, value) => value.length >= rule),
  maxItems: ofLists((rule, value) => value.length <= rule),
  uniqueItems: (rule, value) =>
    rule !== true ||
    !Array.isArray(value) ||
    value.every((item, index) => value.findIndex(each => isDeepStrictEqual(each, item)) === index),
  minProperties: ofObjects((rule, count) => count >= rule),
  maxProperties: ofObjects((rule, count) => count <= rule),
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  return type === 'object' ? isObject(value) : typeof value === type
}

function schemaOf(rule: unknown): JsonSchema {
  return isObject(rule) || typeof rule === 'boolean' ? rule : true
}

function schemas(rule: unknown): JsonSchema[] {
  return Array.isArray(rule) ? rule.map(schemaOf) : []
}

function treeOf(rule: unknown): Tree {
  return isObject(rule) ? rule : {}
}

function texts(rule: unknown): string[] {
  return textsIn(rule)
}

/** Names in an object are a model's text as well. */
function safeName(name: string): string {
  return name.slice(0, 60).replace(/[^A-Za-z0-9_.:-]/gu, '_')
}

const named = new Map<string, z.ZodType>([
  ['date-time', z.iso.datetime({ offset: true })],
  ['date', z.iso.date()],
  [
    'time',
    z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i),
  ],
  ['duration', z.iso.duration()],
  ['email', z.email()],
  ['hostname', z.hostname()],
  ['ipv4', z.ipv4()],
  ['ipv6', z.ipv6()],
  ['uri', z.url()],
  ['uri-reference', z.string().regex(/^[^\s<>"{}|\\^`]*$/)],
  ['uuid', z.guid()],
  ['json-pointer', z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/)],
])

function isFormat(name: string): boolean {
  return named.has(name)
}

/** Formats are asserted, not only annotated. */
function hasFormat(name: string, text: string): boolean {
  return named.get(name)?.safeParse(text).success ?? false
}

const maxSchemaBytes = 16_384
const maxSchemaDepth = 16

/** Keywords that are enforced. */
const enforced = new Set([
  ...['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref', '$defs'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'required'],
  ...['dependentRequired', 'dependentSchemas', 'minProperties', 'maxProperties'],
  ...['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
])
/** Keywords that only describe. */
const annotations = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
])
/** Their values are schemas by name, not keywords. */
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** Why a caller's schema cannot be used; a keyword that is not enforced is refused. */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'not-an-object'
  if (Buffer.byteLength(JSON.stringify(schema)) > maxSchemaBytes) return 'too-large'
  if (depthOf(schema) > maxSchemaDepth) return 'too-deep'
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
    return first(Object.values(rule).map(each => nestedProblem(each, whole, met)))
  }
  if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(keyword))
    return Array.isArray(rule) ? first(rule.map(each => nestedProblem(each, whole, met))) : `bad-${keyword}`
  if (['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'].includes(keyword))
    return nestedProblem(rule, whole, met)
  return undefined
}

function nestedProblem(rule: unknown, whole: JsonSchema, met: readonly JsonSchema[]): string | undefined {
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
