import { sha256 } from '../../files/sha256.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import type { FileText } from '../workspace/vfs.ts'
import {
  type Citation,
  type CitedFiles,
  type CitedPlace,
  type CitedQuote,
  type CitedSource,
  nearestSource,
} from './citation.ts'
import { findQuote } from './find-text.ts'
import { quoteForm } from './normal-form.ts'
import { lineAt, originalOf, type SearchableFile, searchable, unitsOfLines } from './searchable-file.ts'
import { type EvidenceSpan, type Refusal, refusal } from './verdict.ts'

/** Looks every quote up in the source it belongs to, then in the other cited files. */
export async function checkQuotes(
  citation: Citation,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<{ spans: EvidenceSpan[] } | Refusal> {
  const spans: EvidenceSpan[] = []
  for (const quote of citation.quotes) {
    const found = await lookUp(quote, citation, receipts, files)
    if ('reason' in found) return found
    spans.push(found)
  }
  return { spans }
}

async function lookUp(
  quote: CitedQuote,
  citation: Citation,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<EvidenceSpan | Refusal> {
  const cited = fileSources(quote, citation)
  let elsewhere: string | undefined
  let changed = false
  for (const [position, { file }] of cited.entries()) {
    const text = await files.read(file)
    if ('fault' in text) {
      if (position === 0) return refusal('file-read-failed', file.path)
      continue
    }
    const found = findIn(text, quote, linesFor(quote, citation, file.path))
    if (typeof found === 'object') return found
    if (found !== undefined) elsewhere ??= `outside-lines:${found}`
    changed ||= receipts.some(({ file_refs }) => recordedOtherwise(file_refs, text))
  }
  return refusal('quote-not-found', elsewhere ?? (changed ? 'file-changed' : 'absent'))
}

function fileSources(quote: CitedQuote, { sources }: Citation) {
  const first = sources[nearestSource(sources, quote.at) ?? -1]
  const ordered = first ? [first, ...sources.filter(source => source !== first)] : sources
  const seen = new Set<string>()
  return ordered.filter((source): source is CitedSource & { file: NonNullable<CitedSource['file']> } => {
    if (!source.file || seen.has(source.file.path)) return false
    seen.add(source.file.path)
    return true
  })
}

/** The span, or the first line with the quote outside of the cited ones. */
function findIn(text: FileText, quote: CitedQuote, lines: readonly LineRange[]): EvidenceSpan | number | undefined {
  const file = searchable(text)
  const wanted = quoteForm(quote.text)
  const whole = { start: 0, end: file.form.text.length }
  const ranges = lines.length > 0 ? lines.map(({ first, last }) => unitsOfLines(file, first, last)) : [whole]
  for (const { start, end } of ranges) {
    const at = findQuote(file.form.text, wanted, start, end)
    if (at >= 0) return spanOf(text, file, at, at + wanted.length, quote.text)
  }
  if (lines.length === 0) return undefined
  const at = findQuote(file.form.text, wanted, 0, whole.end)
  return at < 0 ? undefined : lineAt(file, originalOf(file, { start: at, end: at + wanted.length }).from)
}

function spanOf(text: FileText, file: SearchableFile, start: number, end: number, quote: string): EvidenceSpan {
  const { from, to } = originalOf(file, { start, end })
  const cited = text.content.slice(from, to)
  // The byte order mark is not part of the content, but it is part of the file.
  const mark = text.size_bytes - Buffer.byteLength(text.content)
  const startByte = mark + Buffer.byteLength(text.content.slice(0, from))
  return {
    path: text.path,
    start_line: lineAt(file, from),
    end_line: lineAt(file, to - 1),
    start_byte: startByte,
    end_byte: startByte + Buffer.byteLength(cited),
    sha256: sha256(cited),
    quote,
    match: cited === quote ? 'exact' : 'normalized',
  }
}

function recordedOtherwise(refs: Receipt['file_refs'], { path, sha256 }: FileText): boolean {
  return refs.some(ref => ref.path === path && ref.file_sha256 !== sha256)
}

interface LineRange {
  first: number
  last: number
}

/**
 * The lines of this file that the quote must be in; none when the Evidence line names no lines of it. With several
 * quotes each has the lines next to it: before it, or after it where the line is written that way round; and
 * none when its file is named again without lines.
 */
function linesFor(quote: CitedQuote, { sources, places, quotes }: Citation, path: string): LineRange[] {
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
