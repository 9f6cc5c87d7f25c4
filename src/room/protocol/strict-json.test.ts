import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/property-runs.ts'
import { readJsonAnswer } from './read-reply.ts'
import { fromPlain, sameValue, strictObject, toPlainObject } from './strict-json.ts'

it.each([
  ['{}', {}],
  [' \t\r\n{ \n"a" : [ 1 , -0.5e+2 , true , false , null , { } , [ ] ] } ', { a: [1, -50, true, false, null, {}, []] }],
  ['{"":""}', { '': '' }],
  ['{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\uDE00"}', { a: '"\\/\b\f\n\r\té😀' }],
  ['{"a":"}{[,:"}', { a: '}{[,:' }],
  ['{"\\u0061":"é\u007f\u2028😀"}', { a: 'é\u007f\u2028😀' }],
  ['{"a":{"b":1},"c":{"b":2}}', { a: { b: 1 }, c: { b: 2 } }],
])('the strict scanner reads %j (room.md 7.2)', (text, value) => {
  expect(plain(text)).toEqual(value)
})

it.each([
  ['', 'unterminated-json'],
  ['{', 'unterminated-json'],
  ['{"a', 'unterminated-json'],
  ['{"a"', 'unterminated-json'],
  ['{"a":', 'unterminated-json'],
  ['{"a":tru', 'unterminated-json'],
  ['{"a":n', 'unterminated-json'],
  ['{"a":-', 'unterminated-json'],
  ['{"a":1', 'unterminated-json'],
  ['{"a":1.', 'unterminated-json'],
  ['{"a":1.5e', 'unterminated-json'],
  ['{"a":1e+', 'unterminated-json'],
  ['{"a":1,', 'unterminated-json'],
  ['{"a":[1,', 'unterminated-json'],
  ['{"a":[', 'unterminated-json'],
  ['{"a":"\\', 'unterminated-json'],
  ['{"a":"\\u00', 'unterminated-json'],
  ['{"a":"\\ud83d', 'unterminated-json'],
  ['{"a":"\\ud83d\\u', 'unterminated-json'],
  ['{"a":1}}', 'trailing-text'],
  ['{"a":1}{}', 'trailing-text'],
  ['{} // done', 'trailing-text'],
  ['{"a":1}\u00a0', 'trailing-text'],
  ['{"a":1,"a":1}', 'duplicate-key'],
  ['{"a":1,"\\u0061":2}', 'duplicate-key'],
  ['{"b":{"c":[{"a":1,"a":2}]}}', 'duplicate-key'],
  ['{"__proto__":1,"__proto__":2}', 'duplicate-key'],
  ['{"a":1,}', 'bad-json'],
  ['{,"a":1}', 'bad-json'],
  ['{"a":[1,]}', 'bad-json'],
  ['{"a":[,]}', 'bad-json'],
  ['{"a" 1}', 'bad-json'],
  ['{"a":1 "b":2}', 'bad-json'],
  ['{a:1}', 'bad-json'],
  ["{'a':1}", 'bad-json'],
  ['{/**/"a":1}', 'bad-json'],
  ['{"a":NaN}', 'bad-json'],
  ['{"a":Infinity}', 'bad-json'],
  ['{"a":-Infinity}', 'bad-json'],
  ['{"a":undefined}', 'bad-json'],
  ['{"a":True}', 'bad-json'],
  ['{"a":truest}', 'bad-json'],
  ['{"a":01}', 'bad-json'],
  ['{"a":-01}', 'bad-json'],
  ['{"a":+1}', 'bad-json'],
  ['{"a":.5}', 'bad-json'],
  ['{"a":1.}', 'bad-json'],
  ['{"a":1e}', 'bad-json'],
  ['{"a":0x10}', 'bad-json'],
  ['{"a":1_000}', 'bad-json'],
  ['{"a":1e400}', 'bad-json'],
  ['{"a":"\n"}', 'bad-json'],
  ['{"a":"\u0000"}', 'bad-json'],
  ['{"a":"\\x41"}', 'bad-json'],
  ['{"a":"\\u12g4"}', 'bad-json'],
  ['{"a":"\\u{41}"}', 'bad-json'],
  ['{"a":"\ud800"}', 'bad-json'],
  ['{"a":"\udc00"}', 'bad-json'],
  ['{"a":"\\ud800"}', 'bad-json'],
  ['{"a":"\\udc00"}', 'bad-json'],
  ['{"a":"\\ud800\\u0041"}', 'bad-json'],
  ['{"a":"\\ud800\udc00"}', 'bad-json'],
  ['{"a":"\ud800\\udc00"}', 'bad-json'],
  ['{\u00a0"a":1}', 'bad-json'],
  ['\ufeff{}', 'bad-json'],
  ['[]', 'bad-json'],
  ['"a"', 'bad-json'],
  ['1', 'bad-json'],
])('the strict scanner refuses %j as %s (room.md 7.2)', (text, problem) => {
  expect(strictObject(text)).toEqual({ problem })
})

it('the strict scanner takes an object of 65 536 bytes and none that is larger (room.md 7.2)', () => {
  const sized = (bytes: number) => `{"a":"é${'x'.repeat(bytes - 10)}"}`
  expect(Buffer.byteLength(sized(65_536))).toBe(65_536)
  expect(strictObject(sized(65_536))).toHaveProperty('object')
  expect(strictObject(sized(65_537))).toEqual({ problem: 'too-large' })
})

it('the strict scanner takes 32 levels and no more, the object being the first (room.md 7.2)', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const objects = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  expect(strictObject(nested(32))).toHaveProperty('object')
  expect(strictObject(nested(33))).toEqual({ problem: 'too-deep' })
  expect(strictObject(objects(32))).toHaveProperty('object')
  expect(strictObject(objects(33))).toEqual({ problem: 'too-deep' })
})

it('the strict scanner reads whatever JSON.stringify writes, to the same value (room.md 7.2)', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), value => {
      const text = JSON.stringify(value, null, 1)
      expect(plain(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('the strict scanner accepts only what JSON.parse accepts, with the same value (room.md 7.2)', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    'a',
    '"a"',
    '1',
    '-',
    '.',
    'e',
    'true',
    '\\',
    'u',
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const text = `{"k":${pieces.join('')}}`
      const read = strictObject(text)
      if ('object' in read) expect(toPlainObject(read.object)).toEqual(JSON.parse(text))
      else if (read.problem !== 'duplicate-key') expect(() => JSON.parse(text)).toThrow()
    }),
    { numRuns: propertyRuns(3000) },
  )
})

it('values become plain again, whatever their keys are called', () => {
  const answer = readJsonAnswer('<think>x</think> {"__proto__":{"a":1},"constructor":[2]} ')
  expect(answer).toEqual({ object: JSON.parse('{"__proto__":{"a":1},"constructor":[2]}') })
  expect(readJsonAnswer('Here: {}')).toEqual({ problem: 'bad-json' })
})

it('values are the same when they are written alike', () => {
  const object = { a: [1, 'x', null, { b: false }] }
  expect(sameValue(fromPlain(object), fromPlain(structuredClone(object)))).toBe(true)
  for (const other of [
    {},
    { a: [] },
    { a: [1, 'x', null, { c: false }] },
    { a: [2, 'x', null, { b: false }] },
    [1],
    'a',
    null,
  ])
    expect(sameValue(fromPlain(object), fromPlain(other))).toBe(false)
  expect(sameValue({ token: '2' }, { token: '2.0' })).toBe(false)
})

function plain(text: string) {
  const read = strictObject(text)
  return 'object' in read ? toPlainObject(read.object) : read
}
