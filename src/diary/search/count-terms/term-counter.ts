import { termsOfRun } from '../../../query/identifier-terms.ts'
import { eachRun } from '../../../query/term-runs.ts'
import { type CountMachine, startMachine } from './machine.ts'

/**
 * Counts the terms of documents, one after the other. A run of letters is made into terms when it is seen for the first
 * time; after that it is looked up by its bytes, in the memory of a WebAssembly module.
 */
export class TermCounter {
  readonly #machine: CountMachine
  readonly #ids = new Map<string, number>()
  readonly #names: string[] = []
  #bytes: Buffer
  #words: Int32Array
  /** What of the memory is given away. */
  #used = firstPlace
  #text: Region
  #table: Region
  #keys: Region
  #lists: Region
  #states: Region
  #pairs: Region
  #runs = 0
  #listsEnd = 0

  constructor(machine = startMachine()) {
    this.#machine = machine
    const { memory } = machine
    this.#bytes = Buffer.from(memory.buffer)
    this.#words = new Int32Array(memory.buffer)
    this.#text = this.#region(64 * 1024)
    this.#table = this.#region(4096 * runSize)
    this.#keys = this.#region(16 * 1024)
    this.#lists = this.#region(16 * 1024)
    this.#states = this.#region(4096 * stateSize)
    this.#pairs = this.#region(64 * 1024)
    this.#tellPlaces()
  }

  /** The terms that were ever counted, by their numbers. */
  get names(): readonly string[] {
    return this.#names
  }

  get memorySize(): number {
    return this.#bytes.length
  }

  /** How many pairs of a term and a document there are; those of a document follow each other. */
  get pairCount(): number {
    return this.#machine.pairCount.value
  }

  /** Each pair as a number: the term times 256, and how often the document has it. Good until more is counted. */
  pairs(): Int32Array {
    return this.#words.subarray(this.#pairs.place / 4, this.#pairs.place / 4 + this.pairCount)
  }

  /** What is counted from now on belongs to another document, which is numbered from 1. */
  begin(document: number): void {
    this.#machine.document.value = document
  }

  /** Forgets all pairs from one on, but no term. */
  dropFrom(pair: number): void {
    this.#machine.pairCount.value = pair
    this.#bytes.fill(0, this.#states.place, this.#states.place + this.#names.length * stateSize)
  }

  term(name: string): void {
    this.#needPairs(1)
    this.#machine.add(this.#termId(name))
  }

  /** Counts the terms of a text, and answers how many words it has. */
  text(text: string): number {
    const machine = this.#machine
    if (!machine.count) {
      this.#needPairs(text.length * 3)
      return this.#foreign(text)
    }
    const end = this.#write(text)
    this.#needPairs(end - this.#text.place)
    machine.words.value = 0
    let words = 0
    for (let at = this.#text.place; machine.count(at, end) === 0; ) {
      const [from, to] = [machine.runStart.value, machine.runEnd.value]
      const isForeign = machine.runIsForeign.value === 1
      const run = this.#bytes.toString('utf8', from, to)
      if (isForeign && to - from > longestForeign) {
        words += this.#foreign(run)
        at = to
      } else {
        // What is learnt may move to other places, but the text stays where it is.
        this.#learn(from, to, run, isForeign)
        at = from
      }
    }
    return words + machine.words.value
  }

  /** Puts a text where the machine sees it; zeros follow. */
  #write(text: string): number {
    const most = text.length * 3 + margin
    if (most > this.#text.size) this.#text = this.#region(most * 2)
    const end = this.#text.place + this.#bytes.write(text, this.#text.place)
    this.#bytes.fill(0, end, end + margin)
    return end
  }

  #learn(from: number, to: number, run: string, isForeign: boolean): void {
    const terms: number[] = []
    let words = 0
    const take = (each: string) => {
      words++
      for (const term of termsOfRun(each)) terms.push(this.#termId(term))
      return true
    }
    if (isForeign) eachRun(run, take)
    else take(run)
    const [only] = terms
    this.#needRun(terms.length)
    this.#machine.learn(from, to - from, words, terms.length, terms.length === 1 ? (only ?? 0) : this.#listsEnd)
    this.#runs++
    if (terms.length === 1) return
    this.#words.set(terms, (this.#lists.place + this.#listsEnd) / 4)
    this.#listsEnd += terms.length * 4
  }

  /** A text that is not looked up run by run. */
  #foreign(text: string): number {
    let words = 0
    eachRun(text, run => {
      words++
      for (const term of termsOfRun(run)) this.#machine.add(this.#termId(term))
      return true
    })
    return words
  }

  #termId(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    const id = this.#names.length
    if (id > mostTerms) throw new Error('There are more terms than can be counted at once.')
    this.#ids.set(term, id)
    this.#names.push(term)
    this.#states = this.#atLeast(this.#states, (id + 1) * stateSize, id * stateSize)
    return id
  }

  /** Room for the pairs of a text: no byte of it makes as many as four terms, whatever it is normalised to. */
  #needPairs(bytes: number): void {
    const { value: count } = this.#machine.pairCount
    this.#pairs = this.#atLeast(this.#pairs, (count + bytes * 4 + 4) * 4, count * 4)
  }

  #needRun(terms: number): void {
    const keysEnd = this.#machine.keysEnd.value
    this.#keys = this.#atLeast(this.#keys, keysEnd + longestKey + margin, keysEnd)
    this.#lists = this.#atLeast(this.#lists, this.#listsEnd + terms * 4, this.#listsEnd)
    if ((this.#runs + 1) * runSize * 2 <= this.#table.size) return
    const old = this.#table
    this.#table = this.#region(old.size * 2)
    this.#tellPlaces()
    this.#machine.takeOver(old.place, old.size / runSize)
  }

  /** The region itself, or a larger one with what it holds. */
  #atLeast(region: Region, size: number, used: number): Region {
    if (size <= region.size) return region
    const larger = this.#region(Math.max(size, region.size * 2))
    this.#bytes.copyWithin(larger.place, region.place, region.place + used)
    const places = [region.place, larger.place] as const
    for (const place of [this.#machine.keys, this.#machine.lists, this.#machine.states, this.#machine.pairs]) {
      if (place.value === places[0]) place.value = places[1]
    }
    return larger
  }

  /** Memory that nobody used before, all zero. */
  #region(size: number): Region {
    const region = { place: this.#used, size: Math.ceil(size / runSize) * runSize }
    this.#used += region.size
    const missing = this.#used + margin - this.#bytes.length
    if (missing > 0) {
      const { memory } = this.#machine
      memory.grow(Math.ceil(missing / pageSize))
      this.#bytes = Buffer.from(memory.buffer)
      this.#words = new Int32Array(memory.buffer)
    }
    return region
  }

  #tellPlaces(): void {
    const machine = this.#machine
    machine.table.value = this.#table.place
    machine.mask.value = this.#table.size / runSize - 1
    machine.keys.value = this.#keys.place
    machine.lists.value = this.#lists.place
    machine.states.value = this.#states.place
    machine.pairs.value = this.#pairs.place
  }
}

interface Region {
  place: number
  size: number
}

const pageSize = 64 * 1024
/** As in count-terms.wat. */
const firstPlace = 64
const runSize = 32
const stateSize = 8
const longestKey = 80
const longestForeign = 64
/** Sixteen bytes are looked at at once, also near the end. */
const margin = 32
/** A pair has room for so many. */
const mostTerms = 2 ** 23
