import canonicalize from 'canonicalize'
import { jsonIn } from '../kernel/json.ts'

/** The one spelling of a JSON object that RFC 8785 allows; two equal objects have the same bytes. */
export function canonical(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('Only JSON values have a canonical form.')
  return text
}

/** As a line of a log, or as a whole file: the canonical form and LF. */
export function canonicalLine(value: object): string {
  return `${canonical(value)}\n`
}

/** What these bytes spell, if they spell it canonically; with duplicate keys, spaces or broken UTF-8 they do not. */
export function readCanonical(bytes: Uint8Array): object | undefined {
  const value = jsonIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return Buffer.from(canonical(value)).equals(bytes) ? value : undefined
  } catch {
    // A lone surrogate written as an escape parses, and has no canonical form.
    return undefined
  }
}

/** The same of a whole file, which ends with LF. */
export function readCanonicalFile(bytes: Uint8Array): object | undefined {
  return bytes.at(-1) === lineFeed ? readCanonical(bytes.subarray(0, -1)) : undefined
}

/** The same value without lone surrogates, which have no canonical form; a caller's JSON may hold some as escapes. */
export function wellFormed<T>(value: T): T
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(each => wellFormed<unknown>(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]))
}

const lineFeed = 0x0a
