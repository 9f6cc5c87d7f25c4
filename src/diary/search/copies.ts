import { groupBy } from '../../kernel/group.ts'
import type { PassagePlace } from './collect.ts'
import type { SearchedTranscript } from './search-index.ts'

/** A transcript of the index, by its place in the table, with the numbers of its passages. */
export interface NumberedTranscript extends Pick<SearchedTranscript, 'source' | 'sessionId'> {
  transcript: number
  /** Raised with every transcript that the index came to know. */
  id: number
  passages: number[]
}

/**
 * The transcripts that say nothing another one of the same session does not say in the same bytes: a folder of transcripts was
 * moved and the archive has the former path, or two paths lead to it. Of equal ones the one that came last stays, which is
 * where the session goes on.
 */
export function copiesAmong(
  transcripts: readonly NumberedTranscript[],
  placeOf: (passage: number) => PassagePlace,
): Set<number> {
  const copies = new Set<number>()
  for (const same of groupBy(transcripts, ({ source, sessionId }) => `${source} ${sessionId}`).values()) {
    if (same.length < 2) continue
    const kept: Said[] = []
    for (const each of same.toSorted((a, b) => b.passages.length - a.passages.length || b.id - a.id)) {
      const said = new Said(each.passages, placeOf)
      if (kept.some(other => other.holds(said))) copies.add(each.transcript)
      else kept.push(said)
    }
  }
  return copies
}

/** Where in its transcript each passage is, and how long it is; a copy of the bytes has the same. */
class Said {
  readonly #passages: readonly number[]
  readonly #placeOf: (passage: number) => PassagePlace
  readonly #first: string
  #all: Set<string> | null = null

  constructor(passages: readonly number[], placeOf: (passage: number) => PassagePlace) {
    this.#passages = passages
    this.#placeOf = placeOf
    const start = passages.reduce((least, passage) => Math.min(least, placeOf(passage).byte), Number.POSITIVE_INFINITY)
    const first = passages.map(placeOf).filter(({ byte }) => byte === start)
    this.#first = first.map(markOf).sort().join()
  }

  /** Sub-agents share the id of their session and begin otherwise, which is seen without comparing everything. */
  holds(other: Said): boolean {
    if (this.#first !== other.#first) return false
    this.#all ??= new Set(this.#passages.map(passage => markOf(this.#placeOf(passage))))
    return other.#passages.every(passage => this.#all?.has(markOf(this.#placeOf(passage))))
  }
}

function markOf({ byte, ordinal, role, words, at }: PassagePlace): string {
  return `${byte} ${ordinal} ${role} ${words} ${at}`
}
