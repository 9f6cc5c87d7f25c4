import type { SearchQuery, Wanted } from './query.ts'
import { singular } from './term-runs.ts'

/**
 * The query for a search in which no passage has every word: without words that every sentence has, and with other forms
 * of each word. What is found so is shown as such.
 */
export function loosen(query: SearchQuery): SearchQuery {
  const telling = query.all.filter(alternatives => !alternatives.every(isCommon))
  const all = (telling.length > 0 ? telling : query.all).map(alternatives => alternatives.flatMap(withForms))
  return { ...query, all }
}

function isCommon({ words, isPrefix }: Wanted): boolean {
  const [word] = words
  return words.length === 1 && word !== undefined && !isPrefix && commonWords.has(word)
}

const commonWords = new Set(
  `a about after all am an and any are as at be been before being but by can could did do doe for from had has have having
  he her hers him his how i if in into is it its me my no not of on or our out over own s shall she should so some such t
  than that the their them then there these they this those to too until up very was we were what when where which who
  whom whose why will with would you your`.split(/\s+/),
)

function withForms(wanted: Wanted): Wanted[] {
  const [word] = wanted.words
  const isPlain = wanted.words.length === 1 && wanted.parts.length === 1 && !wanted.isPrefix
  if (!isPlain || word === undefined) return [wanted]
  return [wanted, ...formsOf(word).map(form => ({ words: [form], parts: [form], isPrefix: false }))]
}

/** Other forms of an English word, as terms; some of them are no words, and then nothing has them. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  const forms = new Set<string>()
  for (const stem of stemsOf(word)) {
    const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(stem) ? [`${stem}${stem.at(-1)}`] : []
    const dropped = stem.endsWith('e') ? [stem.slice(0, -1)] : []
    for (const base of [stem, ...doubled, ...dropped]) for (const end of ends) forms.add(singular(`${base}${end}`))
    if (stem.endsWith('y')) for (const end of ['ied', 'ier', 'iest']) forms.add(`${stem.slice(0, -1)}${end}`)
  }
  forms.delete(word)
  return [...forms]
}

const ends = ['', 'ed', 'ing', 'er', 'ly', 'ion', 'ment']

/** What a word may have been made from. */
function stemsOf(word: string): string[] {
  const stems = [word]
  for (const end of ['ing', 'ied', 'ed', 'er', 'ly', 'ion', 'ment', 'iest', 'est']) {
    if (!word.endsWith(end) || word.length - end.length < 3) continue
    const rest = word.slice(0, -end.length)
    if (end.startsWith('i') && end !== 'ing' && end !== 'ion') stems.push(`${rest}y`)
    else stems.push(rest, `${rest}e`)
    if (/([bdgklmnprt])\1$/.test(rest)) stems.push(rest.slice(0, -1))
  }
  return stems
}
