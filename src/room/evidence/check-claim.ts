import { sha256 } from '../../files/sha256.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { structureOf } from '../text/structure.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'
import {
  type Citation,
  type CitedFiles,
  type CitedPlace,
  type CitedQuote,
  type CitedSource,
  nearestSource,
} from './citation.ts'
import { normalForm, quoteForm } from './normal-form.ts'
import {
  findQuote,
  findWord,
  lineAt,
  originalOf,
  type SearchableFile,
  searchable,
  unitsOfLines,
} from './searchable-file.ts'
import { type ClaimKind, type EvidenceSpan, type Refusal, refusal } from './verdict.ts'

/** Row 11: what a claim of this kind must show. Quotes are looked up whatever the kind, except what is said to be absent. */
export async function checkClaim(
  citation: Citation,
  kind: ClaimKind,
  receipts: readonly Receipt[],
  files: CitedFiles,
): Promise<{ spans: EvidenceSpan[] } | Refusal> {
  if (kind === 'absence') return (await checkAbsence(citation, files)) ?? { spans: [] }
  if (kind === 'content') return checkContent(citation, receipts, files)
  if (kind === 'issue') return checkQuotes(citation, receipts, files)
  const refused = kind === 'structural' ? await checkStructural(citation, files) : checkAccess(citation)
  return refused ?? checkQuotes(citation, receipts, files)
}

async function checkContent(citation: Citation, receipts: readonly Receipt[], files: CitedFiles) {
  if (citation.hasEmptyQuote) return refusal('missing-quote', 'empty-quote')
  if (citation.quotes.length === 0) return refusal('missing-quote')
  if (!citation.sources.some(({ file }) => file)) {
    return refusal('missing-file', citation.sources.find(({ error }) => error)?.error ?? 'no-file')
  }
  const quotes = await checkQuotes(citation, receipts, files)
  if ('reason' in quotes) return quotes
  return (await checkPlaces(citation, files, 'resolved')) ?? quotes
}

async function checkStructural(citation: Citation, files: CitedFiles): Promise<Refusal | undefined> {
  return citation.places.length === 0 ? refusal('missing-location') : checkPlaces(citation, files, 'all')
}

/** Nothing that is said to be absent is in the scope. */
async function checkAbsence({ scope, terms }: Citation, files: CitedFiles): Promise<Refusal | undefined> {
  if (!scope || scope.files.length === 0) return refusal('missing-scope', unknownScene(scope))
  const wanted = terms.map(term => normalForm(term).text).filter(term => term !== '')
  for (const cited of scope.files) {
    const text = await files.read(cited)
    if ('fault' in text) return refusal('file-read-failed', cited.path)
    if (wanted.length === 0) continue
    const file = searchable(text)
    const lines = wanted
      .map(term => ({ at: findWord(file.form.text, term), length: term.length }))
      .filter(({ at }) => at >= 0)
      .map(({ at, length }) => lineAt(file, originalOf(file, { start: at, end: at + length }).from))
    if (lines.length > 0) return refusal('absence-contradicted', `${cited.path}:${Math.min(...lines)}`)
  }
  return undefined
}

/** What cannot be seen must at least be named. */
function checkAccess({ scope, sources }: Citation): Refusal | undefined {
  const isNamed = sources.some(source => source.file || source.error || source.folder) || (scope?.files.length ?? 0) > 0
  return isNamed ? undefined : refusal('missing-scope', unknownScene(scope))
}

function unknownScene(scope: Citation['scope']): string | undefined {
  return scope?.unknownScene === undefined ? undefined : `unknown-scene:${scope.unknownScene}`
}

/** Every cited place must be there. Where places are all there is, each needs a file that can be read. */
async function checkPlaces(
  { places, sources }: Citation,
  files: CitedFiles,
  rule: 'all' | 'resolved',
): Promise<Refusal | undefined> {
  for (const place of places) {
    const source = sources[place.source ?? -1]
    if (!source?.file) {
      if (rule === 'resolved') continue
      return refusal('missing-file', source?.error ?? 'no-file')
    }
    const text = await files.read(source.file)
    if ('fault' in text) return refusal('file-read-failed', source.file.path)
    if (!exists(place, text, source.class === 'outline')) {
      return refusal('location-out-of-range', `${source.file.path}${place.type === 'line' ? `:${place.start}` : ''}`)
    }
  }
  return undefined
}

function exists(place: CitedPlace, text: FileText, isOutline: boolean): boolean {
  const { type, start, end, label } = place
  if (label !== undefined) return headingsOf(text).some(heading => isNamed(heading, label))
  if (start < 1 || end < start) return false
  if (type === 'line') return end <= text.lines.length && text.lines.slice(start - 1, end).some(isWritten)
  if (type === 'paragraph') return end <= blocksOf(text, 'paragraph').length
  if (type === 'entry') return isOutline && hasEntries(text, start, end)
  return end <= headingsOf(text).length || hasNumbered(headingsOf(text), start, end)
}

function isWritten(line: string): boolean {
  return line.trim() !== ''
}

function blocksOf({ lines }: FileText, kind: 'paragraph' | 'heading') {
  return structureOf(lines).blocks.filter(block => block.kind === kind)
}

function headingsOf(text: FileText): string[] {
  return blocksOf(text, 'heading').map(block => block.text)
}

function isNamed(heading: string, label: string): boolean {
  const wanted = normalForm(label).text
  return wanted !== '' && findWord(normalForm(heading).text, wanted) >= 0
}

/** An entry is known by its place in the outline and by the number its heading declares. */
function hasEntries({ content }: FileText, start: number, end: number): boolean {
  const { scenes } = parseOutline(content)
  const numbers = new Set(scenes.flatMap(({ number, declared_number }) => [number, declared_number ?? number]))
  return everyNumber(start, end, number => numbers.has(number))
}

function hasNumbered(headings: readonly string[], start: number, end: number): boolean {
  const numbers = new Set(headings.map(heading => Number(/^(\d{1,9})(?![\p{L}\p{N}])/u.exec(heading)?.[1])))
  return everyNumber(start, end, number => numbers.has(number))
}

function everyNumber(start: number, end: number, holds: (number: number) => boolean): boolean {
  for (let number = start; number <= end; number++) if (!holds(number)) return false
  return true
}

/** Looks every quote up in the source it belongs to, then in the other cited files. */
async function checkQuotes(
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
