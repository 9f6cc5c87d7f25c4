import type { Passage } from './passages.ts'
import { type LinePart, partOnLine } from './places.ts'

const months = 'January|February|March|April|June|July|August|September|October|November|December'
const weekdays = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const seasons = 'spring|summer|autumn|fall|winter'

/** Words that place a sentence in time; "may" and "second" alone do not. */
const marks = [
  /\b(?:1\d{3}|20\d{2})\b/,
  /\b\d{1,2}:\d{2}\b|(?<=\p{L}|\b\d{1,2}) o['’]clock\b/u,
  new RegExp(`\\b(?:${weekdays})s?\\b`),
  new RegExp(`\\b(?:${months})\\b|\\bMay,? \\d|\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? May\\b`),
  new RegExp(`\\b(?:${seasons})(?: of)? (?:1\\d{3}|20\\d{2})\\b`, 'i'),
  /\b(?:ago|later|yesterday|tomorrow|dawn|dusk|the next day)\b/i,
]

/** The parts of such sentences on the line of the mark. */
export function eventMarkers(passages: readonly Passage[]): { part: LinePart; at: number }[] {
  return passages.flatMap(({ block, sentences }) =>
    sentences.flatMap(({ start, end }) => {
      const text = block.text.slice(start, end)
      const found = marks.map(mark => mark.exec(text)?.index ?? -1).find(at => at >= 0)
      if (found === undefined) return []
      const part = partOnLine(block, start, end, start + found)
      return [{ part, at: part.start }]
    }),
  )
}
