import { isObject, type TranscriptRecord } from './record.ts'
import type { RecordMarks } from './record-marks.ts'
import { parseTimestamp } from './timestamp.ts'

/** A key that is asked of many records, with the bytes it has in a file. */
export interface MemberKey {
  name: string
  bytes: Uint8Array
  /** Where a scanner notes the members of that name; -1 for a key that has to be searched for. */
  slot: number
  /** Its texts are few and come again, as types and branches do: those need not be made anew for every record. */
  isRecurring: boolean
}

export function memberKey(name: string): MemberKey {
  const bytes = new TextEncoder().encode(name)
  return { name, bytes, slot: slotOf(name, bytes), isRecurring: false }
}

export function recurringKey(name: string): MemberKey {
  return { ...memberKey(name), isRecurring: true }
}

/** The keys that have slots, which every scanner of a thread is told; keys are made when modules are loaded. */
export const keysWithSlots: Uint8Array[] = []
const slots = new Map<string, number>()
const mostSlots = 64
const longestKey = 40

function slotOf(name: string, bytes: Uint8Array): number {
  const known = slots.get(name)
  if (known !== undefined) return known
  if (keysWithSlots.length === mostSlots || bytes.length === 0 || bytes.length > longestKey) return -1
  slots.set(name, keysWithSlots.length)
  return keysWithSlots.push(bytes) - 1
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
  /** Whether one of its strings may be `agent_progress`. */
  hasProgress(): boolean
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

  hasProgress(): boolean {
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
