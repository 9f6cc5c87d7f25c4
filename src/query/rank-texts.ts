import { setImmediate as letOthersRun } from 'node:timers/promises'
import { doesAnswer, type Matched, mayAnswer, type Said, timesSaid } from './answers.ts'
import { termRow } from './identifier-terms.ts'
import type { SearchQuery, Wanted } from './query.ts'
import { loosen } from './variants.ts'
import { formWeight, rarity, recencyFactor, termScore, worthwhile } from './weights.ts'

/** Something that is found by its texts, which are few enough to be looked through with every search. */
export interface Searchable {
  /** The weightiest first, or their terms where these are kept. */
  texts: readonly WeighedText[] | Said
  /** When it last changed, in milliseconds; null where nobody knows. */
  at: number | null
}

export interface WeighedText {
  text: string
  weight: number
}

/** A match in the first text, which is a title or a path, counts for more than one in the texts below it. */
export function weighTitle(texts: readonly string[]): WeighedText[] {
  return texts.map((text, place) => ({ text, weight: place === 0 ? 4 : 1 }))
}

interface RankedTexts<T> {
  found: T[]
  matched: Matched
  /** What was looked for in the end. */
  query: SearchQuery
}

/** Those that answer a query, best first; those with some of its words where none has all. Without words, the newest first. */
export async function rankTexts<T extends Searchable>(
  all: readonly T[],
  query: SearchQuery,
  now: number,
): Promise<RankedTexts<T>> {
  const asked = await rank(all, query, 'all', now)
  if (asked.length > 0 || query.all.length === 0) return { found: asked, matched: 'all', query }
  const loose = loosen(query)
  return { found: await rank(all, loose, 'any', now), matched: 'any', query: loose }
}

interface Read<T> {
  value: T
  said: Said
}

async function rank<T extends Searchable>(
  all: readonly T[],
  query: SearchQuery,
  matched: Matched,
  now: number,
): Promise<T[]> {
  const isPossible = mayAnswer(query, matched)
  const fitting: Read<T>[] = []
  let since = performance.now()
  for (const value of all) {
    // Other calls, and the other facets of this one, go on meanwhile.
    if (performance.now() - since > longestStretch) {
      await letOthersRun()
      since = performance.now()
    }
    const said = 'times' in value.texts ? value.texts : isPossible(joinTexts(value.texts)) ? saidIn(value.texts) : null
    if (said && doesAnswer(query, matched, wanted => said.times(wanted) > 0)) fitting.push({ value, said })
  }
  const average = fitting.reduce((sum, { said }) => sum + said.length, 0) / Math.max(1, fitting.length)
  const scores = query.all.map(alternatives => clauseScores(alternatives, fitting, all.length, average))
  const scored = fitting.map(({ value }, place) => {
    const days = (now - (value.at ?? 0)) / dayMs
    const score = scores.reduce((sum, ofClause) => sum + (ofClause[place] ?? 0), 0) * recencyFactor(days)
    return { value, score }
  })
  const sorted = scored.sort((one, other) => other.score - one.score || (other.value.at ?? 0) - (one.value.at ?? 0))
  const least = matched === 'any' ? worthwhile * (sorted[0]?.score ?? 0) : 0
  return sorted.filter(({ score }) => score >= least).map(({ value }) => value)
}

const dayMs = 86_400_000
/** Milliseconds. */
const longestStretch = 8

/** What each of some texts is worth for one of the things that are asked for. */
function clauseScores(
  alternatives: readonly Wanted[],
  read: readonly Read<unknown>[],
  all: number,
  average: number,
): number[] {
  const best = read.map(() => 0)
  alternatives.forEach((wanted, place) => {
    const times = read.map(({ said }) => said.times(wanted))
    const rare = rarity(all, times.filter(each => each > 0).length)
    times.forEach((each, index) => {
      const score = termScore(rare, each, (read[index]?.said.length ?? 0) / Math.max(1, average))
      best[index] = Math.max(best[index] ?? 0, place === 0 ? score : score * formWeight)
    })
  })
  return best
}

function joinTexts(texts: readonly WeighedText[]): string {
  return texts.map(({ text }) => text).join('\n')
}

/** What ends a text and what begins the next do not follow each other. */
function saidIn(texts: readonly WeighedText[]): Said {
  const rows = texts.map(({ text, weight }) => ({ row: termRow(text), weight }))
  return {
    length: rows.reduce((sum, { row }) => sum + row.words.length, 0),
    times: wanted => rows.reduce((sum, { row, weight }) => sum + weight * timesSaid(row, wanted), 0),
  }
}
