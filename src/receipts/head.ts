import { z } from 'zod'
import { canonicalLine, readCanonicalFile } from './canonical.ts'
import type { ChainPoint, KeyLookup } from './chain.ts'
import { isSealedBy, type Key, type Sealed, seal } from './signing.ts'

/** Where a session's log ends, beside the log. */
export interface Head extends ChainPoint {
  v: 1
  session_id: string
  /** The size of the log up to and including receipt `count`. */
  bytes: number
  key_id: string
  at: string
}

export function headText(fields: Omit<Head, 'v' | 'key_id'>, key: Key): string {
  const head: Head = { v: 1, ...fields, key_id: key.id }
  return canonicalLine(seal(key, head))
}

/** A head file that is what the engine wrote for this session; `unproven` when its key was not found. */
export function readHead(bytes: Uint8Array, session: string, keys: KeyLookup): Sealed<Head> | 'bad' | 'unproven' {
  const found = Shape.safeParse(readCanonicalFile(bytes))
  if (!found.success || found.data.session_id !== session) return 'bad'
  const key = keys(found.data.key_id)
  if (key === 'missing') return 'unproven'
  return key !== 'unlisted' && isSealedBy(key, found.data) ? found.data : 'bad'
}

const Shape = z.strictObject({
  v: z.literal(1),
  session_id: z.string(),
  count: z.int().positive(),
  head: z.string(),
  bytes: z.int().positive(),
  key_id: z.string(),
  at: z.string(),
  mac: z.string(),
})
