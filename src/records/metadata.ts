import { z } from 'zod'
import { isObject } from '../kernel/json.ts'
import { lazy } from '../kernel/lazy.ts'
import { firstFault } from '../kernel/shape.ts'
import type { RuleParams } from '../kernel/text.ts'
import { unstorable, unstorableAt } from '../kernel/text.ts'
import { evidenceEntry, limits } from './schema.ts'

type JsonObject = { [key: string]: unknown }
type Path = PropertyKey[]

/** What is wrong with metadata, and where in it. */
interface MetadataFault extends RuleParams {
  path: Path
}

const maxNesting = 100
const maxFilterKeys = 10

/** The metadata of a new record. */
export const Metadata = jsonObject(value => storableFault(value) ?? metadataFault(value)).describe('Extra fields')

/** A merge patch for metadata; the size of the result can be checked only after merging. */
export const MetadataPatch = jsonObject(storableFault).describe('Merge patch: null removes a key')

/** Values that top-level keys of the metadata must equal. */
export const MetadataFilter = jsonObject<string | number | boolean | null>(
  value => storableFault(value) ?? filterFault(value),
).describe('Values to equal')

const evidenceList = lazy(() => z.array(evidenceEntry()).max(limits.evidence))

/** Checks whole metadata: its size, and the shape of the `evidence` key. */
export function metadataFault(metadata: JsonObject): MetadataFault | undefined {
  const actual = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (actual > limits.metadataBytes) {
    return { path: [], rule: 'at most this many bytes serialized', limit: limits.metadataBytes, actual }
  }
  if (metadata.evidence === undefined) return undefined
  const evidence = evidenceList().safeParse(metadata.evidence)
  if (evidence.success) return undefined
  return { path: ['evidence', ...firstFault(evidence.error).path], rule: 'list of {kind, ref, lines?, sha256?}' }
}

/** Our own check, because zod silently drops a key named __proto__ and recurses without limit. */
function jsonObject<V = unknown>(check: (value: JsonObject) => MetadataFault | undefined) {
  return z
    .custom<{ [key: string]: V }>()
    .check(ctx => {
      const input: unknown = ctx.value
      const fault = isObject(input) ? check(input) : { path: [], rule: 'type object' }
      if (!fault) return
      const { path, ...params } = fault
      ctx.issues.push({ code: 'custom', input, path, params })
    })
    .meta({ type: 'object' })
}

function storableFault(metadata: JsonObject): MetadataFault | undefined {
  const pending: Array<{ value: unknown; path: Path }> = [{ value: metadata, path: [] }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && unstorableAt(value) >= 0) {
      return { path, rule: unstorable, offset: unstorableAt(value) }
    }
    if (typeof value !== 'object' || value === null) continue
    if (path.length >= maxNesting)
      return { path: path.slice(0, 1), rule: 'nested at most this deep', limit: maxNesting }
    for (const [key, inner] of Object.entries(value)) {
      if (unstorableAt(key) >= 0) return { path, rule: unstorable, offset: unstorableAt(key) }
      if (key === '__proto__') return { path: [...path, key], rule: 'another name' }
      pending.push({ value: inner, path: [...path, Array.isArray(value) ? Number(key) : key] })
    }
  }
  return undefined
}

function filterFault(filter: JsonObject): MetadataFault | undefined {
  const entries = Object.entries(filter)
  if (entries.length > maxFilterKeys) {
    return { path: [], rule: 'at most this many keys', limit: maxFilterKeys, actual: entries.length }
  }
  const nested = entries.find(([, value]) => typeof value === 'object' && value !== null)
  return nested && { path: [nested[0]], rule: 'text, number, boolean or null' }
}
