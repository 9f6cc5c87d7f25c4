import { type Citation, type CitedPlace, type CitedQuote, nearestSource } from './citation.ts'

export interface LineRange {
  first: number
  last: number
}

/**
 * The lines of this file within which the quote must stand; none when the line names no lines of it. With several
 * quotes each has the lines that stand beside it: before it, or after it where the line is written that way round; and
 * none when its file is named again without lines.
 */
export function linesFor(quote: CitedQuote, { sources, places, quotes }: Citation, path: string): LineRange[] {
  const pathOf = (source: number | null) => sources[source ?? -1]?.path
  const lines = places.filter(({ type, source }) => type === 'line' && pathOf(source) === path)
  const quotesHere = quotes.filter(({ at }) => pathOf(nearestSource(sources, at)) === path)
  const at = quotesHere.indexOf(quote)
  const [firstPlace] = lines
  const [firstQuote] = quotesHere
  if (at < 0 || quotesHere.length === 1 || !firstPlace || !firstQuote) return lines.map(rangeOf)

  const placesBefore = firstPlace.at < firstQuote.at
  const gaps = quotesHere.map((each, index) => {
    const [from, to] = placesBefore
      ? [quotesHere[index - 1]?.at ?? -1, each.at]
      : [each.at, quotesHere[index + 1]?.at ?? Number.POSITIVE_INFINITY]
    return lines.filter(place => place.at > from && place.at < to)
  })
  const named = sources[nearestSource(sources, quote.at) ?? -1]?.at ?? -1
  const isNamedAgain = named > (quotesHere[at - 1]?.at ?? Number.POSITIVE_INFINITY)
  if (gaps[at]?.length === 0 && isNamedAgain) return []
  const filled = placesBefore
    ? gaps.slice(0, at + 1).findLast(isFilled)
    : (gaps.slice(at).find(isFilled) ?? gaps.findLast(isFilled))
  return (filled ?? lines).map(rangeOf)
}

function isFilled(gap: readonly CitedPlace[]): boolean {
  return gap.length > 0
}

function rangeOf({ start, end }: CitedPlace): LineRange {
  return { first: start, last: end }
}
