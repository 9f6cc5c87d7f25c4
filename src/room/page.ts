import { z } from 'zod'
import { roomFault } from './faults.ts'

/** Which piece of a list is wanted: how many, after which one. */
export const PageInput = {
  limit: z.int().min(1).max(500).default(100),
  cursor: z.string().min(1).max(200).optional().describe('nextCursor of the piece before'),
}

export interface PageWanted {
  limit: number
  cursor?: string | undefined
}

/** A piece of a list whose order does not change; `nextCursor` is null at its end. */
export function pageOf<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  { limit, cursor }: PageWanted,
): { items: T[]; nextCursor: string | null } {
  const before = cursor === undefined ? -1 : items.findIndex(item => nameOf(item) === cursor)
  if (cursor !== undefined && before < 0) throw roomFault('invalid_request', { field: 'cursor' })
  const piece = items.slice(before + 1, before + 1 + limit)
  const last = piece.at(-1)
  const more = before + 1 + piece.length < items.length
  return { items: piece, nextCursor: more && last !== undefined ? nameOf(last) : null }
}
