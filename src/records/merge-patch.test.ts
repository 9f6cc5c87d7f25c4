import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMergePatch } from './field-diff.ts'

describe('applyMergePatch', () => {
  test.each([
    ['replaces a value', '{"a":1}', '{"a":2}', '{"a":2}'],
    ['adds a key after the others', '{"z":1,"b":2}', '{"a":3}', '{"z":1,"b":2,"a":3}'],
    ['keeps the place of a replaced key', '{"z":1,"b":2}', '{"z":3}', '{"z":3,"b":2}'],
    ['removes a key by null', '{"a":1,"b":2}', '{"a":null}', '{"b":2}'],
    ['ignores null for a missing key', '{"a":1}', '{"b":null}', '{"a":1}'],
    ['merges nested objects', '{"a":{"x":1,"y":2}}', '{"a":{"y":null,"z":3}}', '{"a":{"x":1,"z":3}}'],
    ['replaces a list as a whole', '{"a":[1,2,3]}', '{"a":[4]}', '{"a":[4]}'],
    ['keeps null inside a list', '{"a":1}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['replaces a scalar by an object', '{"a":"x"}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
    ['replaces a list by an object', '{"a":[1]}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
    ['replaces an object by a scalar', '{"a":{"b":1}}', '{"a":"x"}', '{"a":"x"}'],
    ['drops nulls of an object it adds', '{}', '{"a":{"b":null,"c":{"d":null}}}', '{"a":{"c":{}}}'],
    ['empties by nulls', '{"a":1}', '{"a":null}', '{}'],
    ['changes nothing for an empty patch', '{"b":[{}],"a":{"c":null}}', '{}', '{"b":[{}],"a":{"c":null}}'],
    ['keeps null that was stored before', '{"a":null}', '{"b":1}', '{"a":null,"b":1}'],
    ['treats __proto__ as data', '{"a":1}', '{"__proto__":{"polluted":true}}', '{"a":1,"__proto__":{"polluted":true}}'],
    ['merges into __proto__ as data', '{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}'],
    ['removes __proto__ as data', '{"__proto__":{"a":1},"b":1}', '{"__proto__":null}', '{"b":1}'],
    [
      'treats constructor as data',
      '{}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ],
  ])('applyMergePatch: %s', (_, target, patch, result) => {
    expect(JSON.stringify(applyMergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(result)
  })

  const jsonObject = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'), fc.jsonValue())

  test('applyMergePatch changes neither argument and no prototype', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (target, patch) => {
        const before = JSON.stringify([target, patch])
        const result = applyMergePatch(target, patch)
        expect(JSON.stringify([target, patch])).toBe(before)
        expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
    )
  })

  test('applyMergePatch gives the same when the same patch is applied twice', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (target, patch) => {
        const once = applyMergePatch(target, patch)
        expect(JSON.stringify(applyMergePatch(once, patch))).toBe(JSON.stringify(once))
      }),
    )
  })

  test('applyMergePatch merges metadata as deep as its size limit allows', () => {
    const depth = 2_700
    const nested = (leaf: string) => JSON.parse(`${'{"a":'.repeat(depth)}${leaf}${'}'.repeat(depth)}`)
    expect(JSON.stringify(applyMergePatch(nested('{"x":1}'), nested('{"y":2}')))).toContain('{"x":1,"y":2}')
  })
})
