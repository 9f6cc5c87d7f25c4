import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { TurnLine } from './record.ts'

/** What makes two records the same: their canonical JSON. */
export function recordHash({ record }: TurnLine): string | null {
  return record && createHash('sha256').update(canonicalJson(record)).digest('base64')
}
