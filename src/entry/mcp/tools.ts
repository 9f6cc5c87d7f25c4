import type { Tool } from '@modelcontextprotocol/server'
import type { JsonSchema, OperationEntry } from '../../catalog/catalog.ts'
import { withoutUndefined } from '../../kernel/json.ts'

/** Operations as tools/list shows them: a tool has one text, however many others are listed beside it. */
export function toolsOf(
  operations: readonly OperationEntry[],
  { tasks = [], unlisted = () => [] }: Listing = {},
): Tool[] {
  // Each toolset explains its arguments itself, whichever others are listed before it.
  const saidBy = new Map<string, Set<string>>()
  return operations.map(operation => {
    const { name, toolset, title, summary, effect, repeatable, schemaDetail, answers } = operation
    const input = withoutFields(operation.input, [...(operation.personOnly ?? []), ...unlisted(operation)])
    const said = saidBy.get(toolset) ?? new Set()
    saidBy.set(toolset, said)
    return {
      name,
      ...(schemaDetail === 'full' && { title }),
      description: summary,
      inputSchema: schemaDetail === 'full' ? compactInput(input, said) : briefInput(input, said),
      ...(schemaDetail === 'full' && outputSchemas[answers]),
      // All four are always sent: some clients refuse a tool that leaves one to be guessed.
      annotations: {
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'change' || effect === 'destroy',
        idempotentHint: repeatable,
        openWorldHint: false,
      },
      // The revision that asks for tasks call by call wants to know beforehand.
      ...(tasks.includes(name) && { execution: { taskSupport: 'optional' as const } }),
    }
  })
}

interface Listing {
  /** The operations whose calls a client may follow as tasks. */
  tasks?: readonly string[]
  /** Arguments that are left out of a tool here. */
  unlisted?: (operation: OperationEntry) => readonly string[]
}

function withoutFields(input: JsonSchema, left: readonly string[]): JsonSchema {
  const properties = Object.entries(asSchema(input.properties)).filter(([name]) => !left.includes(name))
  return left.length === 0 ? input : { ...input, properties: Object.fromEntries(properties) }
}

/** Clients hold failures to it as well, and only where the operation itself refuses do these look like results. */
const outputSchemas: { readonly [answers in OperationEntry['answers']]: Pick<Tool, 'outputSchema'> } = {
  object: { outputSchema: { type: 'object' } },
  refusable: { outputSchema: { type: 'object', required: ['status'] } },
  text: {},
}

/** A JSON Schema as it travels in tools/list. */
type ToolSchema = { type: 'object'; [keyword: string]: unknown }

/**
 * What a model needs to call an operation right: names, types, choices, ranges, defaults, descriptions. Every chat
 * pays for each byte, so what only a checker needs is left to the check itself and to OpenAPI.
 *
 * `said` holds the descriptions published so far. The session and idempotency arguments recur in most operations;
 * they are explained, with their lengths and patterns, where they come first. An unknown key is refused with the
 * keys there are, so that no tool has to say beforehand that nothing else may be in it.
 */
function compactInput(schema: JsonSchema, said: Set<string>): ToolSchema {
  const shapes = new Set<string>()
  return { type: 'object', ...members(schema, field => sayOnce(field, said, shapes)) }
}

/** The same with what is inside a field written as a type, which a model reads as well and which is half as long. */
function briefInput(schema: JsonSchema, said: Set<string>): ToolSchema {
  const shapes = new Set<string>()
  return {
    type: 'object',
    ...members(schema, field => {
      const { properties, items, description = typeText(field, said) } = field
      const nested = properties !== undefined || asSchema(items).properties !== undefined
      if (!nested) return sayOnce(field, said, shapes)
      // Some services refuse a list that does not say what is in it.
      return { type: field.type, ...(items !== undefined && { items: { type: 'object' } }), description }
    }),
  }
}

/** `{kind: a|b, lines: {n}[], note?}`: a name without a type is a text; of `lines[]` and `kind: …` the same was said before. */
function typeText(schema: JsonSchema, said: Set<string>): string {
  const { type, enum: choices, items, properties, required } = schema
  if (Array.isArray(choices)) return choices.join('|')
  if (items !== undefined) return `${typeText(asSchema(items), said)}[]`
  if (properties === undefined) return String(type)
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(asSchema(properties)).map(([name, field]) => {
    const text = typeText(asSchema(field), said)
    const explained = `${name}: ${text}`
    const isKnown = said.has(explained)
    said.add(explained)
    return `${name}${needed.has(name) ? '' : '?'}${isKnown ? again(text) : text === 'string' ? '' : `: ${text}`}`
  })
  return `{${fields.join(', ')}}`
}

/** How a type is written that was said before under the same name. */
function again(text: string): string {
  if (text.endsWith('}[]')) return '[]'
  if (text.includes('|')) return ': …'
  return text === 'string' ? '' : `: ${text}`
}

function members({ properties, required }: JsonSchema, show: (field: JsonSchema) => JsonSchema): JsonSchema {
  const fields = Object.entries(asSchema(properties)).map(([name, field]) => [name, show(asSchema(field))])
  return {
    properties: Object.fromEntries(fields),
    ...(Array.isArray(required) && required.length > 0 && { required }),
  }
}

/** More than this no model writes where it is asked for a word or a line, so the limit is left to the check. */
const longText = 299

function sayOnce(field: JsonSchema, said: Set<string>, shapes: Set<string>): JsonSchema {
  const { description, pattern } = field
  const maxLength = Number(field.maxLength) > longText ? undefined : field.maxLength
  if (typeof description !== 'string') return { ...compact(field, shapes), ...withoutUndefined({ maxLength, pattern }) }
  if (said.has(description)) return compact(field, shapes)
  said.add(description)
  return { ...compact(field, shapes), ...withoutUndefined({ maxLength, pattern, description }) }
}

/** `shapes` holds what the lists of this tool hold so far: what a citation looks like is shown once. */
function compact(schema: JsonSchema, shapes: Set<string>): JsonSchema {
  const { type, enum: choices, anyOf, items, properties, minimum, maximum, default: fallback } = schema
  return {
    ...withoutUndefined({ type, enum: choices }),
    ...(Array.isArray(anyOf) && alternatives(anyOf.map(option => compact(asSchema(option), shapes)))),
    ...(items !== undefined && { items: shownOnce(compact(asSchema(items), shapes), shapes) }),
    ...(properties !== undefined && members(schema, field => compact(field, shapes))),
    // No caller asks for a page of less than one, and false and 0 are what an absent flag or offset means anyway.
    ...(typeof minimum === 'number' && minimum > 1 && { minimum }),
    ...(Number(maximum) <= largestPage && withoutUndefined({ maximum })),
    ...(Boolean(fallback) && { default: fallback }),
  }
}

/** More nobody asks for by accident. */
const largestPage = 1000

function shownOnce(item: JsonSchema, shapes: Set<string>): JsonSchema {
  if (item.properties === undefined) return item
  const text = JSON.stringify(item)
  if (shapes.has(text)) return { type: item.type }
  shapes.add(text)
  return item
}

/** Plain types need no alternatives: {"type":["string","null"]}. */
function alternatives(options: JsonSchema[]): JsonSchema {
  const plain = options.every(option => typeof option.type === 'string' && Object.keys(option).length === 1)
  return plain ? { type: options.map(option => option.type) } : { anyOf: options }
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
