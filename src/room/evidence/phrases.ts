import type { Citation } from './citation.ts'

/** Step 10: what the words around the citations say. */
export function phrasesIn(open: string): Citation['phrases'] {
  const text = open.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  return {
    access: requests.test(text) || (needs.test(text) && asks.test(text)),
    absence: checked.test(text) && absences.test(text),
    finding: iChecked.test(text) && found.test(text),
  }
}

/** Step 8. */
export function issuesIn(open: string): { issues: number[]; spans: [at: number, end: number][] } {
  const numbers = [...open.matchAll(/(?<![\p{L}\p{N}_#])(?:issues?[ \t]{0,8}#?|#)(\d{1,9})(?![\p{L}\p{N}_])/giu)]
  return {
    issues: [...new Set(numbers.map(({ 1: number }) => Number(number)))],
    spans: numbers.map(({ index, 0: whole }) => [index, index + whole.length]),
  }
}

const requests = phrase('access[_ ]request')
const needs = phrase('i need to check')
const asks = phrase('request')
const checked = phrase('checked')
const iChecked = phrase('i checked')
const found = phrase('found')
const absences = phrase(
  "found no|found nothing|found none|no mention of|no sign of|no reference to|did not find|didn't find",
)

function phrase(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'u')
}
