import { isObject, type TranscriptRecord } from './record.ts'
import type { RecordMarks } from './record-marks.ts'
import { parseTimestamp } from './timestamp.ts'

/** A key that is asked of many records, with the bytes it has in a file. */
export interface MemberKey {
  name: string
  bytes: Uint8Array
  /** Texts it had before, where they come again and again. */
  recent: RecentTexts | null
}

export function memberKey(name: string): MemberKey {
  return { name, bytes: new TextEncoder().encode(name), recent: null }
}

/** A key with few different texts, as types and branches are: those need not be made anew for every record. */
export function recurringKey(name: string): MemberKey {
  return { ...memberKey(name), recent: new RecentTexts() }
}

/** A record that can be asked for a few of its members without being read as a whole. Good until the next line. */
export interface RecordView {
  /** The string under a key. */
  text(key: MemberKey): string | undefined
  has(key: MemberKey): boolean
  isTrue(key: MemberKey): boolean
  isObject(key: MemberKey): boolean
  /** The string under a key of the object under a key. */
  textIn(outer: MemberKey, key: MemberKey): string | undefined
  /** The instant the string under a key names, or null. */
  instant(key: MemberKey): number | null
  /** Adds the string under a key, if there is one, as the id of a record of that time. */
  mark(key: MemberKey, marks: RecordMarks, at: number): void
  record(): TranscriptRecord
  /** Whether an object in it, however deep, may have a member named `text`; and one named `is_error` that is true. */
  hasKeyText(): boolean
  hasError(): boolean
  /** The value under a key of the object under a key, in which long texts may be empty or shortened as below. */
  valueIn(outer: MemberKey, key: MemberKey, emptied?: readonly MemberKey[], shortened?: readonly MemberKey[]): unknown
  /**
   * The record, in which long texts may be empty: those under some keys, and those under others inside one member. Those
   * under `shortened` are shortened as answers of tools are (`short-answer.ts`).
   */
  recordWithout(
    keys: readonly MemberKey[],
    holder?: MemberKey,
    inside?: readonly MemberKey[],
    shortened?: readonly MemberKey[],
  ): TranscriptRecord
}

/** The view of a record that was read after all. */
export class ParsedRecord implements RecordView {
  readonly #record: TranscriptRecord

  constructor(record: TranscriptRecord) {
    this.#record = record
  }

  text({ name }: MemberKey): string | undefined {
    const value = this.#record[name]
    return typeof value === 'string' ? value : undefined
  }

  has({ name }: MemberKey): boolean {
    return this.#record[name] !== undefined
  }

  isTrue({ name }: MemberKey): boolean {
    return this.#record[name] === true
  }

  isObject({ name }: MemberKey): boolean {
    return isObject(this.#record[name])
  }

  textIn(outer: MemberKey, { name }: MemberKey): string | undefined {
    const holder = this.#record[outer.name]
    const value = isObject(holder) ? holder[name] : undefined
    return typeof value === 'string' ? value : undefined
  }

  instant(key: MemberKey): number | null {
    return parseTimestamp(this.text(key))
  }

  mark(key: MemberKey, marks: RecordMarks, at: number): void {
    const id = this.text(key)
    if (id !== undefined) marks.add(id, at)
  }

  record(): TranscriptRecord {
    return this.#record
  }

  hasKeyText(): boolean {
    return true
  }

  hasError(): boolean {
    return true
  }

  valueIn(outer: MemberKey, { name }: MemberKey): unknown {
    const holder = this.#record[outer.name]
    return isObject(holder) ? holder[name] : undefined
  }

  recordWithout(): TranscriptRecord {
    return this.#record
  }
}

/** Texts by the bytes they were made from; a few of them, each in the one place its bytes lead to. */
class RecentTexts {
  readonly #texts: string[] = []
  readonly #bytes: Uint8Array[] = []

  /** The text made from the same bytes, if it is still here. */
  find(memory: Uint8Array, from: number, to: number): string | undefined {
    const known = this.#bytes[place(memory, from, to)]
    if (known?.length !== to - from) return undefined
    for (let i = known.length - 1; i >= 0; i--) if (known[i] !== memory[from + i]) return undefined
    return this.#texts[place(memory, from, to)]
  }

  keep(memory: Uint8Array, from: number, to: number, text: string): void {
    if (to - from > maxTypeLength) return
    // A slice of a Buffer shares its memory, and this memory is written to again.
    this.#bytes[place(memory, from, to)] = Uint8Array.from(memory.subarray(from, to))
    this.#texts[place(memory, from, to)] = text
  }
}

const maxTypeLength = 256

/** Of 32 places; types differ in their length, their last letter or the one in their middle. */
function place(memory: Uint8Array, from: number, to: number): number {
  return ((to - from) * 7 + (memory[to - 1] ?? 0) * 3 + (memory[(from + to) >> 1] ?? 0)) & 31
}
