import type { FacetFound, FacetRequest } from './facets.ts'
import type { SearchQuery } from './query.ts'
import { rankTexts, type Searchable } from './rank-texts.ts'

export type FacetHit = FacetFound['hits'][number]

/** Answers a facet whose things are few enough to be read whole with every search. */
export async function facetOfTexts<T extends Searchable>(
  all: readonly T[],
  { query, from, limit }: FacetRequest,
  now: number,
  hitOf: (value: T, query: SearchQuery) => FacetHit,
): Promise<FacetFound> {
  const ranked = await rankTexts(all, query, now)
  const shown = ranked.found.slice(from, from + limit)
  const next = from + shown.length
  return {
    total: ranked.found.length,
    totalIs: 'exact',
    matched: ranked.matched,
    hits: shown.map(value => hitOf(value, ranked.query)),
    next: next < ranked.found.length ? next : null,
  }
}
