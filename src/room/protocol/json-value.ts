import type { JsonObject, Json as Plain } from '../../kernel/json.ts'

/** A number as it was written, because `2` is an integer and `2.0` is none. */
export interface NumberToken {
  token: string
}

/** What the strict scanner reads. Objects are maps: any key is only a key there. */
export type JsonValue = null | boolean | string | NumberToken | JsonValue[] | JsonMap
export type JsonMap = ReadonlyMap<string, JsonValue>

export function isMap(value: JsonValue | undefined): value is JsonMap {
  return value instanceof Map
}

export function isNumber(value: JsonValue | undefined): value is NumberToken {
  return typeof value === 'object' && value !== null && 'token' in value
}

function toPlain(value: JsonValue): Plain {
  if (isMap(value)) return toPlainObject(value)
  if (Array.isArray(value)) return value.map(toPlain)
  return isNumber(value) ? Number(value.token) : value
}

export function toPlainObject(members: JsonMap): JsonObject {
  return Object.fromEntries([...members].map(([key, member]) => [key, toPlain(member)]))
}

/** For arguments that arrive as values already, not as a model's text. */
export function fromPlain(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return { token: String(value) }
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value !== 'object') return null
  return new Map(Object.entries(value).map(([key, member]) => [key, fromPlain(member)]))
}

export function sameValue(a: JsonValue, b: JsonValue): boolean {
  if (isMap(a)) return isMap(b) && a.size === b.size && [...a].every(([key, member]) => sameMember(member, b.get(key)))
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameMember(item, b[at]))
  return isNumber(a) ? isNumber(b) && a.token === b.token : a === b
}

function sameMember(a: JsonValue, b: JsonValue | undefined): boolean {
  return b !== undefined && sameValue(a, b)
}
