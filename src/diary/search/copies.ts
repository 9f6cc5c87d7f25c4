import { groupBy } from '../../kernel/group.ts'
import { type PassagePlace, passageRoles } from './collect.ts'
import type { SearchedTranscript } from './search-index.ts'

/**
 * Sessions that a script starts at once may begin with passages of the same lengths; that their next turns begin in the same
 * second, too, is no accident.
 */
const fewestTurns = 2

/** Passages of a transcript that follow each other. */
interface PlacedPiece {
  first: number
  /** One more than the number of its last passage. */
  end: number
  /** Index of its transcript. */
  place: number
}

/**
 * The passages that another transcript holds as well. One that says nothing else than another of the same session is a copy:
 * its folder was moved and the archive has the former path, or two paths lead to it; of equal ones the one that came last
 * stays, where the session goes on. A session that goes on with another begins with a copy of it, which is that one's.
 */
export function repeatedPassages(
  rows: readonly (Pick<SearchedTranscript, 'source' | 'sessionId'> & { id: number })[],
  pieces: readonly PlacedPiece[],
  bytes: Float64Array,
  placeOf: (passage: number) => PassagePlace,
): number[] {
  const own = groupBy(pieces, ({ place }) => place)
  const openings = [...own].map(([place, all]) => ({ place, opening: `${rows[place]?.source} ${openedAt(all)}` }))
  return [...groupBy(openings, ({ opening }) => opening).values()].flatMap(alike => {
    if (alike.length < 2) return []
    const said = alike.flatMap(({ place }) => {
      const row = rows[place]
      return row ? new Said(row, numbersIn(own.get(place) ?? []), placeOf) : []
    })
    return repeatedIn(said)
  })

  /** When its first turn began: nothing is shared where that differs. */
  function openedAt(all: readonly PlacedPiece[]): number {
    let opening = all[0]?.first ?? 0
    for (const { first, end } of all) {
      for (let passage = first; passage < end; passage++) {
        if ((bytes[passage] ?? 0) < (bytes[opening] ?? 0)) opening = passage
      }
    }
    return placeOf(opening).at
  }
}

function numbersIn(pieces: readonly PlacedPiece[]): number[] {
  return pieces.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, n) => first + n))
}

function repeatedIn(same: readonly Said[]): number[] {
  const byLength = same.toSorted((a, b) => b.passages.length - a.passages.length || b.id - a.id)
  const copies = byLength.filter((each, place) =>
    byLength
      .slice(0, place)
      .some(other => other.sessionId === each.sessionId && other.shared(each) === each.passages.length),
  )
  // The one that ended first was there first.
  const whole = same
    .filter(each => !copies.includes(each))
    .sort((a, b) => a.endedAt - b.endedAt || a.passages.length - b.passages.length || a.id - b.id)
  return [
    ...copies.flatMap(({ passages }) => passages),
    ...whole.flatMap((each, place) => {
      const shared = Math.max(0, ...whole.slice(0, place).map(other => other.shared(each)))
      return each.turnsIn(shared) < fewestTurns ? [] : each.passages.slice(0, shared)
    }),
  ]
}

/** The passages of a transcript in order. A copy begins with passages of the same kinds, lengths, times and distances. */
class Said {
  readonly id: number
  readonly sessionId: string
  /** In the order of the transcript. */
  readonly passages: readonly number[]
  readonly #placeOf: (passage: number) => PassagePlace
  #marks: readonly string[] | null = null

  constructor(
    { id, sessionId }: { id: number; sessionId: string },
    passages: readonly number[],
    placeOf: (passage: number) => PassagePlace,
  ) {
    this.id = id
    this.sessionId = sessionId
    this.#placeOf = placeOf
    this.passages = inOrder(passages, placeOf)
  }

  get endedAt(): number {
    return this.passages.reduce((last, passage) => Math.max(last, this.#placeOf(passage).at), 0)
  }

  /** How many turns its first passages are of. */
  turnsIn(passages: number): number {
    return new Set(this.passages.slice(0, passages).map(passage => this.#placeOf(passage).at)).size
  }

  /** How many passages both begin with. */
  shared(other: Said): number {
    const [own, others] = [this.#said(), other.#said()]
    const differs = others.findIndex((mark, place) => mark !== own[place])
    return differs < 0 ? others.length : differs
  }

  #said(): readonly string[] {
    const begin = this.#placeOf(this.passages[0] ?? 0).byte
    this.#marks ??= this.passages.map(passage => {
      const place = this.#placeOf(passage)
      return `${place.byte - begin} ${place.ordinal} ${place.role} ${place.isError} ${place.words} ${place.at}`
    })
    return this.#marks
  }
}

function inOrder(passages: readonly number[], placeOf: (passage: number) => PassagePlace): number[] {
  const placed = passages.map(passage => ({ passage, place: placeOf(passage) }))
  placed.sort(
    ({ place: a }, { place: b }) =>
      a.byte - b.byte || a.ordinal - b.ordinal || passageRoles.indexOf(a.role) - passageRoles.indexOf(b.role),
  )
  return placed.map(({ passage }) => passage)
}
