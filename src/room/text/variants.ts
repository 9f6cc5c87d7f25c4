import { type LinePart, partOnLine, placeOf } from './places.ts'
import type { ReadBlock } from './sentences.ts'
import { isCapitalised, isStopword } from './words.ts'

/** A word or a term as it is written in a file. */
export interface WrittenTerm {
  text: string
  path: string
  part: LinePart
  at: number
}

export interface ReadFile {
  path: string
  blocks: readonly ReadBlock[]
}

export const nameVariantConfidence = 0.7
export const terminologyConfidence = 0.6

/** A capitalised word, one edit away from a name token, that is not a word itself; its first occurrence. */
export function nameVariants(
  files: readonly ReadFile[],
  targets: ReadonlySet<string>,
  known: ReadonlySet<string>,
  lowercase: ReadonlySet<string>,
): { found: WrittenTerm; token: string }[] {
  const index = deletions(targets)
  const seen = new Set<string>()
  const variants: { found: WrittenTerm; token: string }[] = []
  for (const { path, blocks } of files)
    for (const { block, words, sentences } of blocks)
      for (const { start, end, firstWord, endWord } of sentences)
        for (const word of words.slice(firstWord + 1, endWord)) {
          if (!isCapitalised(word.base) || letters(word.base) < 5 || seen.has(word.base)) continue
          seen.add(word.base)
          if (known.has(word.base) || lowercase.has(word.base.toLowerCase())) continue
          const token = nearToken(word.base, index)
          if (token === undefined) continue
          const part = partOnLine(block, start, end, word.start)
          variants.push({ found: { text: word.base, path, part, at: placeOf(block, word.start).column }, token })
        }
  return variants
}

/** Words that occur in lower case; capitalised, they are not names. */
export function lowercaseWords(files: readonly ReadFile[]): Set<string> {
  const found = new Set<string>()
  for (const { blocks } of files)
    for (const { words } of blocks)
      for (const word of words) if (word.base === word.base.toLowerCase()) found.add(word.base)
  return found
}

/** Terms written apart, with a hyphen and joined: those with two forms or more, each with its first occurrence. */
export function terminology(files: readonly ReadFile[]): { key: string; forms: WrittenTerm[] }[] {
  const forms = new Map<string, Map<string, WrittenTerm>>()
  const note = (key: string, form: string, found: () => WrittenTerm) => {
    const known = forms.get(key) ?? new Map<string, WrittenTerm>()
    forms.set(key, known)
    if (!known.has(form)) known.set(form, found())
  }
  for (const { path, blocks } of files)
    for (const { block, words, sentences } of blocks)
      for (const { start, end, firstWord, endWord } of sentences)
        for (let at = firstWord; at < endWord; at++) {
          const [word, next] = [words[at], words[at + 1]]
          if (!word) continue
          const found = (to: number) => () => {
            const part = partOnLine(block, start, end, word.start)
            return { text: block.text.slice(word.start, to), path, part, at: placeOf(block, word.start).column }
          }
          const parts = word.lower.split('-')
          if (parts.length > 1 ? parts.every(isTermPart) : isTermPart(word.lower) && word.lower.length >= 6)
            note(parts.join(''), parts.length > 1 ? 'hyphen' : 'joined', found(word.end))
          const apart = next && at + 1 < endWord && /^\s+$/.test(block.text.slice(word.end, next.start))
          if (apart && isTermPart(word.lower) && isTermPart(next.lower))
            note(word.lower + next.lower, 'space', found(next.end))
        }
  return [...forms].filter(([, each]) => each.size > 1).map(([key, each]) => ({ key, forms: [...each.values()] }))
}

function isTermPart(lower: string): boolean {
  return lower.length >= 3 && /^\p{L}+$/u.test(lower) && !isStopword(lower)
}

function letters(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0
}

/** Every token under each text that is left when one of its letters goes, so that a word costs its length only. */
function deletions(targets: ReadonlySet<string>): Map<string, string[]> {
  const index = new Map<string, string[]>()
  for (const token of targets)
    for (const key of withOneLetterLess(token)) {
      const known = index.get(key)
      if (known) known.push(token)
      else index.set(key, [token])
    }
  return index
}

function nearToken(word: string, index: ReadonlyMap<string, readonly string[]>): string | undefined {
  if (word.length > 64) return undefined
  for (const key of withOneLetterLess(word))
    for (const token of index.get(key) ?? []) if (token[0] === word[0] && oneEditApart(word, token)) return token
  return undefined
}

function withOneLetterLess(word: string): string[] {
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
}

/** One insertion, deletion, replacement or swap of neighbours makes the one word the other. */
export function oneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`
}
