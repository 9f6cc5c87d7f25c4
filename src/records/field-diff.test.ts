import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, sameJson } from './field-diff.ts'
import { contentFieldNames, type RecordContent } from './fields.ts'

const content: RecordContent = {
  type: 'question',
  title: 'Which clock?',
  summary: 'We need an order.',
  body: 'Wall clocks differ.\r\n',
  state: 'OPEN',
  parent_id: null,
  related: ['R001', 'R002'],
  metadata: { a: 1, b: { c: [1, 2], d: null } },
  affects: ['src/**'],
  state_reason: null,
  resolved_by: null,
  superseded_by: null,
}

describe('changedFields', () => {
  test('changedFields finds nothing between equal contents', () => {
    expect(changedFields(content, structuredClone(content))).toEqual([])
  })

  test.each<[string, Partial<RecordContent>, string[]]>([
    ['one line end', { body: 'Wall clocks differ.\n' }, ['body']],
    ['the order of related records', { related: ['R002', 'R001'] }, ['related']],
    ['fewer related records', { related: ['R001'] }, ['related']],
    ['the order of metadata keys only', { metadata: { b: { d: null, c: [1, 2] }, a: 1 } }, []],
    ['the order of a list in metadata', { metadata: { a: 1, b: { c: [2, 1], d: null } } }, ['metadata']],
    ['a missing key in place of null', { metadata: { a: 1, b: { c: [1, 2] } } }, ['metadata']],
    ['another key with the same value', { metadata: { a: 1, b: { c: [1, 2], e: null } } }, ['metadata']],
    ['a number as text', { metadata: { a: '1', b: { c: [1, 2], d: null } } }, ['metadata']],
    ['a list as object', { metadata: { a: 1, b: { c: { 0: 1, 1: 2 }, d: null } } }, ['metadata']],
    ['a parent', { parent_id: 'R003' }, ['parent_id']],
    [
      'a whole transition',
      { state: 'RESOLVED', resolved_by: 'R003', state_reason: 'done' },
      ['state', 'state_reason', 'resolved_by'],
    ],
    ['type, body and title, in the fixed order', { type: 'idea', body: 'x', title: 'y' }, ['title', 'body', 'type']],
  ])('changedFields names what changed for %s', (_, change, fields) => {
    expect(changedFields(content, { ...content, ...change })).toEqual(fields)
    expect(changedFields({ ...content, ...change }, content)).toEqual(fields)
  })

  test('changedFields names every field when all differ', () => {
    const other: RecordContent = {
      type: 'x',
      title: 'x',
      summary: 'x',
      body: 'x',
      state: 'LATER',
      parent_id: 'R001',
      related: [],
      metadata: {},
      affects: [],
      state_reason: 'x',
      resolved_by: 'R001',
      superseded_by: 'R001',
    }
    expect(changedFields(content, other)).toEqual(contentFieldNames)
  })
})

describe('sameJson', () => {
  test('sameJson sees through the order of keys and nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(sameJson(a, withKeysReversed(a))).toBe(true)
        expect(sameJson(a, b)).toBe(sortedText(a) === sortedText(b))
      }),
    )
  })

  test('sameJson compares a key named __proto__ as data', () => {
    expect(sameJson(JSON.parse('{"__proto__":{"a":1}}'), {})).toBe(false)
    expect(sameJson({ toString: 1 }, { valueOf: 1 })).toBe(false)
    expect(sameJson(JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}'))).toBe(true)
  })

  test('sameJson survives deep nesting', () => {
    const nest = (bottom: unknown) => {
      let value = bottom
      for (let level = 0; level < 20_000; level += 1) value = [value]
      return value
    }
    expect(sameJson(nest(1), nest(1))).toBe(true)
    expect(sameJson(nest(1), nest(2))).toBe(false)
  })
})

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, withKeysReversed(inner)] as const)
      .reverse(),
  )
}

function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${sortedText(inner)}`)
  return `{${members.sort().join()}}`
}
