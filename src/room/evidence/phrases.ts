import type { Citation } from './citation.ts'

/** Step 10: what the words around the citations say. */
export function phrasesIn(open: string): Citation['phrases'] {
  const text = open.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  const says = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'u').test(text)
  return {
    access: says('access[_ ]request') || (says('i need to check') && says('request')),
    absence: says('checked') && says(absences),
    finding: says('i checked') && says('found'),
  }
}

const absences = "found no|found nothing|found none|no mention of|no sign of|no reference to|did not find|didn't find"

/** Step 8. */
export function issuesIn(open: string): { issues: number[]; spans: [at: number, end: number][] } {
  const found = [...open.matchAll(/(?<![\p{L}\p{N}_#])(?:issues?[ \t]{0,8}#?|#)(\d{1,9})(?![\p{L}\p{N}_])/giu)]
  return {
    issues: [...new Set(found.map(({ 1: number }) => Number(number)))],
    spans: found.map(({ index, 0: whole }) => [index, index + whole.length]),
  }
}
