import { isObject, itemsIn } from '../kernel/json.ts'

/** One line of a transcript that is a JSON object. Its values are looked up exactly and never trusted to have a shape. */
export type TranscriptRecord = { readonly [key: string]: unknown }

/** A line of a turn: its record, or null where the line is not a JSON object or too long to be read. */
export interface TurnLine {
  number: number
  record: TranscriptRecord | null
}

export { isObject }

/** The object under a key, or undefined when it is absent or not an object. */
export function objectAt(record: TranscriptRecord | undefined, key: string): TranscriptRecord | undefined {
  const value = record?.[key]
  return isObject(value) ? value : undefined
}

export function textAt(record: TranscriptRecord | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' ? value : undefined
}

/** The string under a key when it is more than white space. */
export function wordsAt(record: TranscriptRecord | undefined, key: string): string | undefined {
  const value = textAt(record, key)
  return value !== undefined && value.trim() !== '' ? value : undefined
}

export function listAt(record: TranscriptRecord | undefined, key: string): readonly unknown[] {
  const value = record?.[key]
  return itemsIn(value)
}

/** The texts of those parts of a message that have one. */
export function textsOf(parts: readonly unknown[]): string[] {
  return parts.flatMap(part => (isObject(part) ? (textAt(part, 'text') ?? []) : []))
}

/** The text between `<tag>` and `</tag>`; null where one of them is missing. */
export function insideTag(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start)
  return end < 0 ? null : text.slice(start + tag.length + 2, end)
}

export function numberAt(record: TranscriptRecord | undefined, key: string): number | undefined {
  const value = record?.[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
