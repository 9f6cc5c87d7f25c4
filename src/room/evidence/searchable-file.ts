import type { FileText } from '../workspace/vfs.ts'
import { characterEnd, type NormalForm, normalForm } from './normal-form.ts'

/** A file in the form in which it is searched. */
export interface SearchableFile {
  content: string
  form: NormalForm
  /** Where in the content each line begins. */
  lineStarts: readonly number[]
}

/** Half-open, in units of the normal form. */
interface Match {
  start: number
  end: number
}

/** Remembers what it made by the hash of the content, so that nothing it remembers can be out of date. */
export function searchable({ sha256, content }: FileText): SearchableFile {
  const known = made.get(sha256)
  if (known) made.delete(sha256)
  const file = known ?? { content, form: normalForm(content), lineStarts: lineStartsOf(content) }
  made.set(sha256, file)
  if (!known) held += content.length
  for (const [oldest, { content: text }] of made) {
    if (held <= maxHeld || oldest === sha256) break
    made.delete(oldest)
    held -= text.length
  }
  return file
}

/** The units of the normal form that come from these lines. */
export function unitsOfLines({ form, lineStarts, content }: SearchableFile, first: number, last: number): Match {
  const from = lineStarts[first - 1] ?? content.length
  const to = lineStarts[last] ?? content.length
  return { start: firstAtLeast(form.starts, from), end: firstAtLeast(form.starts, to) }
}

export function originalOf({ form, content }: SearchableFile, { start, end }: Match): { from: number; to: number } {
  const last = form.starts[end - 1] ?? 0
  return { from: form.starts[start] ?? 0, to: characterEnd(content, last, form.composed) }
}

/** From 1; of a position in the content. */
export function lineAt({ lineStarts }: SearchableFile, position: number): number {
  let [low, high] = [0, lineStarts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lineStarts[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low
}

const made = new Map<string, SearchableFile>()
const maxHeld = 4_000_000
let held = 0

function lineStartsOf(content: string): number[] {
  const starts = content === '' ? [] : [0]
  for (const { index, 0: terminator } of content.matchAll(/\r\n|\n|\r/g)) {
    if (index + terminator.length < content.length) starts.push(index + terminator.length)
  }
  return starts
}

function firstAtLeast(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the text begins, from `from` on, or -1. The time grows with both texts, never with their product. */
export function findText(text: string, wanted: string, from: number): number {
  return wanted.length <= 64 ? text.indexOf(wanted, from) : findLong(text, wanted, from)
}

/** The first place where it neither begins nor ends within a number: `12 men` does not quote `112 men`. */
export function findQuote(text: string, wanted: string, from: number, to: number): number {
  for (let at = findText(text, wanted, from); at >= 0; at = findText(text, wanted, at)) {
    const end = at + wanted.length
    if (end > to) return -1
    const begins = !cutsNumber(text, at)
    if (begins && !cutsNumber(text, end)) return at
    at = begins ? at + 1 : after(text, at, digits)
  }
  return -1
}

/** The first place where it is a whole word. */
export function findWord(text: string, wanted: string): number {
  for (let at = findText(text, wanted, 0); at >= 0; at = findText(text, wanted, at)) {
    const begins = isWordEdge(text, at)
    if (begins && isWordEdge(text, at + wanted.length)) return at
    at = begins ? at + 1 : after(text, at, spacedWord)
  }
  return -1
}

/** Knuth, Morris and Pratt: a long text that repeats itself makes the built-in search compare it over and over. */
function findLong(text: string, wanted: string, from: number): number {
  const table = borders(wanted)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = table[matched - 1] ?? 0
    if (unit === wanted.charCodeAt(matched)) matched++
    if (matched === wanted.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the text, how much of it is also its end. */
function borders(wanted: string): Int32Array {
  const table = new Int32Array(wanted.length)
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    const unit = wanted.charCodeAt(at)
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = table[matched - 1] ?? 0
    if (unit === wanted.charCodeAt(matched)) matched++
    table[at] = matched
  }
  return table
}

/** Past the number or word at this place: within it nothing can begin. */
function after(text: string, at: number, run: RegExp): number {
  run.lastIndex = at
  return at + Math.max(1, run.exec(text)?.[0].length ?? 0)
}

function cutsNumber(text: string, at: number): boolean {
  const [before, behind] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)]
  return (/\d[.,]?$/.test(before) && /^\d/.test(behind)) || (/\d$/.test(before) && /^[.,]\d/.test(behind))
}

function isWordEdge(text: string, at: number): boolean {
  const before = /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? ''
  const behind = String.fromCodePoint(text.codePointAt(at) ?? 32)
  if (unspaced.test(before) || unspaced.test(behind)) return true
  return !(word.test(before) && word.test(behind))
}

const digits = /\d+/y
const word = /[\p{L}\p{N}\p{M}_]/u

/** Scripts that are written without blanks have no word edges to ask for. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const spacedWord = new RegExp(`(?:(?!${unspaced.source})${word.source})+`, 'uy')
