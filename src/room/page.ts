import { z } from 'zod'
import { roomFault } from './faults.ts'

/** Which page of a list is wanted: how many items, after which one. */
export const PageInput = {
  limit: z.int().min(1).max(500).default(100),
  cursor: z.string().min(1).max(200).optional().describe('nextCursor of the page before'),
}

export interface PageWanted {
  limit: number
  cursor?: string | undefined
}

/** A page of a list whose order does not change; `nextCursor` is null on the last one. */
export function pageOf<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  { limit, cursor }: PageWanted,
): { items: T[]; nextCursor: string | null } {
  const before = cursor === undefined ? -1 : items.findIndex(item => nameOf(item) === cursor)
  if (cursor !== undefined && before < 0) throw roomFault('invalid_request', { field: 'cursor' })
  const page = items.slice(before + 1, before + 1 + limit)
  const last = page.at(-1)
  const more = before + 1 + page.length < items.length
  return { items: page, nextCursor: more && last !== undefined ? nameOf(last) : null }
}
