import type { Case } from './cases.ts'

/** Says whether a reply is let through. The two that compare quotes pass a claim of absence: it has none. */
export type Checker = (reply: Case) => boolean | Promise<boolean>

/** As libraries do it that ask a model for quotes: every quoted text must occur verbatim in one of the texts. */
export function substringChecker({ reply, place }: Case): boolean {
  const quotes = quotesOf(reply)
  if (isAbsence(reply)) return true
  return quotes.length > 0 && quotes.every(quote => place.scenes.some(({ content }) => content.includes(quote)))
}

/** As aligners do it: most words of the quote occur within a window of its length in one text. */
export function fuzzyChecker({ reply, place }: Case): boolean {
  const quotes = quotesOf(reply)
  return (
    quotes.length > 0 &&
    quotes.every(quote => place.scenes.some(({ path }) => bestShare(quote, wordsOf(place, path)) >= 0.75))
  )
}

function isAbsence(reply: string): boolean {
  return reply.includes('[absence]')
}

function quotesOf(reply: string): string[] {
  return Array.from(reply.matchAll(/"([^"]+)"|“([^”]+)”|«([^»]+)»/g), ([, a, b, c]) => a ?? b ?? c ?? '')
}

const kept = new Map<string, string[]>()

function wordsOf(place: Case['place'], path: string): string[] {
  const key = `${place.encoding} ${path}`
  const known = kept.get(key) ?? tokens(place.room.files[path] ?? '')
  kept.set(key, known)
  return known
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
}

/** The greatest share of the quote's words that a window of its length holds in common with it. */
function bestShare(quote: string, words: readonly string[]): number {
  const wanted = tokens(quote)
  const counts = new Map<string, number>()
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  let best = 0
  const shift = (word: string | undefined, by: 1 | -1) => {
    const left = counts.get(word ?? '')
    if (left === undefined || word === undefined) return
    if (by === 1 ? left > 0 : left >= 0) common += by
    counts.set(word, left - by)
  }
  for (let end = 0; end < words.length; end++) {
    shift(words[end], 1)
    if (end >= wanted.length) shift(words[end - wanted.length], -1)
    best = Math.max(best, common)
  }
  return wanted.length === 0 ? 0 : best / wanted.length
}
