import { jsonScanModule } from './module.ts'

/** What json-scan.as exports; it says what each is. */
interface ScanExports {
  memory: { buffer: ArrayBuffer }
  scan(from: number, to: number, levels: number): number
  noted: WasmGlobal
  signs: WasmGlobal
  want(key: number, size: number, slot: number): void
  find(from: number, to: number): number
  keep(from: number, to: number): number
  lineFeed(from: number, to: number): number
  instant(from: number): number
  hashId(from: number, to: number): number
  idLow: WasmGlobal
  idHigh: WasmGlobal
}

interface WasmGlobal {
  value: number
}

/** The JSON scanner of a thread, with the memory it can look into. */
export interface ScanMachine extends Omit<ScanExports, 'memory'> {
  memory: Buffer
  /** Where files are read to, so that their lines need not be copied; false while a file is read. */
  chunk: Buffer
  isChunkFree: boolean
  /** Where other lines are copied to. */
  scratch: Buffer
  members: Int32Array
  slots: Int32Array
  longStrings: Int32Array
  /** Texts of recurring keys, by the number the scanner keeps them by. */
  texts: string[]
  /** How many keys the scanner was told. */
  told: number
}

export const unsure = -1
export const malformed = -2

/** Numbers per member: where its key and value begin and end, and the member it is in. */
export const memberSize = 5
/** Numbers per long string: where its key and the string itself begin and end. */
export const longStringSize = 4

/** As in json-scan.as, like the places below. */
export const slotsInside = 64
const chunkSize = 512 * 1024
const membersAt = 4096
const maxMembers = 600
const textAt = 16_640
const slotsAt = 550_912
/** A key is put here to be told. */
export const keyAt = 640_960
const longStringsAt = 647_168
const maxLongStrings = 512
/** From here on there is room for every line that is no `largeLine`. */
const longTextAt = 655_360
/** The scanner looks at sixteen bytes at once, also near the end. */
const margin = 32

interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: ScanExports }
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
    const exports = new Instance(new Module(Buffer.from(jsonScanModule, 'base64'))).exports
    const { buffer } = exports.memory
    const bytes = Buffer.from(buffer)
    return {
      ...exports,
      memory: bytes,
      chunk: bytes.subarray(textAt, textAt + chunkSize),
      isChunkFree: true,
      scratch: bytes.subarray(longTextAt, bytes.length - margin),
      members: new Int32Array(buffer, membersAt, maxMembers * memberSize),
      slots: new Int32Array(buffer, slotsAt, 2 * slotsInside),
      longStrings: new Int32Array(buffer, longStringsAt, maxLongStrings * longStringSize),
      texts: [],
      told: 0,
    }
  } catch {
    return null
  }
}

/** Where the next line feed of a chunk is, or -1; Buffer.indexOf takes as long to be called as it takes to find a line's end. */
export function lineFeedIn(chunk: Buffer, from: number): number {
  if (!machine || chunk.buffer !== machine.memory.buffer) return chunk.indexOf(0x0a, from)
  const found = machine.lineFeed(chunk.byteOffset + from, chunk.byteOffset + chunk.length) - chunk.byteOffset
  return found < chunk.length ? found : -1
}
