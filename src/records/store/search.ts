import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Dialect, Engine } from '../../db/dialect.ts'
import { statement } from '../../db/statement.ts'
import type { QueryTerm } from '../terms.ts'

/** The filters of a search; all of them are always present, so that one prepared statement serves all calls. */
export interface SearchScope {
  project: string
  anyState: 0 | 1
  states: readonly string[]
  anyType: 0 | 1
  types: readonly string[]
  /** Empty: the whole tree. */
  pathFrom: string
  pathTo: string
  /** `key U+0001 JSON value`: JSON never contains that character raw, so the pair is unambiguous. */
  pairs: readonly string[]
  pairCount: number
  /** Records already placed first because the query names their ids. */
  placed: readonly number[]
}

/** What another record replaced comes after everything that is current. */
export const replacedLast = sql`case when records.superseded_by is null then 0 else 1 end`

export const pairSeparator = '\u0001'

export interface Page {
  limit: number
  offset: number
}

function inScope(a: SearchScope, d: Dialect, inPath: unknown = withinPath(a)) {
  return sql`records.project_id = ${a.project} and records.purged_ts is null
    and (${a.anyState} = 1 or records.state in ${d.texts(a.states)})
    and (${a.anyType} = 1 or records.type_key in ${d.texts(a.types)})
    and ${inPath}
    and (${a.pairCount} = 0 or ${a.pairCount} = (select count(*) from record_meta where record_meta.seq = records.seq
      and record_meta.key || ${sql.lit(pairSeparator)} || record_meta.value in ${d.texts(a.pairs)}))
    and records.seq not in ${d.numbers(a.placed)}`
}

function withinPath(a: SearchScope) {
  return sql`records.path >= ${a.pathFrom} and records.path < ${a.pathTo}`
}

/** How an engine finds and weighs the records whose terms match a query of its own. */
export const matching: {
  [engine in Engine]: {
    from: unknown
    where(query: string): unknown
    relevance(query: string): unknown
    inPath(scope: SearchScope): unknown
  }
} = {
  sqlite: {
    // A cross join keeps its order: otherwise SQLite would scan the project and query the index for each record.
    from: sql`record_terms cross join records indexed by records_in_search on records.seq = record_terms.rowid`,
    where: query => sql`record_terms match ${query}`,
    // bm25 is negative and without bound; s/(s+4) brings it between 0 and 1.
    relevance: () =>
      sql`round(bm25(record_terms, 8.0, 4.0, 1.0, 0.5) / (bm25(record_terms, 8.0, 4.0, 1.0, 0.5) - 4.0), 4)`,
    // The path is not in that index, so a search of the whole tree must not read it.
    inPath: a => sql`(${a.pathFrom} = '' or (${withinPath(a)}))`,
  },
  postgres: {
    from: sql`record_terms join records on records.seq = record_terms.seq`,
    where: query => sql`record_terms.terms @@ ${query}::tsquery`,
    relevance: query =>
      sql`round(ts_rank_cd('{0.0625,0.125,0.5,1}', record_terms.terms, ${query}::tsquery, 32)::numeric, 4)`,
    inPath: withinPath,
  },
}

type Matching = SearchScope & { query: string }

function matches(a: Matching, d: Dialect) {
  const { from, where, inPath } = matching[d.engine]
  return sql`from ${from} where ${where(a.query)} and ${inScope(a, d, inPath(a))}`
}

