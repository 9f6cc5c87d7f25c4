import { type Line, parseLine } from '../lines.ts'
import { isObject, type TranscriptRecord } from '../record.ts'
import type { RecordMarks } from '../record-marks.ts'
import type { MemberKey, RecordView } from '../record-view.ts'
import { parseTimestamp, timestampIn } from '../timestamp.ts'
import { longStringSize, malformed, memberSize, type ScanMachine, scanMachine, unsure } from './machine.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
const brace = 0x7b

/**
 * Looks at a line without parsing it. Null when it holds no JSON object; 'unsure' when only parsing can tell. There is
 * one view per thread, so a view is good until the next look.
 */
export function glanceAt(line: Line, holder: Buffer, levels: 1 | 2): RecordView | null | 'unsure' {
  const machine = scanMachine()
  const from = machine ? placeOf(machine, line, holder) : -1
  if (!machine || from < 0) return 'unsure'
  const start = line.number === 1 && holder.indexOf(byteOrderMark, line.from) === line.from ? from + 3 : from
  const count = machine.scan(start, from + line.size, levels)
  if (count === malformed) return null
  if (count === unsure) return 'unsure'
  view ??= new ScannedRecord(machine)
  return view.of(line, count, start, from + line.size)
}

const byteOrderMark = Buffer.from('\ufeff')
let view: ScannedRecord | undefined

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
  #count = 0
  /** Where the machine sees the line. */
  #start = 0
  #end = 0
  #record: TranscriptRecord | undefined

  constructor(machine: ScanMachine) {
    this.#machine = machine
  }

  of(line: Line, count: number, start: number, end: number): this {
    this.#line = line
    this.#count = count
    this.#start = start
    this.#end = end
    this.#record = undefined
    return this
  }

  text(key: MemberKey): string | undefined {
    return this.#textOf(this.#find(key, -1), key)
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
    const { members, memory } = this.#machine
    const [from, to] = [(members[member * memberSize + 2] ?? 0) + 1, (members[member * memberSize + 3] ?? 0) - 1]
    return timestampIn(memory, from, to) ?? parseTimestamp(this.#textOf(member, key))
  }

  mark(key: MemberKey, marks: RecordMarks, at: number): void {
    const member = this.#find(key, -1)
    if (member < 0 || this.#firstByte(member) !== quote) return
    const { members, memory } = this.#machine
    const [from, to] = [(members[member * memberSize + 2] ?? 0) + 1, (members[member * memberSize + 3] ?? 0) - 1]
    if (!marks.addPlain(memory, from, to, at)) marks.add(this.#textOf(member, key) ?? '', at)
  }

  record(): TranscriptRecord {
    if (!this.#record) {
      const bytes = this.#line?.bytes
      // What the scanner accepts can be parsed.
      this.#record = (bytes && parseLine(bytes, this.#line?.number === 1)) ?? {}
    }
    return this.#record
  }

  recordWithout(keys: readonly MemberKey[], holder?: MemberKey, inside: readonly MemberKey[] = []): TranscriptRecord {
    const { memory, members, longStrings } = this.#machine
    const member = holder ? this.#find(holder, -1) : -1
    const [from, to] =
      member < 0 ? [0, 0] : [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
    let json = ''
    let at = this.#start
    const stop = this.#machine.longStringCount() * longStringSize
    for (let i = 0; i < stop; i += longStringSize) {
      const key = longStrings[i] ?? 0
      const keyEnd = longStrings[i + 1] ?? 0
      const value = longStrings[i + 2] ?? 0
      const isLeftOut =
        this.#isOneOf(keys, key, keyEnd) || (value > from && value < to && this.#isOneOf(inside, key, keyEnd))
      if (!isLeftOut) continue
      json += `${memory.toString('utf8', at, value)}""`
      at = longStrings[i + 3] ?? 0
    }
    if (at === this.#start) return this.record()
    const record: unknown = JSON.parse(json + memory.toString('utf8', at, this.#end))
    return isObject(record) ? record : {}
  }

  #isOneOf(keys: readonly MemberKey[], from: number, to: number): boolean {
    const { memory } = this.#machine
    for (const { bytes } of keys) if (bytes.length === to - from && isAt(memory, from, bytes)) return true
    return false
  }

  /** The last member of that name inside another (-1: of the record itself), or -1. */
  #find({ bytes }: MemberKey, holder: number): number {
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

  #textOf(member: number, { recent }: MemberKey): string | undefined {
    if (member < 0 || this.#firstByte(member) !== quote) return undefined
    const { members, memory } = this.#machine
    const [from, to] = [members[member * memberSize + 2] ?? 0, members[member * memberSize + 3] ?? 0]
    const known = recent?.find(memory, from, to)
    if (known !== undefined) return known
    const text = decoded(memory.toString('utf8', from, to))
    recent?.keep(memory, from, to, text)
    return text
  }
}

function isAt(memory: Buffer, from: number, bytes: Uint8Array): boolean {
  let i = 0
  while (i < bytes.length && memory[from + i] === bytes[i]) i++
  return i === bytes.length
}

/** What a JSON string says. */
function decoded(json: string): string {
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1)
}
