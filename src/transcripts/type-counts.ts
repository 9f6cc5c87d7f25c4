/** A stranger's words become keys only if they look like a type, and only so many of them. */
const plainType = /^[\w$.:/-]{1,64}$/
const mostTypes = 40
const others = 'other'

export interface TypeCountState {
  records: number
  unknown: { [type: string]: number }
}

/** Counts records by whether their type is one this reader knows: the measure of a format that moved on. */
export class TypeCounts {
  readonly #known: ReadonlySet<string>
  #records: number
  #unknown: Map<string, number>

  constructor(known: ReadonlySet<string>, state?: TypeCountState) {
    this.#known = known
    this.#records = state?.records ?? 0
    this.#unknown = new Map(Object.entries(state?.unknown ?? {}))
  }

  get state(): TypeCountState {
    return { records: this.#records, unknown: Object.fromEntries(this.#unknown) }
  }

  add(type: string | undefined): void {
    this.#records++
    if (type !== undefined && this.#known.has(type)) return
    const name = type === undefined ? 'untyped' : plainType.test(type) ? type : others
    const key = this.#unknown.has(name) || this.#unknown.size < mostTypes ? name : others
    this.#unknown.set(key, (this.#unknown.get(key) ?? 0) + 1)
  }

  /** Most of what the file holds is of types nobody told us about. */
  get mostlyUnknown(): boolean {
    let unknown = 0
    for (const count of this.#unknown.values()) unknown += count
    return unknown * 2 > this.#records
  }
}
