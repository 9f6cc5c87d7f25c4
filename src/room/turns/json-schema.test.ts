import { expect, it } from 'vitest'
import { type JsonSchema, schemaErrors, schemaProblem } from './json-schema.ts'

const cases: [
  keyword: string,
  schema: { [keyword: string]: unknown },
  fits: unknown[],
  not: [value: unknown, errors: string[]][],
][] = [
  [
    'type',
    { type: ['integer', 'null'] },
    [1, null, -3],
    [
      [1.5, ['$: type']],
      ['1', ['$: type']],
    ],
  ],
  ['enum', { enum: ['a', { b: 1 }] }, ['a', { b: 1 }], [[{ b: 2 }, ['$: enum']]]],
  ['const', { const: [1, 2] }, [[1, 2]], [[[2, 1], ['$: const']]]],
  [
    'minimum',
    { minimum: 1, maximum: 3 },
    [1, 3, 'x'],
    [
      [0, ['$: minimum']],
      [4, ['$: maximum']],
    ],
  ],
  [
    'exclusive',
    { exclusiveMinimum: 1, exclusiveMaximum: 3 },
    [2],
    [
      [1, ['$: exclusiveMinimum']],
      [3, ['$: exclusiveMaximum']],
    ],
  ],
  ['multipleOf', { multipleOf: 0.1 }, [0.3, 2], [[0.25, ['$: multipleOf']]]],
  [
    'length',
    { minLength: 2, maxLength: 3 },
    ['ab', '😀😀😀'],
    [
      ['😀', ['$: minLength']],
      ['abcd', ['$: maxLength']],
    ],
  ],
  ['pattern', { pattern: '^a+$' }, ['aa', 5], [['ab', ['$: pattern']]]],
  ['properties', { properties: { a: { type: 'string' } } }, [{ a: 'x' }, { b: 1 }], [[{ a: 1 }, ['$.a: type']]]],
  ['required', { required: ['a'] }, [{ a: null }, []], [[{}, ['$.a: required']]]],
  [
    'additionalProperties',
    { properties: { a: true }, additionalProperties: false },
    [{ a: 1 }],
    [[{ b: 1 }, ['$: additionalProperties']]],
  ],
  ['additional schema', { additionalProperties: { type: 'number' } }, [{ b: 1 }], [[{ b: 'x' }, ['$.b: type']]]],
  [
    'patternProperties',
    { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
    [{ n_a: 1 }],
    [
      [{ n_a: 'x' }, ['$.n_a: type']],
      [{ x: 1 }, ['$: additionalProperties']],
    ],
  ],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [[{ abc: 1 }, ['$.abc: maxLength']]]],
  [
    'counts',
    { minProperties: 1, maxProperties: 2 },
    [{ a: 1 }],
    [
      [{}, ['$: minProperties']],
      [{ a: 1, b: 2, c: 3 }, ['$: maxProperties']],
    ],
  ],
  [
    'dependent',
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    [{ a: 1, b: 2 }, {}],
    [
      [{ a: 1 }, ['$.b: dependentRequired']],
      [{ c: 1 }, ['$.d: required']],
    ],
  ],
  [
    'items',
    { items: { type: 'number' }, minItems: 1, maxItems: 2 },
    [[1]],
    [
      [['x'], ['$[0]: type']],
      [[], ['$: minItems']],
      [[1, 2, 3], ['$: maxItems']],
    ],
  ],
  [
    'prefixItems',
    { prefixItems: [{ type: 'string' }], items: false },
    [['a'], []],
    [
      [['a', 1], ['$[1]: false']],
      [[1], ['$[0]: type']],
    ],
  ],
  [
    'contains',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [[1, 1, 5]],
    [
      [[1], ['$: contains']],
      [[1, 1, 1, 1], ['$: maxContains']],
    ],
  ],
  ['uniqueItems', { uniqueItems: true }, [[1, { a: 1 }, { a: 2 }]], [[[{ a: 1 }, { a: 1 }], ['$: uniqueItems']]]],
  ['allOf', { allOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab'], [['a', ['$: minLength']]]],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'number' }] }, ['a', 1], [[null, ['$: anyOf']]]],
  ['oneOf', { oneOf: [{ type: 'number' }, { minimum: 5 }] }, [1, 'x'], [[7, ['$: oneOf']]]],
  ['not', { not: { type: 'string' } }, [1], [['x', ['$: not']]]],
  [
    'if',
    // An object with a key `then` would be taken for a promise.
    JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}'),
    [{ a: 1, b: 1 }, { c: 1 }],
    [
      [{ a: 1 }, ['$.b: required']],
      [{}, ['$.c: required']],
    ],
  ],
  [
    '$ref',
    { $ref: '#/$defs/tree', $defs: { tree: { type: 'object', properties: { next: { $ref: '#/$defs/tree' } } } } },
    [{ next: { next: {} } }],
    [[{ next: { next: 1 } }, ['$.next.next: type']]],
  ],
]

it.each(cases)('a schema with %s takes what fits and refuses what does not', (_, schema, fits, not) => {
  expect(schemaProblem(schema)).toBeUndefined()
  for (const value of fits) expect(schemaErrors(schema, value)).toEqual([])
  for (const [value, errors] of not) expect(schemaErrors(schema, value)).toEqual(errors)
})

it.each([
  ['date-time', '2026-03-01T12:00:00Z', '2026-03-01'],
  ['date', '2026-02-28', '2026-02-30'],
  ['time', '12:00:00Z', '25:00:00Z'],
  ['duration', 'P3DT2H', 'three days'],
  ['email', 'ines@example.com', 'ines'],
  ['hostname', 'example.com', '-x-'],
  ['ipv4', '127.0.0.1', '127.0.0.256'],
  ['ipv6', '::1', '::g'],
  ['uri', 'https://example.com/x', 'x y'],
  ['uri-reference', '/x#y', 'x y'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123'],
  ['json-pointer', '/a~1b', 'a'],
])('a schema asserts the format %s', (format, right, wrong) => {
  expect(schemaProblem({ format })).toBeUndefined()
  expect([schemaErrors({ format }, right), schemaErrors({ format }, wrong)]).toEqual([[], ['$: format']])
})

it('a schema names paths and keywords, never a value, and at most twenty of them', () => {
  const schema = { additionalProperties: { type: 'number' } }
  const secret = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key ${n}!`, 'secret']))
  const errors = schemaErrors(schema, secret)
  expect(errors).toHaveLength(20)
  expect(errors[0]).toBe('$.key_0_: type')
  expect(errors.join()).not.toContain('secret')
})

it('a schema ends, whatever circles and patterns it is made of', () => {
  const circle: JsonSchema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
  expect(schemaErrors(circle, {})).toEqual(['$: too-much'])
  const doubling = { anyOf: [{ $ref: '#' }, { $ref: '#' }] }
  expect(schemaErrors(doubling, {})).toEqual(['$: too-much'])
  expect(schemaErrors({ pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`)).toEqual(['$: pattern'])
})

it.each([
  ['not-an-object', []],
  ['too-large', { description: 'x'.repeat(16_384) }],
  ['too-deep', Array.from({ length: 16 }).reduce<object>(inner => ({ not: inner }), { not: {} })],
  ['remote-ref', { $ref: 'https://example.com/x.json' }],
  ['remote-ref', { properties: { a: { $ref: 'other.json#/x' } } }],
  ['ref-not-found', { $ref: '#/$defs/none' }],
  ['ref-to-itself', { $ref: '#' }],
  ['unknown-keyword', { unevaluatedProperties: false }],
  ['unknown-type', { type: 'text' }],
  ['unknown-format', { format: 'colour' }],
  ['bad-pattern', { pattern: '(' }],
  ['bad-pattern', { patternProperties: { '(': {} } }],
  ['bad-required', { required: 'a' }],
  ['bad-properties', { properties: [] }],
  ['bad-anyOf', { anyOf: {} }],
  ['not-a-schema', { items: 'string' }],
])('a schema is refused as %s: %j', (problem, schema) => {
  expect(schemaProblem(schema)).toBe(problem)
})
