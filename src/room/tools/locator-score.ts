import { globMatcher } from '../../files/glob.ts'
import { roundTo } from '../text/numbers.ts'
import { stemOf } from '../text/scene-head.ts'
import { wordsOf } from '../text/words.ts'
import { foldName } from '../workspace/fold.ts'

/** What is looked for, folded once. */
export interface Criteria {
  text: string
  terms: readonly string[]
  /** Nothing is asked for, so every file will do. */
  all: boolean
  glob?: (path: string) => boolean
}

export function criteriaOf(text: string, globs: boolean): Criteria {
  const folded = foldName(text).trim()
  // The extension is in every path, so that it finds nothing.
  const words = wordsOf(folded.replace(/\.(?:md|markdown|txt)$/, ''))
  const terms = [...new Set(words.map(word => word.text))].filter(term => [...term].length >= 2)
  const glob = globs && /[*?]/.test(folded) ? { glob: globMatcher(folded) } : {}
  return { text: folded, terms, all: folded === '' || folded === '*', ...glob }
}

/** By the name of a file, its title and aliases; the highest rule that holds. */
export function nameScore(
  { text, terms, all, glob }: Criteria,
  path: string,
  title: string,
  aliases: readonly string[],
): number {
  if (all) return 1
  const folded = foldName(path)
  const base = folded.split('/').at(-1)
  if (folded === text) return 100
  if (base === text) return 90
  if (stemOf(folded) === text) return 80
  if (glob?.(folded)) return 70
  if (folded.includes(text)) return 60
  if (terms.length === 0) return 0
  if (terms.every(term => folded.includes(term))) return 50
  const wide = [folded, foldName(title), ...aliases.map(foldName)].join('\n')
  const share = terms.filter(term => wide.includes(term)).length / terms.length
  if (share === 1) return 40
  return share === 0 ? 0 : 20 + 10 * roundTo(share, 1)
}

interface ContentMatch {
  score: number
  /** Numbers of matching lines, three at most. */
  lines: number[]
}

/** By what a file says: the phrase, all terms on a line, all terms somewhere. */
export function contentScore({ text, terms, all }: Criteria, lines: readonly string[]): ContentMatch {
  if (all || terms.length === 0) return { score: 0, lines: [] }
  const folded = lines.map(foldName)
  const where = (holds: (line: string) => boolean) =>
    folded.flatMap((line, at) => (holds(line) ? [at + 1] : [])).slice(0, 3)
  const phrase = where(line => line.includes(text))
  if (phrase.length > 0) return { score: 30, lines: phrase }
  const together = where(line => terms.every(term => line.includes(term)))
  if (together.length > 0) return { score: 20, lines: together }
  const everywhere = terms.every(term => folded.some(line => line.includes(term)))
  return everywhere
    ? { score: 10, lines: where(line => terms.some(term => line.includes(term))) }
    : { score: 0, lines: [] }
}
