import { discoveredNames } from '../text/discovered.ts'
import { eventMarkers } from '../text/event-markers.ts'
import { placeOf } from '../text/places.ts'
import { partQuote } from '../text/quotes.ts'
import { isContentWord } from '../text/words.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import type { ConsistencyFile } from './consistency-candidates.ts'

export interface NamedIn {
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
    (a, b) => b.count - a.count || a.firstLine - b.firstLine || compare(a.name, b.name),
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

/** Names that stand in two files or more. */
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
    .sort((a, b) => b.files.length - a.files.length || total(b) - total(a) || compare(a.entity, b.entity))
    .slice(0, 20)
}

/** Content words that are no names and stand in two files or more. */
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
    .sort((a, b) => b.files.length - a.files.length || b.total - a.total || compare(a.term, b.term))
    .slice(0, 15)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
