import type { Json, JsonObject } from '../../kernel/json.ts'
import type { ArgSpec } from '../tools/tool.ts'

/** The closed set of a tool's arguments as a JSON Schema. */
export function argsSchema(specs: readonly ArgSpec[]): JsonObject {
  return objectOf(
    specs.map(spec => [spec.name, { ...valueSchema(spec), ...lengthOf(spec) }]),
    specs.filter(({ required }) => required).map(({ name }) => name),
  )
}

/** The same where nothing may be left out: what is optional is null instead. */
export function flatArgsSchema(specs: readonly ArgSpec[]): JsonObject {
  return objectOf(
    specs.map(spec => [spec.name, spec.required ? valueSchema(spec) : nullable(valueSchema(spec))]),
    specs.map(({ name }) => name),
  )
}

function objectOf(properties: [string, JsonObject][], required: string[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

function valueSchema(spec: ArgSpec): JsonObject {
  const text = { type: 'string', ...given({ enum: spec.choices && [...spec.choices] }) }
  if (spec.type === 'string') return text
  if (spec.type === 'boolean') return { type: 'boolean' }
  if (spec.type === 'integer') return { type: 'integer', ...given({ minimum: spec.minimum, maximum: spec.maximum }) }
  return { type: 'array', items: text, ...given({ minItems: spec.minItems, maxItems: spec.maxItems }) }
}

/** Code points are never more than bytes, so no text within the limit is refused. */
function lengthOf(spec: ArgSpec): JsonObject {
  return spec.type === 'string' ? given({ maxLength: spec.maxBytes }) : {}
}

function nullable(schema: JsonObject): JsonObject {
  const choices = schema.enum
  return { ...schema, type: [schema.type ?? null, 'null'], ...(Array.isArray(choices) && { enum: [...choices, null] }) }
}

function given(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
