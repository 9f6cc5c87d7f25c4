import { z } from 'zod'
import type { Access, Role } from '../kernel/operation.ts'
import type { Matched } from './answers.ts'
import { ErrorHistory } from './error-history.ts'
import type { FilterKey, SearchQuery } from './query.ts'
import { rankTexts, type Searchable } from './rank-texts.ts'

/** What a search of everything looks in, in the order people see it. */
export const facetNames = ['sessions', 'records', 'items', 'days', 'issues', 'files', 'projects'] as const
export type FacetName = (typeof facetNames)[number]

/** Who may search a facet, and the filters it knows; `project:` chooses among the projects of those that have some. */
export const facetRules: { readonly [name in FacetName]: { access: Access; filters: readonly FilterKey[] } } = {
  sessions: {
    access: 'owner',
    filters: ['agent', 'project', 'branch', 'file', 'tool', 'role', 'is', 'before', 'after'],
  },
  records: { access: 'reader', filters: ['project', 'before', 'after'] },
  items: { access: 'owner', filters: ['project', 'before', 'after'] },
  days: { access: 'owner', filters: ['project', 'before', 'after'] },
  issues: { access: 'reader', filters: ['project', 'before', 'after'] },
  files: { access: 'reader', filters: ['project', 'file'] },
  projects: { access: 'reader', filters: ['project'] },
}

/** What a facet is asked. */
export interface FacetRequest {
  query: SearchQuery
  /** The projects whose things the caller may see and the query means. */
  projects: readonly SearchedProject[]
  /** Of `after:` and `before:`, in milliseconds; null where the query has none. */
  since: number | null
  before: number | null
  from: number
  limit: number
}

export interface SearchedProject {
  id: string
  name: string
  description: string
  updated: string
  role: Role
}

export interface FacetFound {
  /** How many there are; `at_most` where only reading all of them would tell. */
  total: number
  totalIs: 'exact' | 'at_most'
  matched: Matched
  hits: z.input<typeof Hit>[]
  /** Where the next page begins; null at the end. */
  next: number | null
  /** Things that changed since they were indexed. */
  behind?: number
}

export type SearchFacet = (request: FacetRequest) => Promise<FacetFound>

const Matches = z.array(z.tuple([z.int(), z.int()]))

/** Lines of a transcript with their hash, as `read_session_lines` opens them. */
const LineCitation = z.object({
  project_key: z.string(),
  session_ref: z.string(),
  lines: z.string(),
  span_sha256: z.string(),
})

const Place = z.object({
  excerpt: z.string(),
  matches: Matches.describe('UTF-16 [start, end) of what was found in the excerpt'),
  address: z.string().describe('Where it is on the page'),
  citation: LineCitation.optional(),
})

const Hit = z.object({
  id: z.string(),
  title: z.string(),
  label: z.string().describe('What it is, in a few words'),
  project: z.string().nullable(),
  at: z.string().nullable(),
  ...Place.shape,
  passages: z
    .array(z.object({ label: z.string(), ...Place.shape, error_history: ErrorHistory.optional() }))
    .optional()
    .describe('The best places in it, where it has several'),
})

const Facet = z.enum(facetNames)

export const FacetAnswer = z.discriminatedUnion('state', [
  z.object({
    facet: Facet,
    state: z.literal('answered'),
    total: z.int(),
    total_is: z.enum(['exact', 'at_most']),
    matched: z.enum(['all', 'any']).describe('"any" when nothing has everything that was asked for'),
    hits: z.array(Hit),
    next_page: z.string().nullable(),
    behind: z.int().describe('Sessions that changed or are new since the last indexing'),
  }),
  z.object({ facet: Facet, state: z.enum(['left_out', 'failed']), reason: z.string() }),
])

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
