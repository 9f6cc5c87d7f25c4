import type { Line } from '../lines.ts'
import { isObject, type TranscriptRecord } from '../record.ts'
import type { RecordMarks } from '../record-marks.ts'
import { keysWithSlots, type MemberKey, type RecordView } from '../record-view.ts'
import { shortAnswer } from '../short-answer.ts'
import { parseTimestamp } from '../timestamp.ts'
import {
  keyAt,
  longStringSize,
  malformed,
  memberSize,
  type ScanMachine,
  scanMachine,
  slotsInside,
  unsure,
} from './machine.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
const brace = 0x7b
/** A timestamp with its quotes, as json-scan.as reads it. */
const timestampSize = 26

/** The one view of a thread; a new look replaces the last. */
let view: ScannedRecord | undefined

/**
 * Looks at a line without parsing it. Null when it holds no JSON object; 'unsure' when only parsing can decide. There is
 * one view per thread, so a view is good until the next look.
 */
export function glanceAt(line: Line, holder: Buffer, levels: 1 | 2): RecordView | null | 'unsure' {
  const machine = scanMachine()
  const from = machine ? placeOf(machine, line, holder) : -1
  if (!machine || from < 0) return 'unsure'
  if (machine.told < keysWithSlots.length) tellKeys(machine)
  const start = line.number === 1 && holder.indexOf(byteOrderMark, line.from) === line.from ? from + 3 : from
  const count = machine.scan(start, from + line.size, levels)
  if (count === malformed) return null
  if (count === unsure) return 'unsure'
  view ??= new ScannedRecord(machine)
  return view.of(line, levels, count, start, from + line.size)
}

/** Members of these names are found at once from now on. */
function tellKeys(machine: ScanMachine): void {
  for (; machine.told < keysWithSlots.length; machine.told++) {
    const key = keysWithSlots[machine.told] ?? new Uint8Array()
    machine.memory.set(key, keyAt)
    machine.want(keyAt, key.length, machine.told)
  }
}

/** The view of the line that was looked at last, if it is this one and has as many levels of members. */
export function lastGlance(line: Line, levels: 1 | 2): RecordView | undefined {
  return view?.isOf(line, levels) ? view : undefined
}

const byteOrderMark = Buffer.from('\ufeff')

/** Where the machine can see the line, followed by a line end; -1 when it is too long to be put there. */
function placeOf(machine: ScanMachine, { from, size }: Line, holder: Buffer): number {
  const { memory, scratch } = machine
  const place = holder.byteOffset + from
  if (holder.buffer === memory.buffer) {
    const next = memory[place + size]
    if (next === lineFeed || next === carriageReturn) return place
  }
  if (size >= scratch.length) return -1
  holder.copy(scratch, 0, from, from + size)
  scratch[size] = lineFeed
  return scratch.byteOffset
}

class ScannedRecord implements RecordView {
  readonly #machine: ScanMachine
  #line: Line | undefined
  #levels = 1
  #count = 0
  /** Where the machine sees the line. */
  #start = 0
  #end = 0
  #record: TranscriptRecord | undefined

  constructor(machine: ScanMachine) {
    this.#machine = machine
  }

  of(line: Line, levels: 1 | 2, count: number, start: number, end: number): this {
    this.#line = line
    this.#levels = levels
    this.#count = count
    this.#start = start
    this.#end = end
    this.#record = undefined
    return this
  }

  /** Whether it is of a line, with as many levels of members. */
  isOf(line: Line, levels: 1 | 2): boolean {
    return this.#line === line && this.#levels >= levels
  }

