import { describe, expect, it } from 'vitest'
import { mintNonce, openNonces } from './nonces.ts'

describe('the nonces of a turn (room.md 7.8)', () => {
  it('are 128 random bits in hex, fresh for each step', () => {
    const book = openNonces()
    const issued = Array.from({ length: 100 }, () => book.issue())
    expect(issued.every(nonce => /^[0-9a-f]{32}$/.test(nonce))).toBe(true)
    expect(new Set([...issued, mintNonce()]).size).toBe(101)
  })

  it('are used up by the first reply of their step, whatever it was', () => {
    const book = openNonces()
    const nonce = book.issue()
    expect(book.spend()('anything')).toBe('nonce-mismatch')
    expect(book.spend()(nonce)).toBe('nonce-stale')
  })

  it('are stale after their step, also when no reply came', () => {
    const book = openNonces()
    const [first, second, third] = [book.issue(), book.issue(), book.issue()]
    const check = book.spend()
    expect([first, second, third].map(check)).toEqual(['nonce-stale', 'nonce-stale', undefined])
  })

  it('belong to one turn: those of another are unknown in it', () => {
    const [book, other] = [openNonces(), openNonces()]
    book.issue()
    expect(book.spend()(other.issue())).toBe('nonce-mismatch')
  })

  it('are compared byte for byte, without trimming', () => {
    const book = openNonces(() => 'abcd')
    book.issue()
    const check = book.spend()
    for (const other of [' abcd', 'abcd ', 'ABCD', 'abc', 'abcde', '', 'abcd\u200b', 'abc\u0064\u0000'])
      expect(check(other)).toBe('nonce-mismatch')
    expect(check(undefined)).toBe('nonce-missing')
    expect(check('abcd')).toBeUndefined()
  })

  it('are missed in a step that has none', () => {
    const check = openNonces().spend()
    expect([undefined, ''].map(check)).toEqual(['nonce-missing', 'nonce-mismatch'])
  })
})
