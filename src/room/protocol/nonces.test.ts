import { expect, it } from 'vitest'
import { mintNonce, openNonces } from './nonces.ts'

it('the nonces of a turn are 128 random bits in hex, fresh for each step (room.md 7.8)', () => {
  const book = openNonces()
  const issued = Array.from({ length: 100 }, () => book.issue())
  expect(issued.every(nonce => /^[0-9a-f]{32}$/.test(nonce))).toBe(true)
  expect(new Set([...issued, mintNonce()]).size).toBe(101)
})

it('the nonces of a turn are used up by the first reply of their step, whatever it was (room.md 7.8)', () => {
  const book = openNonces()
  const nonce = book.issue()
  expect(book.spend()('anything')).toBe('nonce-mismatch')
  expect(book.spend()(nonce)).toBe('nonce-stale')
})

it('the nonces of a turn are stale after their step, also when no reply came (room.md 7.8)', () => {
  const book = openNonces()
  const [first, second, third] = [book.issue(), book.issue(), book.issue()]
  const check = book.spend()
  expect([first, second, third].map(check)).toEqual(['nonce-stale', 'nonce-stale', undefined])
})

it('the nonces of a turn belong to one turn: those of another are unknown in it (room.md 7.8)', () => {
  const [book, other] = [openNonces(), openNonces()]
  book.issue()
  expect(book.spend()(other.issue())).toBe('nonce-mismatch')
})

it('the nonces of a turn are compared byte for byte, without trimming (room.md 7.8)', () => {
  const book = openNonces(() => 'abcd')
  book.issue()
  const check = book.spend()
  for (const other of [' abcd', 'abcd ', 'ABCD', 'abc', 'abcde', '', 'abcd\u200b', 'abc\u0064\u0000'])
    expect(check(other)).toBe('nonce-mismatch')
  expect(check(undefined)).toBe('nonce-missing')
  expect(check('abcd')).toBeUndefined()
})

it('the nonces of a turn are missed in a step that has none (room.md 7.8)', () => {
  const check = openNonces().spend()
  expect([undefined, ''].map(check)).toEqual(['nonce-missing', 'nonce-mismatch'])
})
