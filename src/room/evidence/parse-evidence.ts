import type { FileClass, VfsFile } from '../workspace/vfs.ts'
import { citedReceipts } from './check-receipts.ts'
import {
  type Citation,
  type CitedFiles,
  type CitedPlace,
  type CitedScope,
  type CitedSource,
  nearestSource,
} from './citation.ts'
import { filesUnder, knownSources, unresolvedSources } from './known-sources.ts'
import { labelledPlaces, numberedPlaces } from './locations.ts'
import { quoteForm } from './normal-form.ts'
import { coveredMark, MaskedText, quotationsIn } from './quotations.ts'
import { sceneNumbers, sourceWords } from './source-words.ts'
import type { ClaimKind, ParsedEvidence } from './verdict.ts'

/** Reads the body of an Evidence line in eleven steps; what a step recognized is hidden from the next. */
export async function parseEvidence(raw: string, files: CitedFiles): Promise<Citation> {
  const { snapshot } = files
  const line = new MaskedText(raw.normalize('NFC'))
  const receipts = citedReceipts(line)
  const tag = kindTag(line)
  const labelled = labelledPlaces(line)
  const known = knownSources(line, snapshot)
  const hasEmptyQuote = quotationsIn(line.open).some(isEmpty)
  const quoted = quotedTexts(line)
  const named = [...known, ...unresolvedSources(line, snapshot)]
  const beforePlaces = line.open
  const numbered = numberedPlaces(line, named)
  const { issues, spans } = issuesIn(line.open)
  for (const [at, end] of spans) line.cover(at, end)
  const sources = [...named, ...(await sourceWords(line, files, named))].sort((a, b) => a.at - b.at)
  const phrases = phrasesIn(line.open)
  const needsScope = phrases.absence || phrases.access || tag === 'absence' || tag === 'access'
  return {
    raw,
    ...(tag && { tag }),
    receipts,
    sources,
    places: [...labelled, ...numbered].map(place => withSource(place, sources)),
    quotes: quoted.filter(({ text }) => [...quoteForm(text)].length >= 8),
    terms: quoted.map(({ text }) => text).filter(text => [...text.trim()].length >= 2),
    issues,
    hasEmptyQuote,
    words: line.open.replaceAll(coveredMark, ' ').trim(),
    phrases,
    scope: needsScope ? await scopeOf(beforePlaces, sources, files) : null,
  }
}

export function parsedEvidence(citation: Citation, kind: ClaimKind): ParsedEvidence {
  const { raw, tag, receipts, sources, places, quotes, terms, issues, phrases, scope } = citation
  return {
    raw,
    ...(tag && { tag }),
    kind,
    receipts,
    sources: sources.map(({ raw, path, class: kind, via, error }) => ({
      raw,
      path,
      class: kind,
      via,
      ...(error !== undefined && { error }),
    })),
    locations: places.map(({ type, start, end, label, source }) => ({
      type,
      start,
      end,
      ...(label !== undefined && { label }),
      source,
    })),
    quotes: quotes.map(({ text }) => ({ text })),
    terms,
    issues,
    scope: scope && { files: scope.files.map(({ path }) => path), text: scope.text },
    access: phrases.access || tag === 'access',
  }
}

function kindTag(line: MaskedText): Citation['tag'] {
  const [whole, word] = /^\s*\[(content|structural|absence|access)\]/i.exec(line.open) ?? []
  const tag = tags.find(each => each === word?.toLowerCase())
  if (whole !== undefined) line.cover(0, whole.length)
  return tag
}

const tags = ['content', 'structural', 'absence', 'access'] as const

const onlyCovered = new RegExp(`^[\\s${coveredMark}]*$`)

function quotedTexts(line: MaskedText): { text: string; at: number }[] {
  return quotationsIn(line.open)
    .filter(({ text }) => !onlyCovered.test(text))
    .map(({ start, end }) => {
      line.cover(start, end)
      return { text: line.text.slice(start + 1, end - 1), at: start }
    })
}

function isEmpty({ text }: { text: string }): boolean {
  return !text.includes(coveredMark) && quoteForm(text) === ''
}

/** An entry belongs to an outline where one is on the line. */
function withSource(place: CitedPlace, sources: readonly CitedSource[]): CitedPlace {
  const isOutline = (source: CitedSource) => source.class === 'outline'
  return { ...place, source: nearestSource(sources, place.at, place.type === 'entry' ? isOutline : undefined) }
}

