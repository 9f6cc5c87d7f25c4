import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/**
 * Arguments from a query string. The schema says what each text may become: a field that accepts more than text is
 * read as JSON when that gives an accepted type, a list is repeated or given as one JSON array. Whatever does not fit
 * stays text, so that the operation's own check names the fault.
 */
export function argumentsFrom(query: URLSearchParams, input: z.ZodObject): Record<string, unknown> {
  const { properties = {} } = inputSchema(input)
  const names = [...new Set(query.keys())]
  return Object.fromEntries(names.map(name => [name, fromTexts(query.getAll(name), branches(properties[name]))]))
}

/** The JSON Schema of what a caller may send. */
export function inputSchema(input: z.ZodObject): Schema {
  const known = schemas.get(input)
  if (known) return known
  const made = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  schemas.set(input, made)
  return made
}

const schemas = new WeakMap<z.ZodObject, Schema>()

/** The alternatives a value may match, flattened. */
function branches(schema: Schema | boolean | undefined): Schema[] {
  if (schema === undefined || typeof schema === 'boolean') return []
  const nested = schema.anyOf ?? schema.oneOf
  return nested ? nested.flatMap(branches) : [schema]
}

function fromTexts(texts: string[], accepted: Schema[]): unknown {
  const [first = ''] = texts
  const one = texts.length === 1 ? fromText(first, accepted) : undefined
  const list = accepted.find(({ type }) => [type].flat().includes('array'))
  if (texts.length === 1 && (!list || one !== first)) return one
  const items = Array.isArray(list?.items) ? [] : branches(list?.items)
  return texts.map(each => fromText(each, items))
}

function fromText(given: string, accepted: Schema[]): unknown {
  const types = accepted.flatMap<unknown>(({ type }) => type ?? [])
  if (types.every(type => type === 'string')) return given
  const value = jsonOrText(given)
  return types.includes(typeOf(value)) || (Number.isInteger(value) && types.includes('integer')) ? value : given
}

function jsonOrText(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

/** As JSON Schema calls it. A text in quotes stays as it was given, quotes included. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' ? 'text' : typeof value
}
