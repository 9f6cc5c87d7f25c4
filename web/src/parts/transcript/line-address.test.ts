import { expect, it } from 'vitest'
import { citationOf, hashOf, spanInHash } from './line-address.ts'

it('a URL names one line or a span, whichever end comes first', () => {
  expect(spanInHash('#L10')).toEqual({ start: 10, end: 10 })
  expect(spanInHash('L10-L20')).toEqual({ start: 10, end: 20 })
  expect(spanInHash('L10-20')).toEqual({ start: 10, end: 20 })
  expect(spanInHash('#L20-L10')).toEqual({ start: 10, end: 20 })
})

it('a URL of another form names no lines', () => {
  for (const hash of ['', '#', '#L0', '#L01', '#10', '#L1-', '#L1-Lx', '#content', `#L${'9'.repeat(16)}`]) {
    expect(spanInHash(hash), hash).toBeUndefined()
  }
})

it('formatted lines parse to the same lines', () => {
  for (const span of [
    { start: 7, end: 7 },
    { start: 10, end: 20 },
  ]) {
    expect(spanInHash(hashOf(span))).toEqual(span)
  }
  expect(citationOf('S0001', { start: 10, end: 20 })).toBe('S0001:10-20')
})
