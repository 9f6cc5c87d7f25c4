import { lazy } from '../kernel/lazy.ts'
import { eachRun, eachTerm, type MayVisit, normalRun, SPACELESS, singular } from './term-runs.ts'

/** Words around what was found, and where in them that is. */
export interface Excerpt {
  excerpt: string
  /** UTF-16 [start, end) pairs in the excerpt, in order, never touching each other. */
  matches: [number, number][]
}

interface Span {
  start: number
  end: number
}

/** A stretch of a text, and what it answers. */
export interface Match<W> extends Span {
  wanted: W
}

/**
 * The stretches of a text whose terms are asked for; where `partsOf` knows parts of a name, these mark it whole.
 * Runs of which `mayMatch` says no are passed over.
 */
export function matchesIn<W>(
  text: string,
  wantedBy: (term: string) => readonly W[],
  partsOf: (run: string) => readonly string[] = () => [],
  mayMatch?: MayVisit,
): Match<W>[] {
  const matches: Match<W>[] = []
  const look = (run: string, offset: number): boolean => {
    const normal = normalRun(run)
    const found = matches.length
    let originOf: ((from: number, to: number) => Span) | undefined
    eachTerm(normal, (unfolded, from, to) => {
      const answered = wantedBy(singular(unfolded))
      if (answered.length === 0) return true
      originOf ??= originsIn(run, normal)
      const { start, end } = originOf(from, to)
      for (const wanted of answered) matches.push({ start: offset + start, end: offset + end, wanted })
      return true
    })
    if (matches.length > found) return true
    for (const part of partsOf(run)) {
      for (const wanted of wantedBy(part)) matches.push({ start: offset, end: offset + run.length, wanted })
    }
    return true
  }
  eachRun(text, look, mayMatch)
  return matches
}

/** The 30 words of a text with most of what was found. */
export function excerptAround(text: string, matches: readonly Match<unknown>[]): Excerpt {
  const words = wordsOf(text)
  const [first, last] = densestWindow(words, matches)
  const { text: shown, ranges } = collapse(text, words.slice(first, last), mergedSpans(matches))
  const lead = first > 0 ? '…' : ''
  return {
    excerpt: `${lead}${shown}${last < words.length ? '…' : ''}`,
    matches: ranges.map(({ start, end }) => [start + lead.length, end + lead.length]),
  }
}

export function leadingCodePoints(text: string): string {
  return [...text].slice(0, MAX_LEAD).join('')
}

const MAX_WORDS = 30
const MAX_LEAD = 200

// Two characters count as a word where a script has no spaces, and a longer row of others counts as several words.
const space = 1
const spaceless = 2
const other = 3
const longestWord = [0, Number.POSITIVE_INFINITY, 2, 40]

const SPACE = /\s/
const SPACELESS_SIGN = lazy(() => new RegExp(`[${SPACELESS}]`, 'u'))
/** What each character of the basic plane is, 0 before it was looked at; to ask a pattern for each takes too long. */
const KNOWN_SIGNS = lazy(() => new Uint8Array(0x10000))

// What normalises together stays together: a character with the marks, or the half-width kana signs, that follow it.
const CLUSTERS = lazy(() => /[\p{L}\p{N}\p{M}][\p{M}\uff9e\uff9f]*/gu)

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

function wordsOf(text: string): Span[] {
  const words: Span[] = []
  const known = KNOWN_SIGNS()
  let start = 0
  let count = 0
  let sign = 0
  for (let at = 0; at < text.length; ) {
    const next = signAt(text, at, known)
    if (next !== sign || count === longestWord[sign]) {
      if (sign > space) words.push({ start, end: at })
      start = at
      count = 0
      sign = next
    }
    count += 1
    at += isPairAt(text, at) ? 2 : 1
  }
  if (sign > space) words.push({ start, end: text.length })
  return words
}

function signAt(text: string, at: number, known: Uint8Array): number {
  const code = text.charCodeAt(at)
  const sign = known[code] ?? 0
  if (sign !== 0) return sign
  if (isPairAt(text, at)) return signOf(String.fromCodePoint(text.codePointAt(at) ?? 0))
  const found = signOf(text.charAt(at))
  // Half of a pair is not remembered: with the other half it is another character.
  if ((code & 0xf800) !== 0xd800) known[code] = found
  return found
}

function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

function signOf(character: string): number {
  if (SPACE.test(character)) return space
  return SPACELESS_SIGN().test(character) ? spaceless : other
}

/** The words around the 30 in which most distinct terms, then most terms, then the earliest ones occur. */
function densestWindow(words: readonly Span[], matches: readonly Match<unknown>[]): [number, number] {
  if (words.length <= MAX_WORDS) return [0, words.length]
  const wordAt = wordIndexes(words, matches)
  const inside = new Map<unknown, number>()
  let best = { distinct: 0, count: 0, first: 0, last: 0 }
  let next = 0
  matches.forEach((match, index) => {
    const first = wordAt[index] ?? 0
    for (; next < matches.length && (wordAt[next] ?? 0) < first + MAX_WORDS; next += 1) {
      const wanted = matches[next]?.wanted
      inside.set(wanted, (inside.get(wanted) ?? 0) + 1)
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

function wordIndexes(words: readonly Span[], matches: readonly Span[]): number[] {
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

/** The words with one space wherever there was white space between them, and where the marked spans are in that text. */
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
