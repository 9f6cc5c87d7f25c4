import { eachRun, eachTerm, fold, normalRun } from './term-runs.ts'

export interface RecordTerms {
  title: string[]
  summary: string[]
  body: string[]
  metadata: string[]
}

export interface QueryTerm {
  /** Matches a stored term equal to it. */
  term: string
  /** Matches also every stored term that starts with it; only on the last term of a query that is still being typed. */
  prefix?: string
}

export const MAX_BODY_TERMS = 60_000
export const MAX_BODY_TERM_BYTES = 393_216
export const MAX_METADATA_TERMS = 8_192
export const MAX_METADATA_TERM_BYTES = 65_536
const MAX_QUERY_TERMS = 32

/** The terms of a text in order, folded as they are stored and matched: letters, numbers and marks only. */
export function termsOf(text: string): string[] {
  return collectTerms([text], Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
}

/** The leading terms of a body, as many as both engines can index. */
export function bodyTermsOf(body: string): string[] {
  // PostgreSQL holds 1 MiB of terms and positions per record, and normalising can make a text eleven times longer.
  return collectTerms([body], MAX_BODY_TERMS, MAX_BODY_TERM_BYTES)
}

/** The terms of all string values, bounded like a body's. */
export function metadataTermsOf(metadata: Readonly<Record<string, unknown>>): string[] {
  return collectTerms(metadataStrings(metadata), MAX_METADATA_TERMS, MAX_METADATA_TERM_BYTES)
}

/** What the index holds for a record, field by field. */
export function recordTerms(record: {
  title: string
  summary: string
  body: string
  metadata: Readonly<Record<string, unknown>>
}): RecordTerms {
  return {
    title: termsOf(record.title),
    summary: termsOf(record.summary),
    body: bodyTermsOf(record.body),
    metadata: metadataTermsOf(record.metadata),
  }
}

/** The string values of metadata, nested ones included, in document order. */
export function metadataStrings(metadata: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = []
  // A stack of our own, because metadata may nest deeper than calls can.
  const pending: unknown[] = [metadata]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) pending.push(...Object.values(value).reverse())
  }
  return found
}

/** The distinct terms of a query, at most 32, the last one with a prefix if the query ends inside a word. */
export function queryTerms(query: string): { terms: QueryTerm[] } {
  const words: { unfolded: string; end: number }[] = []
  eachRun(query, (run, start) =>
    eachTerm(normalRun(run), unfolded => words.push({ unfolded, end: start + run.length }) > 0),
  )
  const terms = [...new Set(words.map(word => fold(word.unfolded)))].slice(0, MAX_QUERY_TERMS)
  const last = words.at(-1)
  if (!last || last.end < query.length || [...last.unfolded].length < 2) return { terms: terms.map(term => ({ term })) }
  const open = fold(last.unfolded)
  const others = terms.filter(term => term !== open).map(term => ({ term }))
  return { terms: others.length === terms.length ? others : [...others, { term: open, prefix: last.unfolded }] }
}

/** Whether a stored term satisfies a term of a query; both engines and the snippet match by this rule. */
export function matchesTerm(wanted: QueryTerm, stored: string): boolean {
  return stored === wanted.term || (wanted.prefix !== undefined && stored.startsWith(wanted.prefix))
}

/** The sequence numbers of the words of a query that are record ids, in order and without repetition. */
export function recordIdsIn(query: string): number[] {
  const found = new Set<number>()
  eachRun(query, run => {
    if (RECORD_ID.test(run)) found.add(Number(run.slice(1)))
    return true
  })
  return [...found]
}

const RECORD_ID = /^[Rr]0*[1-9][0-9]{0,8}$/

function collectTerms(texts: readonly string[], maxTerms: number, maxBytes: number): string[] {
  const terms: string[] = []
  let bytes = 0
  const add = (unfolded: string): boolean => {
    const term = fold(unfolded)
    bytes += utf8Length(term)
    if (bytes > maxBytes || terms.length >= maxTerms) return false
    terms.push(term)
    return true
  }
  let full = false
  for (const text of texts) {
    eachRun(text, run => {
      full = !eachTerm(normalRun(run), add)
      return !full
    })
    if (full) break
  }
  return terms
}

function utf8Length(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    // Half of a surrogate pair counts as two of its four bytes.
    length += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return length
}
