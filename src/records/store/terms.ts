import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { StoredRecord } from '../fields.ts'
import { recordTerms } from '../terms.ts'

/**
 * The full-text index: FTS5 stores the terms of each field as text, PostgreSQL stores them as one tsvector. Both contain
 * only the terms we make, so the same query finds the same records on both engines.
 */
interface Row {
  seq: number
  title: string
  summary: string
  body: string
  metadata: string
  vector: string
}

const remove = statement((_, a: { seq: number }, d) =>
  d.engine === 'sqlite'
    ? sql`delete from record_terms where rowid = ${a.seq}`
    : sql`delete from record_terms where seq = ${a.seq}`,
)
const insert = statement((_, a: Row, d) =>
  d.engine === 'sqlite'
    ? sql`insert into record_terms (rowid, title, summary, body, metadata)
        values (${a.seq}, ${a.title}, ${a.summary}, ${a.body}, ${a.metadata})`
    : sql`insert into record_terms (seq, terms) values (${a.seq}, ${a.vector}::tsvector)`,
)
const sameTerms = statement((_, a: Row, d) =>
  d.engine === 'sqlite'
    ? sql<{ seq: number }>`select rowid as seq from record_terms where rowid = ${a.seq} and title = ${a.title}
        and summary = ${a.summary} and body = ${a.body} and metadata = ${a.metadata}`
    : sql<{ seq: number }>`select seq from record_terms where seq = ${a.seq} and terms = ${a.vector}::tsvector`,
)

export async function addTerms(tx: Tx, record: StoredRecord): Promise<void> {
  await tx.send(insert, termsRow(record))
}

export async function replaceTerms(tx: Tx, record: StoredRecord): Promise<void> {
  await tx.send(remove, { seq: record.seq })
  await addTerms(tx, record)
}

/** Whether this field is in the full-text index. */
export function isSearched(field: string): boolean {
  return field in weights
}

export async function removeTerms(tx: Tx, seq: number): Promise<void> {
  await tx.send(remove, { seq })
}

/** Whether the index has exactly the terms of the record's text. */
export async function termsAreCurrent(tx: Tx, record: StoredRecord): Promise<boolean> {
  return (await tx.first(sameTerms, termsRow(record))) !== undefined
}

function termsRow(record: StoredRecord): Row {
  const terms = recordTerms({ ...record, metadata: JSON.parse(record.metadata) })
  return {
    seq: record.seq,
    title: terms.title.join(' '),
    summary: terms.summary.join(' '),
    body: terms.body.join(' '),
    metadata: terms.metadata.join(' '),
    vector: vectorOf(terms),
  }
}

const weights = { title: 'A', summary: 'B', body: 'C', metadata: 'D' } as const
/** PostgreSQL keeps positions up to here and at most 255 of one word. */
const lastPosition = 16_383
const maxPositions = 255

/** `'clock':1A,7C 'wall':2A`: a term never contains a quote or a backslash, so quoting it is enough. */
function vectorOf(terms: ReturnType<typeof recordTerms>): string {
  const places = new Map<string, string[]>()
  let position = 0
  for (const field of ['title', 'summary', 'body', 'metadata'] as const) {
    for (const term of terms[field]) {
      position = Math.min(position + 1, lastPosition)
      const known = places.get(term)
      if (!known) places.set(term, [`${position}${weights[field]}`])
      else if (known.length < maxPositions) known.push(`${position}${weights[field]}`)
    }
  }
  return [...places].map(([term, at]) => `'${term}':${at.join(',')}`).join(' ')
}
