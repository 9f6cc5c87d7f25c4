import { lazy } from '../kernel/lazy.ts'
import { eachRun, eachTerm, normalRun, SPACELESS, singular } from './term-runs.ts'
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

  const words = wordsOf(best.text)
  const [first, last] = densestWindow(words, best.matches)
  const { text, ranges } = collapse(best.text, words.slice(first, last), mergedSpans(best.matches))
  const lead = first > 0 ? '…' : ''
  return {
    snippet: `${lead}${text}${last < words.length ? '…' : ''}`,
    snippet_field: best.field,
    snippet_matches: ranges.map(({ start, end }) => [start + lead.length, end + lead.length]),
  }
}

const FIELDS: readonly SnippetField[] = ['title', 'summary', 'body', 'metadata']
const MAX_WORDS = 30
const MAX_SUMMARY = 200

// Two characters count as a word where a script has no spaces, and a longer row of others counts as several words.
const WORDS = new RegExp(`[${SPACELESS}]{1,2}|[^\\s${SPACELESS}]{1,40}`, 'gu')

// What normalises together stays together: a character with the marks, or the half-width kana signs, that follow it.
const CLUSTERS = lazy(() => /[\p{L}\p{N}\p{M}][\p{M}\uff9e\uff9f]*/gu)

interface Span {
  start: number
  end: number
}

interface Match extends Span {
  wanted: QueryTerm
}

interface FieldMatches {
  field: SnippetField
  text: string
  matches: Match[]
  distinct: number
}

function bestField(record: SnippetSource, terms: readonly QueryTerm[]): FieldMatches | undefined {
  if (terms.length === 0) return undefined
  let best: FieldMatches | undefined
  for (const field of FIELDS) {
    const text = field === 'metadata' ? metadataStrings(record.metadata ?? {}).join(' ') : record[field]
    const matches = matchesIn(text, terms)
    const distinct = new Set(matches.map(match => match.wanted)).size
    if (distinct > (best?.distinct ?? 0)) best = { field, text, matches, distinct }
    if (distinct === terms.length) break
  }
  return best
}

function matchesIn(text: string, terms: readonly QueryTerm[]): Match[] {
  const byTerm = new Map(terms.map(wanted => [wanted.term, wanted]))
  const open = terms.find(wanted => wanted.prefix !== undefined)
  const matches: Match[] = []
  eachRun(text, (run, offset) => {
    const normal = normalRun(run)
    let originOf: ((from: number, to: number) => Span) | undefined
    return eachTerm(normal, (unfolded, from, to) => {
      const term = singular(unfolded)
      const equal = byTerm.get(term)
      const longer = open !== equal && open && matchesTerm(open, term) ? open : undefined
      if (!equal && !longer) return true
      originOf ??= originsIn(run, normal)
      const { start, end } = originOf(from, to)
      if (equal) matches.push({ start: offset + start, end: offset + end, wanted: equal })
      if (longer) matches.push({ start: offset + start, end: offset + end, wanted: longer })
      return true
    })
  })
  return matches
}

/** Maps a part of a run's normal form back to the run: the whole run where no smaller part can be determined. */
function originsIn(run: string, normal: string): (from: number, to: number) => Span {
  if (run.length === normal.length && run.toLowerCase() === normal) return (start, end) => ({ start, end })
  let clusters: Span[] | undefined
  return (from, to) => {
    if (from > 0 || to < normal.length) clusters ??= clustersOf(run, normal)
    return { start: clusters?.[from]?.start ?? 0, end: clusters?.[to - 1]?.end ?? run.length }
  }
}

/** For each UTF-16 unit of the normal run the cluster it came from; none when clusters normalise otherwise together. */
function clustersOf(run: string, normal: string): Span[] {
  const clusters: Span[] = []
  let rebuilt = ''
  for (const { 0: text, index } of run.matchAll(CLUSTERS())) {
    const part = normalRun(text)
    rebuilt += part
    const cluster = { start: index, end: index + text.length }
    for (let unit = 0; unit < part.length; unit += 1) clusters.push(cluster)
  }
  return rebuilt === normal ? clusters : []
}

function leadingCodePoints(text: string): string {
  return [...text].slice(0, MAX_SUMMARY).join('')
}

function wordsOf(text: string): Span[] {
  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({ start: index, end: index + word.length }))
}

/** The words around the 30 in which most distinct terms, then most terms, then the earliest ones occur. */
function densestWindow(words: readonly Span[], matches: readonly Match[]): [number, number] {
  if (words.length <= MAX_WORDS) return [0, words.length]
  const wordAt = wordIndexes(words, matches)
  const inside = new Map<QueryTerm, number>()
  let best = { distinct: 0, count: 0, first: 0, last: 0 }
  let next = 0
  matches.forEach((match, index) => {
    const first = wordAt[index] ?? 0
    for (; next < matches.length && (wordAt[next] ?? 0) < first + MAX_WORDS; next += 1) {
      const wanted = matches[next]?.wanted
      if (wanted) inside.set(wanted, (inside.get(wanted) ?? 0) + 1)
    }
    const distinct = inside.size
    const count = next - index
    if (distinct > best.distinct || (distinct === best.distinct && count > best.count)) {
      best = { distinct, count, first, last: wordAt[next - 1] ?? first }
    }
    const left = (inside.get(match.wanted) ?? 0) - 1
    if (left === 0) inside.delete(match.wanted)
    else inside.set(match.wanted, left)
  })
  const spare = MAX_WORDS - (best.last - best.first + 1)
  const start = Math.max(0, Math.min(best.first - Math.floor(spare / 2), words.length - MAX_WORDS))
  return [start, start + MAX_WORDS]
}

function wordIndexes(words: readonly Span[], matches: readonly Match[]): number[] {
  let word = 0
  return matches.map(match => {
    while ((words[word]?.end ?? Number.POSITIVE_INFINITY) <= match.start) word += 1
    return word
  })
}

function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { start, end } of spans) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** The words with one space wherever white space stood between them, and where the marked spans lie in that text. */
function collapse(text: string, words: readonly Span[], marked: readonly Span[]) {
  const ranges: Span[] = []
  let collapsed = ''
  let previousEnd = words[0]?.start ?? 0
  let next = 0
  for (const word of words) {
    if (word.start > previousEnd) collapsed += ' '
    previousEnd = word.end
    const shift = collapsed.length - word.start
    collapsed += text.slice(word.start, word.end)
    for (let span = marked[next]; span && span.start < word.end; span = marked[next]) {
      if (span.end > word.start) {
        ranges.push({ start: Math.max(span.start, word.start) + shift, end: Math.min(span.end, word.end) + shift })
      }
      // A span that reaches into the next word is looked at again there.
      if (span.end > word.end) break
      next += 1
    }
  }
  return { text: collapsed, ranges: mergedSpans(ranges) }
}
