import { z } from 'zod'
import { unstorableAt } from '../kernel/text.ts'
import { EvidenceEntry, limits } from './schema.ts'

/** What is wrong with a record's metadata as a whole; undefined when nothing is. */
export interface MetadataFault {
  path: string
  rule: string
  limit?: number
  actual?: number
}

const Evidence = z.array(EvidenceEntry).max(limits.evidence)

export function metadataFault(metadata: { [key: string]: unknown }): MetadataFault | undefined {
  const serialized = JSON.stringify(metadata)
  const actual = new TextEncoder().encode(serialized).length
  if (actual > limits.metadataBytes) {
    return { path: 'metadata', rule: 'at most this many bytes serialized', limit: limits.metadataBytes, actual }
  }
  // Lone surrogates and NUL are escaped by JSON.stringify, so the values themselves must be looked at.
  if (hasUnstorable(metadata)) return { path: 'metadata', rule: 'no NUL or lone surrogate' }
  if (metadata.evidence === undefined) return undefined
  const evidence = Evidence.safeParse(metadata.evidence)
  if (evidence.success) return undefined
  const [issue] = evidence.error.issues
  return {
    path: ['metadata', 'evidence', ...(issue?.path ?? [])].join('.'),
    rule: 'list of {kind, ref, lines?, sha256?}',
  }
}

function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorableAt(value) >= 0
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, inner]) => unstorableAt(key) >= 0 || hasUnstorable(inner))
}
