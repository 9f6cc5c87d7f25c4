import type { Line } from '../lines.ts'
import { isObject, type TranscriptRecord } from '../record.ts'
import type { RecordMarks } from '../record-marks.ts'
import type { MemberKey, RecordView } from '../record-view.ts'
import { shortAnswer } from '../short-answer.ts'
import { parseTimestamp, timestampIn } from '../timestamp.ts'
import { jsonScanModule } from './module.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
const brace = 0x7b

/**
 * Looks at a line without parsing it. Null when it holds no JSON object; 'unsure' when only parsing can decide. There is
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
  return machine.view.of(line, levels, count, start, from + line.size)
}

/** The view of the line that was looked at last, if it is this one and has as many levels of members. */
export function lastGlance(line: Line, levels: 1 | 2): RecordView | undefined {
  return machine?.view.isOf(line, levels) ? machine.view : undefined
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
  readonly #machine: Omit<ScanMachine, 'view'>
  #line: Line | undefined
  #levels = 1
  #count = 0
  /** Where the machine sees the line. */
  #start = 0
  #end = 0
  #record: TranscriptRecord | undefined

  constructor(machine: Omit<ScanMachine, 'view'>) {
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
    return this.#machine.signs() % 2 === 1
  }

  hasError(): boolean {
    return this.#machine.signs() >= 2
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
    const stop = this.#machine.longStringCount() * longStringSize
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
    const text = decodeString(memory.toString('utf8', from, to))
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
function decodeString(json: string): string {
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1)
}

/** The JSON scanner of a thread, with the memory it can look into. */
interface ScanMachine {
  memory: Buffer
  /** Where files are read to, so that their lines need not be copied; false while a file is read. */
  chunk: Buffer
  isChunkFree: boolean
  /** Where other lines are copied to. */
  scratch: Buffer
  members: Int32Array
  /** `levels` of members are noted. Gives their number, or one of the verdicts below. */
  scan(from: number, to: number, levels: number): number
  /** The long strings that the last scan noted, wherever they were. */
  longStrings: Int32Array
  longStringCount(): number
  /** 1 for a member named `text`, 2 for one named `is_error` that is true, wherever they were; 3 for both. */
  signs(): number
  /** The one view of a line; a new look replaces the last. */
  view: ScannedRecord
}

const unsure = -1
const malformed = -2

/** Numbers per member: where its key and value begin and end, and the member it is in. */
const memberSize = 5
/** Numbers per long string: where its key and the string itself begin and end. */
const longStringSize = 4

const chunkSize = 256 * 1024
const membersAt = 4096
const maxMembers = 600
const textAt = 16640
const longStringsAt = 647_168
const maxLongStrings = 512
/** From here on there is room for every line that is no `largeLine`. */
const longTextAt = 655_360
/** The scanner looks at sixteen bytes at once, also near the end. */
const margin = 32

interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
  ) => {
    exports: {
      memory: { buffer: ArrayBuffer }
      scan: ScanMachine['scan']
      noted: { value: number }
      signs: { value: number }
    }
  }
}

/**
 * Made with the first line a thread reads. It belongs to the thread and to no app: the compiled module and its memory
 * take part in every reading of the thread, and worker threads have no app.
 */
let machine: ScanMachine | null | undefined

/** The thread's own scanner; null where the platform cannot run it, and everything has to be parsed. */
export function scanMachine(): ScanMachine | null {
  if (machine === undefined) machine = startMachine()
  return machine
}

function startMachine(): ScanMachine | null {
  try {
    // The types of Node do not name what every Node has.
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
    const { memory, scan, noted, signs } = new Instance(new Module(Buffer.from(jsonScanModule, 'base64'))).exports
    const bytes = Buffer.from(memory.buffer)
    const parts = {
      memory: bytes,
      chunk: bytes.subarray(textAt, textAt + chunkSize),
      isChunkFree: true,
      scratch: bytes.subarray(longTextAt, bytes.length - margin),
      members: new Int32Array(memory.buffer, membersAt, maxMembers * memberSize),
      scan,
      longStrings: new Int32Array(memory.buffer, longStringsAt, maxLongStrings * longStringSize),
      longStringCount: () => noted.value,
      signs: () => signs.value,
    }
    return Object.assign(parts, { view: new ScannedRecord(parts) })
  } catch {
    return null
  }
}
