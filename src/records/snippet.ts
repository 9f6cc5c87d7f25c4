import { excerptAround, leadingCodePoints, type Match, matchesIn } from '../query/excerpt.ts'
import { matchesTerm, metadataStrings, type QueryTerm, queryTerms } from './terms.ts'

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
    const text = field === 'metadata' ? metadataStrings(record.metadata ?? {}).join(' ') : record[field]
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
