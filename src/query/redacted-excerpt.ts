import { redactSecrets } from '../evidence/secrets.ts'
import { type Excerpt, excerptAround, leadingCodePoints, type Match, matchesIn } from './excerpt.ts'
import { partsOfRun } from './identifier-terms.ts'
import type { SearchQuery } from './query.ts'

/** The first of the texts that shows most of what was asked for, without secrets; the first text's beginning where none does. */
export function excerptOf(texts: readonly string[], query: SearchQuery): Excerpt {
  const shown = texts.map(presentable)
  const best = bestOf(shown, query)
  if (best) return excerptAround(best.text, best.matches)
  return { excerpt: leadingCodePoints((shown[0] ?? '').replace(/\s+/g, ' ').trim()), matches: [] }
}

/** The first of the texts with most of what was asked for; undefined where none has any of it. */
export function bestOf(texts: readonly string[], query: SearchQuery) {
  const wantedBy = termsWanted(query)
  let best: { text: string; place: number; matches: Match<unknown>[]; distinct: number } | undefined
  for (const [place, text] of texts.entries()) {
    const matches = matchesIn(text, wantedBy, partsOfRun)
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

/** Which of the things that are asked for a term answers. */
function termsWanted({ all }: SearchQuery): (term: string) => readonly unknown[] {
  const exact = new Map<string, unknown[]>()
  const prefixes: [prefix: string, wanted: unknown][] = []
  for (const alternatives of all) {
    for (const { words, parts, isPrefix } of alternatives) {
      for (const term of new Set([...words, ...parts])) exact.set(term, [...(exact.get(term) ?? []), alternatives])
      const last = words.at(-1)
      if (isPrefix && last !== undefined) prefixes.push([last, alternatives])
    }
  }
  return term => [
    ...(exact.get(term) ?? []),
    ...prefixes.flatMap(([prefix, wanted]) => (term !== prefix && term.startsWith(prefix) ? [wanted] : [])),
  ]
}
