import { eachRun, eachTerm, normalRun, singular } from './term-runs.ts'

/** Longer runs, and those of more parts, are codes and not names. */
const longestName = 64
const mostParts = 8

/** A text's terms one after the other, made as those of records: as words, and with names in mixed case taken apart. */
export interface TermRow {
  words: string[]
  parts: string[]
}

export function termRow(text: string): TermRow {
  const row: TermRow = { words: [], parts: [] }
  eachRun(text, run => {
    const words = wordsOfRun(run)
    const parts = partsOfRun(run)
    for (const word of words) row.words.push(word)
    for (const part of parts.length > 0 ? parts : words) row.parts.push(part)
    return true
  })
  return row
}

/** The terms that a run of letters and digits is found by: itself, and its parts where it is a name in mixed case. */
export function termsOfRun(run: string): string[] {
  return [...wordsOfRun(run), ...partsOfRun(run)]
}

function wordsOfRun(run: string): string[] {
  const words: string[] = []
  eachTerm(normalRun(run), term => {
    words.push(singular(term))
    return true
  })
  return words
}

/** The parts of a name in mixed case; none of any other run. */
export function partsOfRun(run: string): string[] {
  if (run.length > longestName || !hump.test(run) || !plain.test(run)) return []
  const parts = run.match(part) ?? []
  return parts.length > 1 && parts.length <= mostParts ? parts.map(each => singular(each.toLowerCase())) : []
}

const plain = /^[A-Za-z0-9]+$/
const hump = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const part = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/g
