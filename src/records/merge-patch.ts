import { isObject } from '../kernel/json.ts'

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Applies a JSON merge patch (RFC 7396) and leaves both arguments as they are. Keys keep their place, new ones follow;
 * every key, `__proto__` too, is plain data.
 */
export function applyMergePatch(target: JsonObject, patch: JsonObject): Record<string, unknown> {
  const merged = new Map(Object.entries(target))
  for (const [key, value] of Object.entries(patch)) {
    const old = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isObject(value) ? applyMergePatch(isObject(old) ? old : {}, value) : value)
  }
  // Unlike an assignment, fromEntries makes an own property of every key.
  return Object.fromEntries(merged)
}
