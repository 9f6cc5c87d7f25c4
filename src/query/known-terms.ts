import type { Said } from './answers.ts'
import { termRow } from './identifier-terms.ts'
import type { Wanted } from './query.ts'
import type { WeighedText } from './rank-texts.ts'

/** Numbers for terms, so that the terms of many texts can be kept in little memory. */
export class Vocabulary {
  readonly #ids = new Map<string, number>()
  /** What was looked for lately, as numbers; good as long as no term is added. */
  #asked = new WeakMap<Wanted, AskedIds>()

  get size(): number {
    return this.#ids.size
  }

  idsOf(terms: readonly string[]): Int32Array {
    return Int32Array.from(terms, term => {
      const known = this.#ids.get(term)
      if (known !== undefined) return known
      this.#asked = new WeakMap()
      this.#ids.set(term, this.#ids.size)
      return this.#ids.size - 1
    })
  }

  asked(wanted: Wanted): AskedIds {
    const known = this.#asked.get(wanted)
    if (known) return known
    const made = { words: this.#row(wanted.words, wanted.isPrefix), parts: this.#row(wanted.parts, wanted.isPrefix) }
    this.#asked.set(wanted, made)
    return made
  }

  /** Of each term the numbers that answer it: its own, and of the last one those of all terms that begin so. */
  #row(terms: readonly string[], isPrefix: boolean): ReadonlySet<number>[] {
    return terms.map((term, place) => {
      if (isPrefix && place === terms.length - 1) {
        return new Set([...this.#ids].flatMap(([name, id]) => (name.startsWith(term) ? id : [])))
      }
      const id = this.#ids.get(term)
      return new Set(id === undefined ? [] : [id])
    })
  }
}

interface AskedIds {
  words: ReadonlySet<number>[]
  parts: ReadonlySet<number>[]
}

/** The terms of some texts, kept so that they need not be read again to see whether they answer a query. */
export class KnownTerms implements Said {
  readonly #vocabulary: Vocabulary
  readonly #rows: { words: Int32Array; parts: Int32Array; weight: number }[]
  readonly length: number

  constructor(vocabulary: Vocabulary, texts: readonly WeighedText[]) {
    this.#vocabulary = vocabulary
    this.#rows = texts.map(({ text, weight }) => {
      const row = termRow(text)
      const words = vocabulary.idsOf(row.words)
      // Most texts have no names to take apart.
      const isSame = row.words.length === row.parts.length
      return { words, parts: isSame ? words : vocabulary.idsOf(row.parts), weight }
    })
    this.length = this.#rows.reduce((sum, { words }) => sum + words.length, 0)
  }

  /** Numbers that are kept. */
  get size(): number {
    return this.#rows.reduce((sum, { words, parts }) => sum + words.length + (parts === words ? 0 : parts.length), 0)
  }

  times(wanted: Wanted): number {
    const asked = this.#vocabulary.asked(wanted)
    return this.#rows.reduce((sum, { words, parts, weight }) => {
      const times = timesFollowing(words, asked.words) || timesFollowing(parts, asked.parts)
      return sum + weight * times
    }, 0)
  }
}

function timesFollowing(terms: Int32Array, wanted: readonly ReadonlySet<number>[]): number {
  const [first] = wanted
  if (!first || wanted.some(({ size }) => size === 0)) return 0
  const [only] = first.size === 1 ? first : [-1]
  let times = 0
  for (let at = 0; at + wanted.length <= terms.length; at++) {
    const id = terms[at] ?? -1
    if (only === -1 ? !first.has(id) : id !== only) continue
    let i = 1
    while (i < wanted.length && wanted[i]?.has(terms[at + i] ?? -1)) i++
    if (i === wanted.length) times++
  }
  return times
}