/** Step 10 of `parseEvidence`: what the words around the citations say. */
function phrasesIn(open: string): Citation['phrases'] {
  const text = open.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  return {
    access: requests.test(text) || (needs.test(text) && asks.test(text)),
    absence: checked.test(text) && absences.test(text),
    finding: iChecked.test(text) && found.test(text),
  }
}

/** Step 8 of `parseEvidence`. */
function issuesIn(open: string): { issues: number[]; spans: [at: number, end: number][] } {
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

export interface EvidenceLines {
  /** What each Evidence line says. */
  bodies: string[]
  /** The reply without those lines. */
  rest: string
}

const evidenceLine =
  /^[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?(?:(?:\*\*|__)[ \t]*)?evidence[ \t]*(?:(?:\*\*|__)[ \t]*)?(?::|[–—]|(?<=[ \t])-(?=[ \t]))(.*)$/isu

export function evidenceLines(prepared: string): EvidenceLines {
  const bodies: string[] = []
  const others: string[] = []
  for (const line of prepared.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const body = bodyOf(line)
    if (body === undefined) others.push(line)
    else bodies.push(body)
  }
  return { bodies, rest: others.join('\n') }
}

function bodyOf(line: string): string | undefined {
  const body = evidenceLine.exec(line)?.[1]
  return body
    ?.trim()
    .replace(/^(?:\*\*|__)|(?:\*\*|__)$/g, '')
    .trim()
}

/** Step 11 of `parseEvidence`: the set of files a claim of absence or a request is about. `open` still shows the words of the line. */
async function scopeOf(open: string, sources: readonly CitedSource[], files: CitedFiles): Promise<CitedScope | null> {
  const { snapshot } = files
  const chosen = new Set<VfsFile>()
  const said: string[] = []
  const add = (text: string, added: readonly VfsFile[]) => {
    said.push(text)
    for (const file of added) chosen.add(file)
  }
  for (const { raw, file, folder } of sources) {
    if (file) add(raw, [file])
    if (folder !== undefined) add(raw, filesUnder(folder, snapshot))
  }
  for (const [pattern, kind] of wholeClasses) {
    const found = pattern.exec(open)
    if (found)
      add(
        found[0],
        snapshot.files.filter(file => file.class === kind),
      )
  }
  const numbers = sceneRanges(open)
  const scenes = numbers.length > 0 ? await sceneNumbers(files) : new Map<number, VfsFile[]>()
  for (const { text, first, last } of numbers) {
    for (let number = first; number <= last; number++) {
      const named = scenes.get(number)
      if (!named) return { files: [], text, unknownScene: number }
      add(number === first ? text : '', named)
    }
  }
  if (chosen.size === 0) return null
  return { files: [...chosen], text: said.filter(text => text !== '').join(', ') }
}

const wholeClasses: readonly [RegExp, FileClass][] = [
  [scopePhrase('(?:all|every|each)(?: (?:of )?the| of)? scenes?'), 'scene'],
  [scopePhrase('the (?:whole|entire) outline'), 'outline'],
  [scopePhrase('all (?:of )?(?:the )?compendium (?:cards|files)'), 'compendium'],
  [scopePhrase('all (?:of )?(?:the )?canon (?:cards|files)'), 'compendium'],
  [scopePhrase('all (?:of )?(?:the )?canon (?:cards|files)'), 'canon'],
]

function scopePhrase(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.replaceAll(' ', '[ \\t]{1,8}')})(?![\\p{L}\\p{N}_])`, 'iu')
}

const range = /#?(\d{1,9})(?:[ \t]{0,4}[-–—][ \t]{0,4}#?(\d{1,9})|[ \t]{1,4}(?:to|through)[ \t]{1,4}#?(\d{1,9}))?/giu
const ranges = new RegExp(
  `(?<![\\p{L}\\p{N}_])scenes?[ \\t]{0,8}(${range.source}(?:(?:[ \\t]{0,4},[ \\t]{0,4}(?:and[ \\t]{1,4})?|[ \\t]{1,4}(?:and|&)[ \\t]{1,4})${range.source})*)(?![\\p{L}\\p{N}])`,
  'giu',
)

/** `scenes 1–3, 5 and 7`: every number on the list is part of what was claimed. */
function sceneRanges(open: string) {
  return Array.from(open.matchAll(ranges)).flatMap(({ 1: list = '' }) =>
    Array.from(list.matchAll(range), ({ 0: text, 1: from, 2: dashed, 3: worded }) => {
      const [a, b] = [Number(from), Number(dashed ?? worded ?? from)]
      return { text: `scenes ${text}`, first: Math.min(a, b), last: Math.max(a, b) }
    }),
  )
}
