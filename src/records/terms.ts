import { type Evidence, evidenceWords } from '../evidence/evidence.ts'
import { eachRun, eachTerm, normalRun, singular } from '../query/term-runs.ts'

interface RecordTerms {
  title: string[]
  summary: string[]
  body: string[]
  metadata: string[]
}

export interface QueryTerm {
  /** Matches a stored term equal to it. */
  term: string
  /** The last word as it was typed, plural or not; set when the query ends in a word. Stored terms that start with it match too. */
  prefix?: string
}

export const MAX_BODY_TERMS = 60_000
export const MAX_BODY_TERM_BYTES = 393_216
export const MAX_METADATA_TERMS = 8_192
export const MAX_METADATA_TERM_BYTES = 65_536
const MAX_QUERY_TERMS = 32

/** The terms of a text in order, as they are stored: lower case, without accents, plurals as singulars. Letters, numbers and marks only. */
export function termsOf(text: string): string[] {
  return collectTerms([text], Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
}

/** The leading terms of a body, as many as SQLite and PostgreSQL can both index. */
export function bodyTermsOf(body: string): string[] {
  // PostgreSQL holds 1 MiB of terms and positions per record, and normalising can make a text eleven times longer.
  return collectTerms([body], MAX_BODY_TERMS, MAX_BODY_TERM_BYTES)
}

/** The terms of all string values of the metadata, cut off at limits of their own. */
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
  // A stack instead of recursion: records of versions that did not limit nesting may nest deeper than calls can.
  const pending: unknown[] = [metadata]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) pending.push(...Object.values(value).reverse())
  }
  return found
}

/** Metadata as a person reads it: its texts, then what is cited as evidence, in words. */
export function metadataText({ evidence, ...rest }: Readonly<Record<string, unknown>>): string {
  const cited = Array.isArray(evidence) ? evidence.filter(isEvidence).map(evidenceWords) : []
  const others = cited.length > 0 ? rest : { ...rest, evidence }
  return [...metadataStrings(others), ...(cited.length > 0 ? [`Evidence: ${cited.join('; ')}`] : [])].join(' ')
}

/** Metadata is checked when it is written; what an old version wrote may differ. */
function isEvidence(entry: unknown): entry is Evidence {
  const { kind, ref } = Object(entry)
  return typeof kind === 'string' && typeof ref === 'string'
}

/** The distinct terms of a query, at most 32, the last one with a prefix if the query ends inside a word. */
export function queryTerms(query: string): QueryTerm[] {
  const words: { typed: string; end: number }[] = []
  eachRun(query, (run, start) =>
    eachTerm(normalRun(run), typed => {
      words.push({ typed, end: start + run.length })
      return true
    }),
  )
  const terms = [...new Set(words.map(({ typed }) => singular(typed)))].slice(0, MAX_QUERY_TERMS)
  const last = words.at(-1)
  const unfinished = last && last.end === query.length && [...last.typed].length >= 2 ? singular(last.typed) : undefined
  if (!last || unfinished === undefined || !terms.includes(unfinished)) return terms.map(term => ({ term }))
  const others = terms.filter(term => term !== unfinished).map(term => ({ term }))
  return [...others, { term: unfinished, prefix: last.typed }]
}

/** Whether a stored term satisfies a term of a query; both engines and the snippet match by this rule. */
export function matchesTerm(wanted: QueryTerm, stored: string): boolean {
  return stored === wanted.term || (wanted.prefix !== undefined && stored.startsWith(wanted.prefix))
}

/** The numbers of the record ids in a query (R12 is 12), each once, in order. */
export function recordNumbersIn(query: string): number[] {
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
  const add = (word: string): boolean => {
    const term = singular(word)
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
    // A surrogate pair is two units and four bytes, so two for each unit.
    length += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return length
}
