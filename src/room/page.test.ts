import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageOf } from './page.ts'

it('pages give every item once and in order, however long they are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), fc.integer({ min: 1, max: 9 }), (names, limit) => {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const piece = pageOf(names, name => name, { limit, cursor: cursor ?? undefined })
        expect(piece.items.length).toBeLessThanOrEqual(limit)
        seen.push(...piece.items)
        cursor = piece.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(names)
    }),
  )
})

it('a cursor that names nothing is refused', () => {
  expect(() => pageOf(['a'], name => name, { limit: 1, cursor: 'b' })).toThrow(
    expect.objectContaining({ wire: 'invalid_request', details: { field: 'cursor' } }),
  )
})
