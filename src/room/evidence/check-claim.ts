import type { Receipt } from '../../receipts/receipt.ts'
import { structureOf } from '../text/structure.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'
import { checkQuotes } from './check-quotes.ts'
import type { Citation, CitedFiles, CitedPlace } from './citation.ts'
import { findWord } from './find-text.ts'
import { normalForm } from './normal-form.ts'
import { lineAt, originalOf, searchable } from './searchable-file.ts'
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
