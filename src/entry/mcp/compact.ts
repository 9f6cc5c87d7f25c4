import { z } from 'zod'

/** A JSON Schema as it travels in tools/list. */
export type ToolSchema = { type: 'object'; [keyword: string]: unknown }

type Schema = { [keyword: string]: unknown }

/**
 * What a model needs to call an operation right: names, types, choices, ranges, defaults, descriptions. Every chat
 * pays for each byte, so what only a checker needs is left to the check itself and to OpenAPI.
 *
 * `said` holds the fields already published in full. The session and idempotency arguments recur in most
 * operations: where they come back unchanged, their name, type and choices are enough.
 */
export function compactInput(input: z.ZodObject, said: Set<string>): ToolSchema {
  const { properties, ...rest } = compact(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  const fields = Object.entries(asSchema(properties)).map(([name, schema]) => {
    const field = JSON.stringify([name, schema])
    if (said.has(field)) return [name, withoutProse(asSchema(schema))]
    said.add(field)
    return [name, schema]
  })
  return { ...rest, type: 'object', properties: Object.fromEntries(fields) }
}

/**
 * The names of a result's fields. None is required, because clients hold a failure's structured content against
 * this schema too.
 */
export function compactOutput(output: z.ZodObject): ToolSchema {
  const fields = Object.keys(output.shape).map(name => [name, {}])
  return { type: 'object', properties: Object.fromEntries(fields) }
}

function compact(schema: Schema): Schema {
  // Only JSON values of any shape refer to themselves.
  if (schema.$ref !== undefined) return {}
  const { type, enum: choices, items, properties, required, additionalProperties, anyOf } = schema
  const { pattern, description, default: fallback } = schema
  return {
    ...(type !== undefined && { type }),
    ...(Array.isArray(anyOf) && oneOf(anyOf.map(option => compact(asSchema(option))))),
    ...(choices !== undefined && { enum: choices }),
    ...(items !== undefined && { items: compact(asSchema(items)) }),
    ...(properties !== undefined && { properties: compactEach(asSchema(properties)) }),
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(additionalProperties === false && { additionalProperties }),
    ...ranges(schema),
    ...(pattern !== undefined && { pattern }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && fallback !== false && { default: fallback }),
  }
}

function compactEach(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, compact(asSchema(schema))]))
}

/** Plain types need no alternatives: {"type":["string","null"]}. */
function oneOf(alternatives: Schema[]): Schema {
  const plain = alternatives.every(option => typeof option.type === 'string' && Object.keys(option).length === 1)
  return plain ? { type: alternatives.map(option => option.type) } : { anyOf: alternatives }
}

/** Bounds that are more than the bounds of the type itself. */
function ranges(schema: Schema): Schema {
  const kept = ['minimum', 'maximum', 'maxLength', 'maxItems'].flatMap(keyword => {
    const limit = schema[keyword]
    return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? [[keyword, limit]] : []
  })
  return Object.fromEntries(kept)
}

function withoutProse({ type, enum: choices, items, default: fallback }: Schema): Schema {
  return {
    ...(type !== undefined && { type }),
    ...(choices !== undefined && { enum: choices }),
    ...(items !== undefined && { items: withoutProse(asSchema(items)) }),
    ...(fallback !== undefined && { default: fallback }),
  }
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
