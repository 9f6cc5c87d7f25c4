import { isObject, type TranscriptRecord } from '../record.ts'

/** The object that a stored value holds, written out as text or not; null where it holds none. */
export function objectIn(value: unknown): TranscriptRecord | null {
  if (isObject(value)) return value
  if (typeof value !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}