  hasKeyText(): boolean {
    return (this.#machine.signs.value & 1) !== 0
  }

  hasError(): boolean {
    return (this.#machine.signs.value & 2) !== 0
  }

  hasProgress(): boolean {
    return (this.#machine.signs.value & 4) !== 0
  }

  text(key: MemberKey): string | undefined {
    return this.#textOf(this.#find(key, -1), key)
  }

  has(key: MemberKey): boolean {
    return this.#find(key, -1) >= 0
  }

  isTrue(key: MemberKey): boolean {
    const member = this.#find(key, -1)
    // No other value of a sound record begins with this letter.
    return member >= 0 && this.#firstByte(member) === 0x74
  }

  isObject(key: MemberKey): boolean {
    const member = this.#find(key, -1)
    return member >= 0 && this.#firstByte(member) === brace
  }

  textIn(outer: MemberKey, key: MemberKey): string | undefined {
    const holder = this.#find(outer, -1)
    return holder < 0 ? undefined : this.#textOf(this.#find(key, holder), key)
  }

  instant(key: MemberKey): number | null {
    const member = this.#find(key, -1)
    if (member < 0 || this.#firstByte(member) !== quote) return null
    const { members, instant } = this.#machine
    const [from, to] = [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
    const at = to - from === timestampSize ? instant(from + 1) : Number.NaN
    return Number.isNaN(at) ? parseTimestamp(this.#textOf(member, key)) : at
  }

  mark(key: MemberKey, marks: RecordMarks, at: number): void {
    const member = this.#find(key, -1)
    if (member < 0 || this.#firstByte(member) !== quote) return
    const { members, hashId, idLow, idHigh } = this.#machine
    const [from, to] = [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
    if (hashId(from + 1, to - 1) === 1) marks.addHash(idLow.value, idHigh.value, at)
    else marks.add(this.#textOf(member, key) ?? '', at)
  }

  record(): TranscriptRecord {
    if (!this.#record) {
      // What the scanner accepts can be parsed.
      this.#record = this.#line?.record() ?? {}
    }
    return this.#record
  }

  recordWithout(
    keys: readonly MemberKey[],
    holder?: MemberKey,
    inside: readonly MemberKey[] = [],
    shortened: readonly MemberKey[] = [],
  ): TranscriptRecord {
    const [from, to] = holder ? this.#placeOf(this.#find(holder, -1)) : [0, 0]
    const json = this.#jsonBetween(this.#start, this.#end, keys, shortened, inside, from, to)
    if (json === null) return this.record()
    const record: unknown = JSON.parse(json)
    return isObject(record) ? record : {}
  }

  valueIn(
    outer: MemberKey,
    key: MemberKey,
    emptied: readonly MemberKey[] = [],
    shortened: readonly MemberKey[] = [],
  ): unknown {
    const holder = this.#find(outer, -1)
    const member = holder < 0 ? -1 : this.#find(key, holder)
    if (member < 0) return undefined
    const [from, to] = this.#placeOf(member)
    const json = this.#jsonBetween(from, to, emptied, shortened)
    const read = json === null ? this.#record?.[outer.name] : undefined
    if (isObject(read)) return read[key.name]
    return JSON.parse(json ?? this.#machine.memory.toString('utf8', from, to))
  }

  /** What is written from one place to another with some long texts replaced; null where none is. */
  #jsonBetween(
    start: number,
    end: number,
    emptied: readonly MemberKey[],
    shortened: readonly MemberKey[],
    inside: readonly MemberKey[] = [],
    from = 0,
    to = 0,
  ): string | null {
    const { memory, longStrings } = this.#machine
    let json = ''
    let at = start
    const stop = this.#machine.noted.value * longStringSize
    for (let i = 0; i < stop; i += longStringSize) {
      const key = longStrings[i] ?? 0
      const keyEnd = longStrings[i + 1] ?? 0
      const value = longStrings[i + 2] ?? 0
      const valueEnd = longStrings[i + 3] ?? 0
      if (value < start || valueEnd > end) continue
      const isLeftOut =
        this.#isOneOf(emptied, key, keyEnd) || (value > from && value < to && this.#isOneOf(inside, key, keyEnd))
      const isShortened = !isLeftOut && this.#isOneOf(shortened, key, keyEnd)
      const replacement = isLeftOut ? '""' : isShortened ? shortAnswer(memory, value, valueEnd) : null
      if (replacement === null) continue
      json += at === value ? replacement : memory.toString('utf8', at, value) + replacement
      at = valueEnd
    }
    return at === start ? null : json + memory.toString('utf8', at, end)
  }

  /** Where the value of a member begins and ends. */
  #placeOf(member: number): [from: number, to: number] {
    const { members } = this.#machine
    return member < 0 ? [0, 0] : [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
  }

  #isOneOf(keys: readonly MemberKey[], from: number, to: number): boolean {
    const { memory } = this.#machine
    for (const { bytes } of keys) if (bytes.length === to - from && isAt(memory, from, bytes)) return true
    return false
  }

  /** The last member of that name inside another (-1: of the record itself), or -1. */
  #find({ bytes, slot }: MemberKey, holder: number): number {
    const { members, slots, told } = this.#machine
    // A key that was made since the look has to be searched for, as one without a slot.
    if (slot >= 0 && slot < told) {
      const found = slots[holder < 0 ? slot : slot + slotsInside] ?? -1
      if (found < 0 || members[found * memberSize + 4] === holder) return found
    }
    return this.#search(bytes, holder)
  }

  #search(bytes: Uint8Array, holder: number): number {
    const { members, memory } = this.#machine
    for (let member = this.#count - 1; member >= 0; member--) {
      const at = member * memberSize
      const from = members[at] ?? 0
      if ((members[at + 1] ?? 0) - from !== bytes.length || members[at + 4] !== holder) continue
      if (isAt(memory, from, bytes)) return member
    }
    return -1
  }

  #firstByte(member: number): number | undefined {
    const { members, memory } = this.#machine
    return memory[members[member * memberSize + 2] ?? 0]
  }

  #textOf(member: number, { isRecurring }: MemberKey): string | undefined {
    if (member < 0 || this.#firstByte(member) !== quote) return undefined
    const { members, memory, texts, find, keep } = this.#machine
    const [from, to] = [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
    if (!isRecurring) return decodeString(memory.toString('utf8', from, to))
    const known = find(from, to)
    if (known >= 0) return texts[known]
    const text = decodeString(memory.toString('utf8', from, to))
    const kept = keep(from, to)
    if (kept >= 0) texts[kept] = text
    return text
  }
}

function isAt(memory: Buffer, from: number, bytes: Uint8Array): boolean {
  let i = 0
  while (i < bytes.length && memory[from + i] === bytes[i]) i++
  return i === bytes.length
}

/** What a JSON string says. */
function decodeString(json: string): string {
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1)
}
