import { byteOrder } from '../../kernel/byte-order.ts'
import { type LinePart, partOnLine, partQuote, placeOf } from '../text/places.ts'
import type { Passage } from '../text/sentences.ts'
import { isContentWord, isStopword, type Word } from '../text/words.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import type { ConsistencyFile } from './consistency-candidates.ts'

interface NamedIn {
  name: string
  known: boolean
  count: number
  firstLine: number
}

/** Who is named in a file, most first. */
export function namedIn({ blocks }: ConsistencyFile): NamedIn[] {
  const known = new Map<string, NamedIn>()
  for (const { block, words, mentions } of blocks)
    for (const { entity, first } of mentions) {
      const seen = known.get(entity.title)
      if (seen) seen.count++
      else {
        const { line } = placeOf(block, words[first]?.start ?? 0)
        known.set(entity.title, { name: entity.title, known: true, count: 1, firstLine: line })
      }
    }
  const found = discoveredNames(blocks.filter(each => each.block.kind !== 'heading')).filter(
    each => !known.has(each.name),
  )
  const discovered = found.map(({ name, lines }) => ({
    name,
    known: false,
    count: lines.length,
    firstLine: lines[0] ?? 0,
  }))
  return [...known.values(), ...discovered].sort(
    (a, b) => b.count - a.count || a.firstLine - b.firstLine || byteOrder(a.name, b.name),
  )
}

export function fileRow(file: ConsistencyFile, kind: VfsFile['class'], named: readonly NamedIn[], markers: number) {
  return {
    path: file.path,
    class: kind,
    word_count: file.blocks.reduce((sum, block) => sum + block.words.length, 0),
    entities: named.slice(0, 30).map(({ name, count, firstLine }) => ({ name, count, first_line: firstLine })),
    event_markers: eventMarkers(file.blocks)
      .slice(0, markers)
      .map(({ part, at }) => {
        const { quote, truncated } = partQuote(file.file.lines[part.line - 1] ?? '', part, at, 160)
        return { line: part.line, text: quote, ...(truncated && { truncated }) }
      }),
  }
}

/** Names that occur in two files or more. */
export function crossReferences(files: readonly { path: string; named: readonly NamedIn[] }[]) {
  const entities = new Map<
    string,
    { entity: string; known: boolean; files: { path: string; count: number; first_line: number }[] }
  >()
  for (const { path, named } of files)
    for (const { name, known, count, firstLine } of named) {
      const entry = entities.get(name) ?? { entity: name, known, files: [] }
      entities.set(name, entry)
      entry.files.push({ path, count, first_line: firstLine })
    }
  const total = (entry: { files: readonly { count: number }[] }) =>
    entry.files.reduce((sum, file) => sum + file.count, 0)
  return [...entities.values()]
    .filter(entry => entry.files.length > 1)
    .sort((a, b) => b.files.length - a.files.length || total(b) - total(a) || byteOrder(a.entity, b.entity))
    .slice(0, 20)
}

/** Content words, without names, that occur in two files or more. */
export function sharedTerms(files: readonly ConsistencyFile[]) {
  const terms = new Map<string, { term: string; total: number; files: string[] }>()
  for (const { path, blocks } of files)
    for (const { words, mentions } of blocks) {
      const named = new Set(
        mentions.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at)),
      )
      for (const [at, { lower }] of words.entries()) {
        if (named.has(at) || !isContentWord(lower)) continue
        const entry = terms.get(lower) ?? { term: lower, total: 0, files: [] }
        terms.set(lower, entry)
        entry.total++
        if (entry.files.at(-1) !== path) entry.files.push(path)
      }
    }
  return [...terms.values()]
    .filter(entry => entry.files.length > 1)
    .sort((a, b) => b.files.length - a.files.length || b.total - a.total || byteOrder(a.term, b.term))
    .slice(0, 15)
}

/** A name that no card has, with every line it is on. */
interface UnknownName {
  name: string
  lines: number[]
}

const never = new Set(
  `i mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december`.split(/\s+/),
)

/** Runs of capitalised words; at the start of a sentence only those that also occur inside one. */
function discoveredNames(passages: readonly Passage[]): UnknownName[] {
  const inside = new Map<string, UnknownName>()
  const starting: { name: string; line: number }[] = []
  for (const passage of passages)
    for (const { firstWord, endWord } of passage.sentences)
      for (let at = firstWord; at < endWord; ) {
        const known = passage.mentionFrom.get(at)
        const end = known ? at : runEnd(passage, at, endWord)
        if (end > at) {
          const found = { name: nameOf(passage, at, end), line: lineOf(passage, at) }
          if (at === firstWord) starting.push(found)
          else note(inside, found)
        }
        at = known?.end ?? Math.max(end, at + 1)
      }
  for (const found of starting) if (inside.has(found.name)) note(inside, found)
  return [...inside.values()].map(each => ({ ...each, lines: each.lines.sort((a, b) => a - b) }))
}

function runEnd({ words, block, mentionFrom }: Passage, first: number, endWord: number): number {
  let end = first
  while (end < endWord && formsName(words[end]) && !mentionFrom.has(end)) {
    const gap = block.text.slice(words[end - 1]?.end ?? 0, words[end]?.start)
    if (end > first && (!/^\s+$/.test(gap) || words[end - 1]?.base !== words[end - 1]?.text)) break
    end++
  }
  return end
}

function formsName(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    word.base.length >= 2 &&
    /^\p{Lu}/u.test(word.base) &&
    !never.has(word.lower) &&
    !isStopword(word.lower)
  )
}

function nameOf({ words, block }: Passage, first: number, end: number): string {
  const last = words[end - 1]
  return block.text.slice(words[first]?.start, (last?.start ?? 0) + (last?.base.length ?? 0)).replace(/\s+/g, ' ')
}

function lineOf({ words, block }: Passage, at: number): number {
  return placeOf(block, words[at]?.start ?? 0).line
}

function note(names: Map<string, UnknownName>, { name, line }: { name: string; line: number }): void {
  const known = names.get(name)
  if (known) known.lines.push(line)
  else names.set(name, { name, lines: [line] })
}

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
