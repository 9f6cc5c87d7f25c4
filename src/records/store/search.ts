import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Dialect, Engine } from '../../db/dialect.ts'
import { statement } from '../../db/statement.ts'
import type { QueryTerm } from '../terms.ts'

/** What a search may return at all; every filter is always present, so that one prepared statement serves all calls. */
export interface SearchScope {
  project: string
  anyState: 0 | 1
  states: readonly string[]
  anyType: 0 | 1
  types: readonly string[]
  pathFrom: string
  pathTo: string
  /** `key U+0001 JSON value`: JSON never holds that character raw, so the pair cannot be read two ways. */
  pairs: readonly string[]
  pairCount: number
  /** Records already placed first because the query names their ids. */
  placed: readonly number[]
}

export const pairSeparator = '\u0001'

interface Page {
  limit: number
  offset: number
}

function inScope(a: SearchScope, d: Dialect) {
  return sql`records.project_id = ${a.project} and records.purged_ts is null
    and (${a.anyState} = 1 or records.state in ${d.texts(a.states)})
    and (${a.anyType} = 1 or records.type_key in ${d.texts(a.types)})
    and records.path >= ${a.pathFrom} and records.path < ${a.pathTo}
    and (${a.pairCount} = 0 or ${a.pairCount} = (select count(*) from record_meta where record_meta.seq = records.seq
      and record_meta.key || ${sql.lit(pairSeparator)} || record_meta.value in ${d.texts(a.pairs)}))
    and records.seq not in ${d.numbers(a.placed)}`
}

const matching: {
  [engine in Engine]: { from: unknown; where(query: string): unknown; relevance(query: string): unknown }
} = {
  sqlite: {
    // A cross join keeps its order: left to choose, SQLite would walk the project and ask the index anew for each record.
    from: sql`record_terms cross join records on records.seq = record_terms.rowid`,
    where: query => sql`record_terms match ${query}`,
    // bm25 is negative and without bound; s/(s+4) brings it between 0 and 1.
    relevance: () =>
      sql`round(bm25(record_terms, 8.0, 4.0, 1.0, 0.5) / (bm25(record_terms, 8.0, 4.0, 1.0, 0.5) - 4.0), 4)`,
  },
  postgres: {
    from: sql`record_terms join records on records.seq = record_terms.seq`,
    where: query => sql`record_terms.terms @@ ${query}::tsquery`,
    relevance: query =>
      sql`round(ts_rank_cd('{0.0625,0.125,0.5,1}', record_terms.terms, ${query}::tsquery, 32)::numeric, 4)`,
  },
}

const ranked = statement((_, a: SearchScope & Page & { query: string }, d) => {
  const { from, where, relevance } = matching[d.engine]
  return sql<{
    seq: number
    relevance: number
  }>`select records.seq as seq, ${relevance(a.query)} as relevance from ${from}
    where ${where(a.query)} and ${inScope(a, d)}
    order by relevance desc, records.modified_tick desc, records.seq limit ${a.limit} offset ${a.offset}`
})
const counted = statement((_, a: SearchScope & { query: string }, d) => {
  const { from, where } = matching[d.engine]
  return sql<{ n: number }>`select count(*) as n from ${from} where ${where(a.query)} and ${inScope(a, d)}`
})
const listed = statement(
  (_, a: SearchScope & Page, d) => sql<{ seq: number }>`select records.seq as seq from records where ${inScope(a, d)}
    order by records.modified_tick desc, records.seq limit ${a.limit} offset ${a.offset}`,
)
const listedCount = statement(
  (_, a: SearchScope, d) => sql<{ n: number }>`select count(*) as n from records where ${inScope(a, d)}`,
)
const named = statement(
  (_, a: SearchScope & { seqs: readonly number[] }, d) => sql<{ seq: number }>`select records.seq as seq from records
    where records.seq in ${d.numbers(a.seqs)} and ${inScope(a, d)} order by records.seq`,
)

const connect: { [engine in Engine]: { all: string; any: string; term(term: QueryTerm): string } } = {
  sqlite: {
    all: ' AND ',
    any: ' OR ',
    term: ({ term, prefix }) => (prefix === undefined ? `"${term}"` : `("${term}" OR "${prefix}"*)`),
  },
  postgres: {
    all: ' & ',
    any: ' | ',
    term: ({ term, prefix }) => (prefix === undefined ? `'${term}'` : `('${term}' | '${prefix}':*)`),
  },
}

/** The engine's own query, built from terms only: nothing a caller typed can be read as syntax. */
function engineQuery(engine: Engine, terms: QueryTerm[], mode: 'all' | 'any'): string {
  return terms.map(connect[engine].term).join(connect[engine][mode])
}

export async function countMatches(
  tx: Tx,
  scope: SearchScope,
  terms: QueryTerm[],
  mode: 'all' | 'any',
): Promise<number> {
  const row = await tx.first(counted, { ...scope, query: engineQuery(tx.engine, terms, mode) })
  return row?.n ?? 0
}

export async function rankedMatches(tx: Tx, scope: SearchScope, terms: QueryTerm[], mode: 'all' | 'any', page: Page) {
  return tx.all(ranked, { ...scope, ...page, query: engineQuery(tx.engine, terms, mode) })
}

/** Latest changed first. */
export async function listMatches(tx: Tx, scope: SearchScope, page: Page) {
  const rows = await tx.all(listed, { ...scope, ...page })
  const count = await tx.first(listedCount, scope)
  return { seqs: rows.map(row => row.seq), total: count?.n ?? 0 }
}

export async function namedInScope(tx: Tx, scope: SearchScope, seqs: number[]): Promise<number[]> {
  return (await tx.all(named, { ...scope, seqs })).map(row => row.seq)
}
