import type { CitedPlace, CitedSource } from './citation.ts'
import { type MaskedText, quotationsIn } from './quotations.ts'

/** Step 3 of `parseEvidence`: a place that is named by its heading rather than by a number. */
export function labelledPlaces(line: MaskedText): CitedPlace[] {
  return quotationsIn(line.open).flatMap(({ text, start, end }) => {
    const word = /(?<![\p{L}\p{N}_])(section|heading|chapter|part|entry)[ \t]{0,8}:?[ \t]{0,8}$/iu.exec(
      line.open.slice(Math.max(0, start - 32), start),
    )
    if (!word) return []
    const at = start - word[0].length
    line.cover(at, end)
    const type = word[1]?.toLowerCase() === 'entry' ? 'entry' : 'section'
    return [{ type, start: 0, end: 0, label: text.trim(), source: null, at } satisfies CitedPlace]
  })
}

/** Step 7 of `parseEvidence`: places by number. Entries are read only where the line mentions an outline. */
export function numberedPlaces(line: MaskedText, sources: readonly CitedSource[]): CitedPlace[] {
  const afterSource = sources.flatMap(({ end }) => {
    const found = /^(?::|#L)(\d{1,9})(?:[-–—]L?(\d{1,9}))?(?![\p{L}\p{N}])/u.exec(line.open.slice(end, end + 24))
    return found ? [place(line, 'line', end, found)] : []
  })
  const hasOutline = outlineWord.test(line.open) || sources.some(isOutline)
  const worded = [
    ...matches(line, 'line', lineNumbers),
    ...matches(line, 'line', shortLines),
    ...matches(line, 'paragraph', paragraphNumbers),
    ...matches(line, 'section', sectionNumbers),
    ...(hasOutline ? matches(line, 'entry', entryNumbers) : []),
  ]
  return [...afterSource, ...worded].sort((a, b) => a.at - b.at)
}

/** A number or a range of them after one of the words, as a whole word. */
export function numberAfter(words: string): RegExp {
  const gap = '[ \\t]{0,8}'
  const dash = `(?:${gap}[-–—]${gap}|[ \\t]{1,8}(?:to|through)[ \\t]{1,8})`
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${words})${gap}#?${gap}(\\d{1,9})(?:${dash}#?(\\d{1,9}))?(?![\\p{L}\\p{N}])`,
    'giu',
  )
}

const lineNumbers = numberAfter('lines?|ln')
const shortLines = /(?<![\p{L}\p{N}_])L(\d{1,9})(?:[ \t]?[-–—][ \t]?L?(\d{1,9}))?(?![\p{L}\p{N}])/gu
const paragraphNumbers = numberAfter('paragraphs?')
const sectionNumbers = numberAfter('sections?')
const entryNumbers = numberAfter('entry|entries|scenes?|beats?')
const outlineWord = /(?<![\p{L}\p{N}_])outline(?![\p{L}\p{N}_])/iu

function isOutline(source: CitedSource): boolean {
  return source.class === 'outline'
}

function matches(line: MaskedText, type: CitedPlace['type'], pattern: RegExp): CitedPlace[] {
  return Array.from(line.open.matchAll(pattern), found => place(line, type, found.index, found))
}

function place(line: MaskedText, type: CitedPlace['type'], at: number, found: RegExpExecArray): CitedPlace {
  line.cover(at, at + found[0].length)
  const start = Number(found[1])
  return { type, start, end: found[2] === undefined ? start : Number(found[2]), source: null, at }
}
