import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../src/kernel/json.ts'
import { createMergePatch, NullInPatch } from './merge-patch.ts'

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean())
const objects = fc
  .dictionary(
    fc.constantFrom('a', 'b', 'c', '__proto__'),
    fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.string(), scalar)),
  )
  .map(value => JSON.parse(JSON.stringify(value)) as JsonObject)

test('a patch names only what changed, and null removes', () => {
  const from = { keep: 1, drop: 'x', inner: { a: 1, b: 2 } }
  expect(createMergePatch(from, { keep: 1, inner: { a: 1, b: 3 }, added: [1] })).toEqual({
    drop: null,
    inner: { b: 3 },
    added: [1],
  })
})

test('equal objects need no patch', () => {
  expect(createMergePatch({ a: { b: [1, 2] } }, { a: { b: [1, 2] } })).toBeUndefined()
})

test('applying the patch to the one object gives the other', () => {
  fc.assert(
    fc.property(objects, objects, (from, to) => {
      expect(applyPatch(from, createMergePatch(from, to) ?? {})).toEqual(to)
    }),
  )
})

test('an existing null may stay, a new one is refused', () => {
  expect(createMergePatch({ a: null, b: 1 }, { a: null, b: 2 })).toEqual({ b: 2 })
  expect(() => createMergePatch({}, { a: { b: null } })).toThrow(NullInPatch)
})

function applyPatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(target))
  for (const [key, value] of Object.entries(patch)) {
    const old = result.get(key)
    if (value === null) result.delete(key)
    else result.set(key, isObject(value) ? applyPatch(isObject(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(result)
}
