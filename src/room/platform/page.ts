import { z } from 'zod'
import { roomFault } from '../faults.ts'

/** What every list takes. */
export const paging = {
  limit: z.int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
}

export interface Page<T> {
  page: T[]
  nextCursor: string | null
}

/** Part of a list in its own order; the cursor is the id of the last one that was shown. */
export function pageOf<T>(
  list: readonly T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  idOf: (each: T) => string,
): Page<T> {
  const at = cursor === undefined ? -1 : list.findIndex(each => idOf(each) === cursor)
  if (cursor !== undefined && at < 0) throw roomFault('invalid_request', { field: 'cursor' })
  const page = list.slice(at + 1, at + 1 + limit)
  const last = page.at(-1)
  const isEnd = last === undefined || at + 1 + page.length >= list.length
  return { page, nextCursor: isEnd ? null : idOf(last) }
}
