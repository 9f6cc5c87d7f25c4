import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { argumentsFrom } from './query.ts'

const input = z.strictObject({
  words: z.string().optional(),
  limit: z.int().min(1).max(100).default(20),
  weight: z.number().optional(),
  deep: z.boolean().optional(),
  types: z.array(z.string()).optional(),
  ids: z.array(z.int()).optional(),
  parent: z.string().nullable().optional(),
  level: z.int().nullable().optional(),
  at: z.union([z.int(), z.string()]).optional(),
  states: z.array(z.enum(['OPEN', 'LATER'])).optional(),
  filter: z.record(z.string(), z.json()).optional(),
})

test.each<[query: string, args: Record<string, unknown>]>([
  ['', {}],
  ['words=12', { words: '12' }],
  ['words=true', { words: 'true' }],
  ['words="quoted"', { words: '"quoted"' }],
  ['words=', { words: '' }],
  ['words=a+b%26c', { words: 'a b&c' }],
  ['limit=12', { limit: 12 }],
  ['limit=1.5', { limit: '1.5' }],
  ['weight=1.5&deep=true', { weight: 1.5, deep: true }],
  ['deep=yes', { deep: 'yes' }],
  ['limit=', { limit: '' }],
  ['limit=1&limit=2', { limit: ['1', '2'] }],
  ['types=a', { types: ['a'] }],
  ['types=a&types=b,c', { types: ['a', 'b,c'] }],
  ['types=["a","b"]', { types: ['a', 'b'] }],
  ['types=["a"', { types: ['["a"'] }],
  ['types=1', { types: ['1'] }],
  ['ids=1&ids=2', { ids: [1, 2] }],
  ['states=OPEN', { states: ['OPEN'] }],
  ['parent=null', { parent: null }],
  ['parent=R001', { parent: 'R001' }],
  ['level=3', { level: 3 }],
  ['level=null', { level: null }],
  ['at=3', { at: 3 }],
  ['at=v3', { at: 'v3' }],
  ['filter={"a":[1,null]}', { filter: { a: [1, null] } }],
  ['unknown=1', { unknown: '1' }],
])('?%s is read as %j', (query, args) => {
  expect(argumentsFrom(new URLSearchParams(query), input)).toEqual(args)
})

test('a repeated text stays a list, for the schema to refuse', () => {
  const args = argumentsFrom(new URLSearchParams('words=a&words=b'), input)
  expect(input.safeParse(args).success).toBe(false)
})

test('valid arguments survive the way through a query string', () => {
  const text = fc.string({ unit: 'grapheme' })
  const valid = fc.record(
    {
      words: text,
      limit: fc.integer({ min: 1, max: 100 }),
      weight: fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
      deep: fc.boolean(),
      types: fc.array(text),
      ids: fc.array(fc.integer()),
      level: fc.option(fc.integer()),
      filter: fc.dictionary(text, fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(valid, args => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(args)) {
        query.append(name, typeof value === 'string' ? value : JSON.stringify(value))
      }
      expect(JSON.stringify(argumentsFrom(query, input))).toBe(JSON.stringify(args))
    }),
  )
})