const rankedHits = statement(
  (_, a: Matching & Page, d) => sql<{
    seq: number
    relevance: number
  }>`select records.seq as seq, ${matching[d.engine].relevance(a.query)} as relevance ${matches(a, d)}
    order by ${replacedLast}, relevance desc, records.modified_tick desc, records.seq limit ${a.limit} offset ${a.offset}`,
)
const unrankedHits = statement(
  (_, a: Matching & Page, d) => sql<{
    seq: number
    relevance: number
  }>`select records.seq as seq, 0 as relevance ${matches(a, d)}
    order by ${replacedLast}, records.modified_tick desc, records.seq limit ${a.limit} offset ${a.offset}`,
)
const hitCount = statement((_, a: Matching, d) => sql<{ n: number }>`select count(*) as n ${matches(a, d)}`)
const namingRows = statement((_, a: { query: string; limit: number; anyProject: number; projects: string[] }, d) => {
  const { from, where } = matching[d.engine]
  return sql<{ seq: number }>`select records.seq as seq from ${from} where ${where(a.query)}
    and (${a.anyProject} = 1 or records.project_id in ${d.texts(a.projects)})
    and records.purged_ts is null order by records.modified_tick desc, records.seq limit ${a.limit}`
})
const indexedCount = statement((_, _none: object) => sql<{ n: number }>`select count(*) as n from record_terms_docsize`)
const phraseCount = statement(
  (_, a: { phrase: string }) =>
    sql<{ n: number }>`select count(*) as n from record_terms where record_terms match ${a.phrase}`,
)
const listedRows = statement(
  (_, a: SearchScope & Page, d) => sql<{ seq: number }>`select records.seq as seq from records where ${inScope(a, d)}
    order by ${replacedLast}, records.modified_tick desc, records.seq limit ${a.limit} offset ${a.offset}`,
)
const listedCount = statement(
  (_, a: SearchScope, d) => sql<{ n: number }>`select count(*) as n from records where ${inScope(a, d)}`,
)
const namedRows = statement(
  (_, a: SearchScope & { seqs: readonly number[] }, d) => sql<{ seq: number }>`select records.seq as seq from records
    where records.seq in ${d.numbers(a.seqs)} and ${inScope(a, d)} order by ${replacedLast}, records.seq`,
)

const connect: { [engine in Engine]: { all: string; any: string; term(term: QueryTerm): string } } = {
  sqlite: {
    all: ' AND ',
    any: ' OR ',
    term: term => `(${phrasesOf(term).join(' OR ')})`,
  },
  postgres: {
    all: ' & ',
    any: ' | ',
    term: ({ term, prefix }) => (prefix === undefined ? `'${term}'` : `('${term}' | '${prefix}':*)`),
  },
}

/** The phrases of a term, each weighed by FTS5 on its own. */
function phrasesOf({ term, prefix }: QueryTerm): string[] {
  return prefix === undefined ? [`"${term}"`] : [`"${term}"`, `"${prefix}"*`]
}

/** The engine's query, built from terms only, so that nothing a caller typed is read as syntax. */
function engineQuery(engine: Engine, terms: QueryTerm[], mode: 'all' | 'any'): string {
  return terms.map(connect[engine].term).join(connect[engine][mode])
}

export async function countMatches(
  tx: Tx,
  scope: SearchScope,
  terms: QueryTerm[],
  mode: 'all' | 'any',
): Promise<number> {
  const row = await tx.first(hitCount, { ...scope, query: engineQuery(tx.engine, terms, mode) })
  return row?.n ?? 0
}

export async function rankedMatches(tx: Tx, scope: SearchScope, terms: QueryTerm[], mode: 'all' | 'any', page: Page) {
  const statement = (await areAllCommon(tx, terms)) ? unrankedHits : rankedHits
  return tx.all(statement, { ...scope, ...page, query: engineQuery(tx.engine, terms, mode) })
}

/**
 * bm25 gives a word in half of all records or more the weight 0.000001, so the relevance of every hit rounds to 0.
 * Such hits need no ranking, which is most of the work when there are many.
 */
async function areAllCommon(tx: Tx, terms: QueryTerm[]): Promise<boolean> {
  if (tx.engine !== 'sqlite') return false
  const all = (await tx.first(indexedCount, {}))?.n ?? 0
  for (const phrase of terms.flatMap(phrasesOf)) {
    const hits = (await tx.first(phraseCount, { phrase }))?.n ?? 0
    if (2 * hits < all) return false
  }
  return true
}

/** Most recently changed first. */
export async function listMatches(tx: Tx, scope: SearchScope, page: Page) {
  const rows = await tx.all(listedRows, { ...scope, ...page })
  const count = await tx.first(listedCount, scope)
  return { seqs: rows.map(row => row.seq), total: count?.n ?? 0 }
}

export async function namedInScope(tx: Tx, scope: SearchScope, seqs: number[]): Promise<number[]> {
  return (await tx.all(namedRows, { ...scope, seqs })).map(row => row.seq)
}

/** Records of some projects, or of any, in which all terms occur, those changed last first. */
export async function seqsNaming(
  tx: Tx,
  terms: QueryTerm[],
  limit: number,
  projects?: readonly string[],
): Promise<number[]> {
  if (terms.length === 0) return []
  const query = engineQuery(tx.engine, terms, 'all')
  const within = { anyProject: projects ? 0 : 1, projects: [...(projects ?? [])] }
  const rows = await tx.all(namingRows, { query, limit, ...within })
  return rows.map(row => row.seq)
}
