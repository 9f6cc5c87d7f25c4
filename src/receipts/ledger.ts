import { z } from 'zod'
import { canonicalLine, readCanonical } from './canonical.ts'
import { isSignedBy, type Key, sign } from './signing.ts'

/** One change of key, signed with both; the first key comes from nothing. */
export function keyChangeLine(from: Key | null, to: Key, at: string): string {
  const change = { v: 1, from: from?.id ?? null, to: to.id, at }
  return canonicalLine({ ...change, sig_from: from && sign(from, change), sig_to: sign(to, change) })
}

/**
 * The ids of the keys in the order in which they came; undefined when a line is not what the engine wrote. A signature
 * whose key was not found is left open.
 */
export function readLedger(lines: Iterable<Uint8Array>, keys: ReadonlyMap<string, Key>): string[] | undefined {
  const keyIds: string[] = []
  for (const line of lines) {
    const change = Shape.safeParse(readCanonical(line)).data
    const last = keyIds.at(-1) ?? null
    if (change === undefined || change.from !== last || keyIds.includes(change.to)) return undefined
    const { sig_from, sig_to, ...signed } = change
    const [from, to] = [last === null ? undefined : keys.get(last), keys.get(change.to)]
    if ((sig_from === null) !== (last === null)) return undefined
    if (from && !isSignedBy(from, signed, sig_from ?? '')) return undefined
    if (to && !isSignedBy(to, signed, sig_to)) return undefined
    keyIds.push(change.to)
  }
  return keyIds
}

const KeyId = z.string().regex(/^[0-9a-f]{16}$/)
const Shape = z.strictObject({
  v: z.literal(1),
  from: KeyId.nullable(),
  to: KeyId,
  at: z.string(),
  sig_from: z.string().nullable(),
  sig_to: z.string(),
})
