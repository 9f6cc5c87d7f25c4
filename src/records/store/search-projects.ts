import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Dialect, Engine } from '../../db/dialect.ts'
import { statement } from '../../db/statement.ts'
import type { Matched } from '../../query/answers.ts'
import type { SearchQuery, Wanted } from '../../query/query.ts'
import { matching, type Page, replacedLast } from './search.ts'

/** Which records a search of several projects looks at. */
export interface ProjectsScope {
  projects: readonly string[]
  /** Changed at this time or later, and before that one. */
  since: string
  before: string
  /** Records already placed first because the query names their ids. */
  placed: readonly number[]
}

type Asked = ProjectsScope & { query: string }

function inScope(a: ProjectsScope, d: Dialect) {
  return sql`records.project_id in ${d.texts(a.projects)} and records.purged_ts is null
    and records.modified >= ${d.time(a.since)} and records.modified < ${d.time(a.before)}
    and records.seq not in ${d.numbers(a.placed)}`
}

const newestFirst = sql`records.modified desc, records.seq desc`

const rankedHits = statement((_, a: Asked & Page, d) => {
  const { from, where, relevance } = matching[d.engine]
  return sql<{ seq: number }>`select records.seq as seq, ${relevance(a.query)} as relevance from ${from}
    where ${where(a.query)} and ${inScope(a, d)}
    order by ${replacedLast}, relevance desc, ${newestFirst} limit ${a.limit} offset ${a.offset}`
})
const hitCount = statement((_, a: Asked, d) => {
  const { from, where } = matching[d.engine]
  return sql<{ n: number }>`select count(*) as n from ${from} where ${where(a.query)} and ${inScope(a, d)}`
})
const listed = statement(
  (_, a: ProjectsScope & Page, d) => sql<{ seq: number }>`select records.seq as seq from records where ${inScope(a, d)}
    order by ${replacedLast}, ${newestFirst} limit ${a.limit} offset ${a.offset}`,
)
const listedCount = statement(
  (_, a: ProjectsScope, d) => sql<{ n: number }>`select count(*) as n from records where ${inScope(a, d)}`,
)
const named = statement(
  (_, a: ProjectsScope & { seqs: readonly number[] }, d) => sql<{ seq: number }>`select records.seq as seq from records
    where records.seq in ${d.numbers(a.seqs)} and ${inScope(a, d)} order by ${replacedLast}, records.seq`,
)

export async function countInProjects(
  tx: Tx,
  scope: ProjectsScope,
  query: SearchQuery,
  matched: Matched,
): Promise<number> {
  const row =
    query.all.length === 0
      ? await tx.first(listedCount, scope)
      : await tx.first(hitCount, { ...scope, query: engineQuery(tx.engine, query, matched) })
  return row?.n ?? 0
}

/** Best first; without words, those changed last first. */
export async function rankInProjects(
  tx: Tx,
  scope: ProjectsScope,
  query: SearchQuery,
  matched: Matched,
  page: Page,
): Promise<number[]> {
  const rows =
    query.all.length === 0
      ? await tx.all(listed, { ...scope, ...page })
      : await tx.all(rankedHits, { ...scope, ...page, query: engineQuery(tx.engine, query, matched) })
  return rows.map(({ seq }) => seq)
}

export async function namedInProjects(tx: Tx, scope: ProjectsScope, seqs: readonly number[]): Promise<number[]> {
  return (await tx.all(named, { ...scope, seqs })).map(({ seq }) => seq)
}

/** The engine's query, built from terms only, so that nothing a caller typed is read as syntax. */
function engineQuery(engine: Engine, { all, none }: SearchQuery, matched: Matched): string {
  const { and, or, without, phrase } = syntax[engine]
  const oneOf = (alternatives: readonly Wanted[]) => `(${alternatives.flatMap(each => waysOf(each, phrase)).join(or)})`
  const wanted = all.map(oneOf).join(matched === 'all' ? and : or)
  return none.length === 0 ? wanted : `(${wanted})${without}${oneOf(none)}`
}

/** By its words, and where a name has parts, by these. */
function waysOf({ words, parts, isPrefix }: Wanted, phrase: Phrase): string[] {
  const isSame = words.join(' ') === parts.join(' ')
  return [phrase(words, isPrefix), ...(isSame ? [] : [phrase(parts, isPrefix)])]
}

type Phrase = (terms: readonly string[], isPrefix: boolean) => string

const syntax: { [engine in Engine]: { and: string; or: string; without: string; phrase: Phrase } } = {
  sqlite: {
    and: ' AND ',
    or: ' OR ',
    without: ' NOT ',
    phrase: (terms, isPrefix) => `"${terms.join(' ')}"${isPrefix ? '*' : ''}`,
  },
  postgres: {
    and: ' & ',
    or: ' | ',
    without: ' & !',
    phrase(terms, isPrefix) {
      const term = (each: string, place: number) => `'${each}':${isPrefix && place === terms.length - 1 ? '*' : ''}`
      if (terms.length === 1) return term(terms[0] ?? '', 0).replace(/:$/, '')
      // Positions go on from field to field, and a phrase is within one of them: each field has a weight of its own.
      const inField = (weight: string) => terms.map((each, place) => `${term(each, place)}${weight}`).join(' <-> ')
      return `(${['A', 'B', 'C', 'D'].map(inField).join(' | ')})`
    },
  },
}
