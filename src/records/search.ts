import { z } from 'zod'
import { startEarly, type Tx } from '../db/db.ts'
import { excerptAround, leadingCodePoints, type Match, matchesIn } from '../query/excerpt.ts'
import { type StoredRecord, typeKey } from './fields.ts'
import { subtree, wholeTree } from './locate.ts'
import { State, Type } from './schema.ts'
import { loadRecords, loadRefs } from './store/records.ts'
import {
  countMatches,
  listMatches,
  namedInScope,
  pairSeparator,
  rankedMatches,
  type SearchScope,
} from './store/search.ts'
import { matchesTerm, metadataText, type QueryTerm, queryTerms, recordNumbersIn } from './terms.ts'
import { wireRef } from './wire.ts'

/** An empty filter matches everything. */
export const Filters = { types: z.array(Type).max(50).optional(), states: z.array(State).optional() }

export function filterOf({ types = [], states = [] }: { types?: string[] | undefined; states?: string[] | undefined }) {
  return {
    anyState: states.length === 0 ? 1 : 0,
    states,
    anyType: types.length === 0 ? 1 : 0,
    types: types.map(typeKey),
  } as const
}

interface SearchInput {
  query: string
  types?: string[] | undefined
  states?: string[] | undefined
  metadata?: { [key: string]: string | number | boolean | null } | undefined
  limit: number
  offset: number
}

type SearchOutcome = {
  hits: Array<{ seq: number; relevance: number }>
  total: number
  match: 'all' | 'any' | 'filter' | 'none'
}

export async function search(tx: Tx, project: string, under: StoredRecord | undefined, input: SearchInput) {
  const scope = scopeOf(project, under, input)
  const { hits, total, match } = await find(tx, scope, input)
  const seqs = hits.map(hit => hit.seq)
  const loadingRefs = startEarly(loadRefs(tx, seqs))
  const loadingRecords = startEarly(loadRecords(tx, seqs))
  const refs = new Map((await loadingRefs).map(row => [row.seq, wireRef(row)]))
  const records = new Map((await loadingRecords).map(record => [record.seq, record]))
  const results = hits.flatMap(({ seq, relevance }) => {
    const ref = refs.get(seq)
    const record = records.get(seq)
    if (!ref || !record) return []
    const words = match === 'filter' ? '' : input.query
    return [{ ...ref, relevance, ...snippetOf({ ...record, metadata: JSON.parse(record.metadata) }, words) }]
  })
  return { results, total, match }
}

async function find(tx: Tx, scope: SearchScope, { query, limit, offset }: SearchInput): Promise<SearchOutcome> {
  const terms = queryTerms(query)
  const page = { limit, offset }
  if (terms.length === 0) {
    if (query.trim() !== '' && !isFiltered(scope)) return { hits: [], total: 0, match: 'none' }
    const { seqs, total } = await listMatches(tx, scope, page)
    return { hits: seqs.map(seq => ({ seq, relevance: 0 })), total, match: 'filter' }
  }
  // Records the query names come first whether or not their text matches; the ranking then leaves them out.
  const ids = recordNumbersIn(query)
  const placed = ids.length > 0 ? await namedInScope(tx, scope, ids) : []
  const rest = { ...scope, placed }
  const first = placed.slice(offset, offset + limit).map(seq => ({ seq, relevance: 1 }))
  const remaining = { limit: limit - first.length, offset: Math.max(0, offset - placed.length) }

  // Most queries match as they are, so their hits are asked for together with how many there are.
  const ranking = startEarly(
    remaining.limit > 0 ? rankedMatches(tx, rest, terms, 'all', remaining) : Promise.resolve([]),
  )
  const all = await countMatches(tx, rest, terms, 'all')
  const mode = all > 0 || (placed.length > 0 && terms.length <= ids.length) ? 'all' : 'any'
  const count = mode === 'all' ? all : await countMatches(tx, rest, terms, 'any')
  const isOther = mode === 'any' && remaining.limit > 0
  const ranked = isOther ? await rankedMatches(tx, rest, terms, mode, remaining) : await ranking
  const hits = ranked.map(({ seq, relevance }) => ({
    seq,
    relevance: Math.min(0.9999, Math.max(0.0001, Number(relevance))),
  }))
  return { hits: [...first, ...hits], total: placed.length + count, match: mode }
}

function scopeOf(project: string, under: StoredRecord | undefined, input: SearchInput): SearchScope {
  const pairs = Object.entries(input.metadata ?? {}).map(
    ([key, value]) => `${key}${pairSeparator}${JSON.stringify(value)}`,
  )
  return {
    project,
    ...filterOf(input),
    ...(under ? subtree(under.path) : wholeTree),
    pairs,
    pairCount: pairs.length,
    placed: [],
  }
}

function isFiltered({ anyState, anyType, pathFrom, pairCount }: SearchScope): boolean {
  return anyState === 0 || anyType === 0 || pathFrom !== '' || pairCount > 0
}

type SnippetField = 'title' | 'summary' | 'body' | 'metadata'

interface Snippet {
  snippet: string
  snippet_field: SnippetField
  /** UTF-16 [start, end) pairs in the snippet, in order, never touching each other. */
  snippet_matches: [number, number][]
}

interface SnippetSource {
  title: string
  summary: string
  body: string
  metadata?: Readonly<Record<string, unknown>>
}

/** The part of a record that best shows why it answers the query; its summary when no text of it does. */
export function snippetOf(record: SnippetSource, query: string): Snippet {
  const best = bestField(record, queryTerms(query))
  if (!best) return { snippet: leadingCodePoints(record.summary), snippet_field: 'summary', snippet_matches: [] }
  const { excerpt, matches } = excerptAround(best.text, best.matches)
  return { snippet: excerpt, snippet_field: best.field, snippet_matches: matches }
}

const FIELDS: readonly SnippetField[] = ['title', 'summary', 'body', 'metadata']

interface FieldMatches {
  field: SnippetField
  text: string
  matches: Match<QueryTerm>[]
  distinct: number
}

function bestField(record: SnippetSource, terms: readonly QueryTerm[]): FieldMatches | undefined {
  if (terms.length === 0) return undefined
  const wantedBy = termsWanted(terms)
  let best: FieldMatches | undefined
  for (const field of FIELDS) {
    const text = field === 'metadata' ? metadataText(record.metadata ?? {}) : record[field]
    const matches = matchesIn(text, wantedBy)
    const distinct = new Set(matches.map(match => match.wanted)).size
    if (distinct > (best?.distinct ?? 0)) best = { field, text, matches, distinct }
    if (distinct === terms.length) break
  }
  return best
}

function termsWanted(terms: readonly QueryTerm[]): (term: string) => QueryTerm[] {
  const byTerm = new Map(terms.map(wanted => [wanted.term, wanted]))
  const open = terms.find(wanted => wanted.prefix !== undefined)
  return term => {
    const equal = byTerm.get(term)
    const longer = open !== equal && open && matchesTerm(open, term) ? open : undefined
    return [...(equal ? [equal] : []), ...(longer ? [longer] : [])]
  }
}
