import { redactSecrets } from '../evidence/secrets.ts'
import { type Excerpt, excerptAround, leadingCodePoints, type Match, matchesIn } from './excerpt.ts'
import { partsOfRun } from './identifier-terms.ts'
import type { SearchQuery } from './query.ts'
import { mayHaveTerm } from './term-runs.ts'

/** The first of the texts that shows most of what was asked for, without secrets; the first text's beginning where none does. */
export function excerptOf(texts: readonly string[], query: SearchQuery): Excerpt {
  const shown = texts.map(presentable)
  const best = bestOf(shown, query)
  if (best) return excerptAround(best.text, best.matches)
  return { excerpt: leadingCodePoints((shown[0] ?? '').replace(/\s+/g, ' ').trim()), matches: [] }
}

/** The first of the texts with most of what was asked for; undefined where none has any of it. */
export function bestOf(texts: readonly string[], query: SearchQuery) {
  const { wantedBy, mayMatch } = termsWanted(query)
  let best: { text: string; place: number; matches: Match<unknown>[]; distinct: number } | undefined
  for (const [place, text] of texts.entries()) {
    const matches = withoutStrays(text, matchesIn(text, wantedBy, partsOfRun, mayMatch))
    const distinct = new Set(matches.map(({ wanted }) => wanted)).size
    if (distinct > (best?.distinct ?? 0)) best = { text, place, matches, distinct }
  }
  return best
}

/** As it may be shown: well formed, without secrets, and no longer than an excerpt is looked for in. */
export function presentable(text: string): string {
  return redactSecrets(text.slice(0, longestExcerpted).toWellFormed())
}

const longestExcerpted = 20_000

/** Something that is asked for, or one word of a row of words: a phrase, or the parts of its names. */
interface Asked {
  clause: number
  row: readonly string[] | null
  place: number
}

/** Which of the things that are asked for a term answers, and whether a run may have such a term. */
function termsWanted({ all }: SearchQuery) {
  const exact = new Map<string, Asked[]>()
  const prefixes: [prefix: string, wanted: Asked][] = []
  for (const [clause, alternatives] of all.entries()) {
    const whole: Asked = { clause, row: null, place: 0 }
    for (const { words, parts, isPrefix } of alternatives) {
      const isPhrase = words.length > 1
      const rows = words.join(' ') === parts.join(' ') ? [words] : [words, parts]
      for (const row of rows) {
        for (const [place, term] of row.entries()) {
          const asked = isPhrase ? { clause, row, place } : whole
          const known = exact.get(term) ?? []
          if (!known.includes(asked)) exact.set(term, [...known, asked])
          if (isPrefix && row === words && place === words.length - 1) prefixes.push([term, asked])
        }
      }
    }
  }
  const wantedBy = (term: string): readonly Asked[] => {
    const asked = exact.get(term) ?? nothing
    return prefixes.length === 0
      ? asked
      : [
          ...asked,
          ...prefixes.flatMap(([prefix, wanted]) => (term !== prefix && term.startsWith(prefix) ? [wanted] : [])),
        ]
  }
  return { wantedBy, mayMatch: mayHaveTerm(exact.keys()) }
}

const nothing: readonly Asked[] = []

/** Without single words of a phrase, where the text has the whole of it. */
function withoutStrays(text: string, matches: Match<Asked>[]): Match<Asked>[] {
  const open = new Map<readonly string[], Match<Asked>[]>()
  const inRows = new Set<Match<Asked>>()
  const said = new Set<number>()
  for (const match of matches) {
    const { row, place, clause } = match.wanted
    if (row === null) continue
    const before = open.get(row) ?? []
    // What goes on with nothing is let go, so that no stretch of the text is looked through twice.
    if (place === before.length && isNext(text, before.at(-1), match)) before.push(match)
    else if (place === 0) open.set(row, [match])
    else open.delete(row)
    if (open.get(row)?.length !== row.length) continue
    for (const each of open.get(row) ?? []) inRows.add(each)
    said.add(clause)
    open.delete(row)
  }
  return matches.filter(match => !said.has(match.wanted.clause) || match.wanted.row === null || inRows.has(match))
}

/** The parts of a name all mark the whole name. */
function isNext(text: string, last: Match<Asked> | undefined, match: Match<Asked>): boolean {
  return last !== undefined && (last.start === match.start || !letter.test(text.slice(last.end, match.start)))
}

const letter = /[\p{L}\p{N}]/u
