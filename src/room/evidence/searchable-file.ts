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
