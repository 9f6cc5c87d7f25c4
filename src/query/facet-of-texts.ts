import type { FacetFound, FacetRequest } from './facets.ts'
import type { SearchQuery } from './query.ts'
import { rankTexts, type Searchable } from './rank-texts.ts'

export type FacetHit = FacetFound['hits'][number]

/** Answers a facet whose things are few enough to be looked through with every search; one that went meanwhile gives no hit. */
export async function facetOfTexts<T extends Searchable>(
  all: readonly T[],
  { query, from, limit }: FacetRequest,
  now: number,
  hitOf: (value: T, query: SearchQuery) => FacetHit | Promise<FacetHit | null>,
): Promise<FacetFound> {
  const ranked = await rankTexts(all, query, now)
  const shown = ranked.found.slice(from, from + limit)
  const next = from + shown.length
  const hits = await Promise.all(shown.map(value => hitOf(value, ranked.query)))
  return {
    total: ranked.found.length,
    totalIs: 'exact',
    matched: ranked.matched,
    hits: hits.flatMap(hit => hit ?? []),
    next: next < ranked.found.length ? next : null,
  }
}
