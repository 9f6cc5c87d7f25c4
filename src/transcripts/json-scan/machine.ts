import { jsonScanModule } from './module.ts'

/** The JSON scanner of a thread, with the memory it can look into. */
export interface ScanMachine {
  memory: Buffer
  /** Where files are read to, so that their lines need not be copied. */
  chunk: Buffer
  /** Where other lines are copied to. */
  scratch: Buffer
  members: Int32Array
  /** `levels` of members are noted. Gives their number, or one of the verdicts below. */
  scan(from: number, to: number, levels: number): number
  /** The long strings that the last scan noted, wherever they stood. */
  longStrings: Int32Array
  longStringCount(): number
}

export const unsure = -1
export const malformed = -2

/** Numbers per member: where its key and value begin and end, and the member it lies in. */
export const memberSize = 5
/** Numbers per long string: where its key and the string itself begin and end. */
export const longStringSize = 4

const chunkSize = 256 * 1024
const membersAt = 4096
const mostMembers = 600
const textAt = 16640
const longStringsAt = 647_168
const mostLongStrings = 512
/** The scanner looks at sixteen bytes at once, also near the end. */
const margin = 32

interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
  ) => { exports: { memory: { buffer: ArrayBuffer }; scan: ScanMachine['scan']; noted: { value: number } } }
}

let machine: ScanMachine | null | undefined

/** The thread's own scanner; null where the platform cannot run it, and everything has to be parsed. */
export function scanMachine(): ScanMachine | null {
  if (machine === undefined) machine = started()
  return machine
}

function started(): ScanMachine | null {
  try {
    // The types of Node do not name what every Node has.
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
    const { memory, scan, noted } = new Instance(new Module(Buffer.from(jsonScanModule, 'base64'))).exports
    const bytes = Buffer.from(memory.buffer)
    return {
      memory: bytes,
      chunk: bytes.subarray(textAt, textAt + chunkSize),
      scratch: bytes.subarray(textAt + chunkSize, longStringsAt - margin),
      members: new Int32Array(memory.buffer, membersAt, mostMembers * memberSize),
      scan,
      longStrings: new Int32Array(memory.buffer, longStringsAt, mostLongStrings * longStringSize),
      longStringCount: () => noted.value,
    }
  } catch {
    return null
  }
}
