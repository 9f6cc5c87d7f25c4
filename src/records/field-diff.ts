import { isObject } from '../kernel/json.ts'
import { type ContentFieldName, contentFieldNames, type RecordContent } from './fields.ts'

/** The fields in which two contents differ; the order of keys in metadata makes no difference, that of lists does. */
export function changedFields(a: Readonly<RecordContent>, b: Readonly<RecordContent>): ContentFieldName[] {
  return contentFieldNames.filter(field => !sameJson(a[field], b[field]))
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  // A stack of our own, because metadata may nest deeper than calls can.
  const pending: [unknown, unknown][] = [[a, b]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false
    const entries = Object.entries(left)
    if (entries.length !== Object.keys(right).length) return false
    for (const [key, value] of entries) {
      if (!Object.hasOwn(right, key)) return false
      pending.push([value, right[key]])
    }
  }
  return true
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

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
