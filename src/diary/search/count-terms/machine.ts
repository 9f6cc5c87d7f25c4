import { countTermsModule } from './module.ts'

/** What count-terms.wat exports; it says what each is. */
export interface CountMachine {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): unknown }
  table: WasmGlobal
  mask: WasmGlobal
  keys: WasmGlobal
  keysEnd: WasmGlobal
  lists: WasmGlobal
  states: WasmGlobal
  pairs: WasmGlobal
  pairCount: WasmGlobal
  document: WasmGlobal
  words: WasmGlobal
  runStart: WasmGlobal
  runEnd: WasmGlobal
  runIsForeign: WasmGlobal
  add(term: number): void
  /** Null where WebAssembly cannot be run. */
  count: ((from: number, to: number) => number) | null
  learn(at: number, length: number, words: number, terms: number, list: number): void
  takeOver(table: number, places: number): void
}

interface WasmGlobal {
  value: number
}

interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: CountMachine }
}

let module: object | null | undefined

export function startMachine(): CountMachine {
  // The types of Node do not name what every Node has.
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyApi }
  if (module === undefined) module = compile(WebAssembly)
  return module && WebAssembly ? new WebAssembly.Instance(module).exports : new PlainMachine()
}

function compile(api: WebAssemblyApi | undefined): object | null {
  try {
    return api ? new api.Module(Buffer.from(countTermsModule, 'base64')) : null
  } catch {
    return null
  }
}

/** Counts terms where nothing can be looked up: every run is made into terms each time. */
export class PlainMachine implements CountMachine {
  readonly table = { value: 0 }
  readonly mask = { value: 0 }
  readonly keys = { value: 0 }
  readonly keysEnd = { value: 0 }
  readonly lists = { value: 0 }
  readonly states = { value: 0 }
  readonly pairs = { value: 0 }
  readonly pairCount = { value: 0 }
  readonly document = { value: 0 }
  readonly words = { value: 0 }
  readonly runStart = { value: 0 }
  readonly runEnd = { value: 0 }
  readonly runIsForeign = { value: 0 }
  readonly count = null
  readonly memory: CountMachine['memory']
  #numbers: Int32Array

  constructor() {
    let numbers = new Int32Array(256 * 1024)
    const memory = {
      buffer: numbers.buffer,
      grow: (pages: number) => {
        const larger = new Int32Array(numbers.length + pages * 16 * 1024)
        larger.set(numbers)
        numbers = larger
        this.#numbers = larger
        memory.buffer = larger.buffer
      },
    }
    this.memory = memory
    this.#numbers = numbers
  }

  add(term: number): void {
    const numbers = this.#numbers
    const state = this.states.value / 4 + term * 2
    const pairs = this.pairs.value / 4
    if (numbers[state] === this.document.value) {
      const pair = pairs + (numbers[state + 1] ?? 0)
      if (((numbers[pair] ?? 0) & 255) !== 255) numbers[pair] = (numbers[pair] ?? 0) + 1
      return
    }
    numbers[pairs + this.pairCount.value] = term * 256 + 1
    numbers[state] = this.document.value
    numbers[state + 1] = this.pairCount.value++
  }

  learn(): void {}

  takeOver(): void {}
}
