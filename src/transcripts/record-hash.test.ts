import { expect, it } from 'vitest'
import { recordHash } from './canonical-json.ts'

const hash = (text: string) => recordHash({ number: 1, record: JSON.parse(text) })

it('the hash of a record does not depend on the order of keys', () => {
  expect(hash('{"b":[1,{"d":2,"c":3}],"a":"x"}')).toBe(hash('{"a":"x","b":[1,{"c":3,"d":2}]}'))
})

it('the hash of a record distinguishes different records, and a line without record from all of them', () => {
  expect(hash('{"a":1}')).not.toBe(hash('{"a":"1"}'))
  expect(hash('{"a":[1,2]}')).not.toBe(hash('{"a":[2,1]}'))
  expect(recordHash({ number: 1, record: null })).toBeNull()
})
