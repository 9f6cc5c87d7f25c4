import { lazy } from '../kernel/lazy.ts'

/** Decides whether a stretch of a text is worth cutting out. */
export type MayVisit = (text: string, start: number, end: number) => boolean

/**
 * Visits each maximal run of letters, numbers and marks with its UTF-16 offset, until the visitor answers false. Runs of
 * which `mayVisit` says no are passed over, without a string being made of them.
 */
export function eachRun(
  text: string,
  visit: (run: string, start: number) => boolean,
  mayVisit: MayVisit = always,
): void {
  if (NOT_ASCII.test(text)) eachUnicodeRun(text, visit, mayVisit)
  else eachAsciiRun(text, visit, mayVisit)
}

function always(): boolean {
  return true
}

/** The run without case, accents and compatibility forms; it may then hold characters that separate terms. */
export function normalRun(run: string): string {
  if (isAsciiRun(run)) return run.toLowerCase()
  // Normalising a long row of marks takes quadratic time, and no word of any language needs that many.
  const shortened = run.length > MAX_MARKS ? run.replace(EXCESS_MARKS(), '$1') : run
  return shortened.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')
}

/** A whole text made as its runs are, to look for letters in. */
export function normalText(text: string): string {
  return (NOT_ASCII.test(text) ? text.replace(FOREIGN, normalRun) : text).toLowerCase()
}

/**
 * Visits the unfolded terms of a normal run with the part of it each covers, until the visitor answers false;
 * answers false when it was stopped. A piece without letter or number (the variation mark of an emoji) is not a term.
 */
export function eachTerm(normal: string, visit: (term: string, start: number, end: number) => boolean): boolean {
  if (isAsciiRun(normal)) return visit(normal.slice(0, MAX_TERM), 0, normal.length)
  for (const { 0: piece, index } of normal.matchAll(PIECES())) {
    const wanted = SPACELESS_START().test(piece)
      ? eachPair(piece, index, visit)
      : visitBased(firstCodePoints(piece), index, index + piece.length, visit)
    if (!wanted) return false
  }
  return true
}

/** Makes the common English plurals equal to their singulars; any other term stays as it is. */
export function singular(term: string): string {
  const mayChange = term.length >= 4 && (term.endsWith('s') || term.endsWith('e'))
  if (!mayChange || !isAsciiRun(term)) return term
  if (term.endsWith('ies')) return `${term.slice(0, -3)}y`
  const single = PLURAL_S.test(term) ? term.slice(0, -1) : term
  return SILENT_E.test(single) ? single.slice(0, -1) : single
}

/**
 * Whether a run may have one of some terms, or one that begins with it, by the letter it begins with: making terms of
 * every run takes much longer. Never says no to one that has.
 */
export function mayHaveTerm(terms: Iterable<string>): MayVisit {
  const starts = new Uint8Array(128)
  for (const term of terms) starts[term.charCodeAt(0)] = 1
  return (text, start, end) => {
    const first = text.charCodeAt(start)
    if (starts[isCapital(first) ? first + 32 : first] !== 0) return true
    for (let at = start + 1; at < end; at += 1) {
      const code = text.charCodeAt(at)
      // Another term may begin within it: a part of a name in mixed case.
      if (code >= 128 || isCapital(code)) return true
    }
    return false
  }
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

/**
 * For a character class of regular expressions: the scripts written without spaces between words, and signs of Japanese
 * that Unicode files under no script.
 */
export const SPACELESS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}' +
  '\\u3006\\u3031-\\u3035\\u303c\\u3099\\u309a\\u30fc'

const MAX_TERM = 64
const NOT_ASCII = /[\u0080-\uffff]/
// Classes of Unicode take long to build, and text in ASCII needs none of them.
const RUN_PART = lazy(() => /[\p{L}\p{N}\p{M}]/u)
/** Of each character of the basic plane: 1 for a part of a run, 2 for another one, 0 before it was looked at. */
const FOREIGN_PARTS = lazy(() => new Uint8Array(0x10000))
const HAS_BASE = lazy(() => /[\p{L}\p{N}]/u)
const ACCENTS = /[\u0300-\u036f]+/g
// The two half-width kana signs are letters that normalise to marks.
const EXCESS_MARKS = lazy(() => /([\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gu)
const MAX_MARKS = 32
// With the character before them, which marks may change.
const FOREIGN = /[^\u0080-\uffff]?[\u0080-\uffff]+/g
const PLURAL_S = /[^sui]s$/
const SILENT_E = /(?:x|ch|sh|ss|zz)e$/

const SPACELESS_START = lazy(() => new RegExp(`^[${SPACELESS}]`, 'u'))
const PIECES = lazy(
  () => new RegExp(`(?:(?=[\\p{L}\\p{N}\\p{M}])[${SPACELESS}])+|(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}])+`, 'gu'),
)

function eachUnicodeRun(text: string, visit: (run: string, start: number) => boolean, mayVisit: MayVisit): void {
  let start = -1
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const isPart = code < 128 ? isAsciiAlphanumeric(code) : isForeignPart(code)
    if (isPart && start < 0) start = at
    if (!isPart && start >= 0) {
      if (mayVisit(text, start, at) && !visit(text.slice(start, at), start)) return
      start = -1
    }
    at += code > 0xffff ? 2 : 1
  }
  if (start >= 0 && mayVisit(text, start, text.length)) visit(text.slice(start), start)
}

/** Whether a character that is not ASCII is part of a run; to ask a pattern for each would take longer than all else. */
function isForeignPart(code: number): boolean {
  if (code > 0xffff) return RUN_PART().test(String.fromCodePoint(code))
  const known = FOREIGN_PARTS()
  if (known[code] === 0) known[code] = RUN_PART().test(String.fromCharCode(code)) ? 1 : 2
  return known[code] === 1
}

function eachAsciiRun(text: string, visit: (run: string, start: number) => boolean, mayVisit: MayVisit): void {
  for (let start = 0; start < text.length; start += 1) {
    let end = start
    while (isAsciiAlphanumeric(text.charCodeAt(end))) end += 1
    if (end > start && mayVisit(text, start, end) && !visit(text.slice(start, end), start)) return
    start = end
  }
}

function isAsciiRun(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!isAsciiAlphanumeric(text.charCodeAt(index))) return false
  }
  return text !== ''
}

function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

function eachPair(
  piece: string,
  offset: number,
  visit: (term: string, start: number, end: number) => boolean,
): boolean {
  let first = 0
  let second = widthAt(piece, 0)
  do {
    const end = second + widthAt(piece, second)
    if (!visitBased(piece.slice(first, end), offset + first, offset + end, visit)) return false
    first = second
    second = end
  } while (second < piece.length)
  return true
}

function widthAt(text: string, index: number): number {
  const code = text.codePointAt(index)
  if (code === undefined) return 0
  return code > 0xffff ? 2 : 1
}

function visitBased(
  term: string,
  start: number,
  end: number,
  visit: (term: string, start: number, end: number) => boolean,
): boolean {
  return !HAS_BASE().test(term) || visit(term, start, end)
}

function firstCodePoints(piece: string): string {
  if (piece.length <= MAX_TERM) return piece
  let end = 0
  for (let count = 0; count < MAX_TERM; count += 1) end += widthAt(piece, end)
  return piece.slice(0, end)
}
