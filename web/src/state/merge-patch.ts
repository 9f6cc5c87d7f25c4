import { isObject, type Json, type JsonObject } from '../../../src/kernel/json.ts'

/** A merge patch removes a key by null, so it cannot set null. */
export class NullInPatch extends Error {}

/** The RFC 7396 patch that turns one object into the other; undefined when they are equal. */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject | undefined {
  // Maps, because assigning to a key called __proto__ sets none.
  const before = new Map(Object.entries(from))
  const patch = new Map<string, Json>()
  for (const key of before.keys()) {
    if (!Object.hasOwn(to, key)) patch.set(key, null)
  }
  for (const [key, value] of Object.entries(to)) {
    const change = changeOf(before.get(key), value)
    if (change !== undefined) patch.set(key, change)
  }
  return patch.size > 0 ? Object.fromEntries(patch) : undefined
}

function changeOf(old: Json | undefined, value: Json): Json | undefined {
  if (isObject(old) && isObject(value)) return createMergePatch(old, value)
  if (old !== undefined && JSON.stringify(old) === JSON.stringify(value)) return undefined
  if (holdsNull(value)) throw new NullInPatch('null removes a key; leave the key out instead.')
  return value
}

function holdsNull(value: Json): boolean {
  return value === null || (isObject(value) && Object.values(value).some(holdsNull))
}
