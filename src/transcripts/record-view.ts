import { isObject, type TranscriptRecord } from './record.ts'

/** A key that is asked of many records, with the bytes it has in a file. */
export interface MemberKey {
  name: string
  bytes: Uint8Array
}

export function memberKey(name: string): MemberKey {
  return { name, bytes: new TextEncoder().encode(name) }
}

/** A record that can be asked for a few of its members without being read as a whole. Good until the next line. */
export interface RecordView {
  /** The string under a key. */
  text(key: MemberKey): string | undefined
  isTrue(key: MemberKey): boolean
  isObject(key: MemberKey): boolean
  /** The string under a key of the object under a key. */
  textIn(outer: MemberKey, key: MemberKey): string | undefined
  record(): TranscriptRecord
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

  record(): TranscriptRecord {
    return this.#record
  }
}
