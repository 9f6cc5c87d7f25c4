import { groupBy } from '../../kernel/group.ts'
import { pathWords } from '../text/words.ts'
import { foldCase, foldName } from '../workspace/fold.ts'
import { fileEnding } from '../workspace/template.ts'
import type { Resolved, Snapshot, VfsFile } from '../workspace/vfs.ts'
import type { CitedSource } from './citation.ts'
import { coveredMark, doubleQuotations, type MaskedText, quotationsIn } from './quotations.ts'

/** Step 4 of `parseEvidence`: quoted names, then known paths, then known base names, then folders. */
export function knownSources(line: MaskedText, snapshot: Snapshot): CitedSource[] {
  const { paths, names, folders } = pathIndex(snapshot)
  const found = quotedSources(line, snapshot)
  const quotations = doubleQuotations(line.open)
  const isQuoted = (at: number, until: number) =>
    quotations.some(({ start, end, text }) => start < at && at < end && text.trim().length > until - at)
  const take = (source: CitedSource) => {
    found.push(source)
    line.cover(source.at, source.end)
  }

  for (const [table, via] of [
    [paths, 'path'],
    [names, 'basename'],
  ] satisfies [NameTable<VfsFile>, 'path' | 'basename'][]) {
    const folded = foldCase(line.open)
    for (const { index, 0: suffix } of folded.matchAll(fileEnding)) {
      const end = index + suffix.length
      const known = nameEndingAt(folded, end, table)
      if (!known || isQuoted(known.start, end)) continue
      const at = wholeToken(folded, known.start)
      const named = at < known.start ? 'basename' : via
      take(sourceOf(line.text.slice(at, end), at, end, named, resolveKnown(line.text, at, end, known, snapshot)))
    }
  }
  const folded = foldCase(line.open)
  for (const { index } of folded.matchAll(/\/(?![\p{L}\p{N}])/gu)) {
    const known = nameEndingAt(folded, index + 1, folders)
    const folder = known?.entries[0]?.slice(0, -1)
    if (!known || folder === undefined || isQuoted(known.start, index + 1)) continue
    const raw = line.text.slice(known.start, index + 1)
    take({ raw, path: null, class: classOf(folder, snapshot), via: 'folder', at: known.start, end: index + 1, folder })
  }
  return found
}

/** Step 6 of `parseEvidence`: what looks like a file and matches none. */
export function unresolvedSources(line: MaskedText, snapshot: Snapshot): CitedSource[] {
  return pathWords(line.open).map(({ word, at }) => {
    line.cover(at, at + word.length)
    return sourceOf(word, at, at + word.length, 'token', lookUp(word, snapshot))
  })
}

export function filesUnder(folder: string, snapshot: Snapshot): VfsFile[] {
  return snapshot.files.filter(file => file.path.startsWith(`${folder}/`))
}

/** Only a text with such an ending can name a file of the tree, so nothing else is looked up. */
function quotedSources(line: MaskedText, snapshot: Snapshot): CitedSource[] {
  const backticked = Array.from(line.open.matchAll(/`([^`]+)`/g), ({ index, 0: whole, 1: text = '' }) => ({
    text,
    start: index,
    end: index + whole.length,
  }))
  return [...quotationsIn(line.open), ...backticked]
    .filter(({ text }) => /\.(?:md|markdown|txt)\s*$/i.test(text) && !text.includes(coveredMark))
    .map(({ text, start, end }) => {
      line.cover(start, end)
      return sourceOf(text.trim(), start, end, 'quoted', lookUp(text.trim(), snapshot))
    })
}

/** A base name after a slash is the end of a longer path, and the jail judges the whole of it. */
function wholeToken(folded: string, start: number): number {
  if (folded[start - 1] !== '/') return start
  let at = start
  while (at > Math.max(0, start - 1024) && !endsPath.test(folded.charAt(at - 1))) at--
  return at
}

const endsPath = new RegExp(`[\\s"'“”«»‘’,;()\\[\\]<>\`*${coveredMark}]`)

function resolveKnown(
  text: string,
  at: number,
  end: number,
  { start, entries }: { start: number; entries: readonly VfsFile[] },
  snapshot: Snapshot,
): Resolved {
  const raw = text.slice(at, end)
  if (at < start) return lookUp(raw, snapshot)
  const file = entries.find(({ path, name }) => path === raw || (entries.length === 1 && name === raw)) ?? entries[0]
  if (file && (entries.length === 1 || file.path === raw)) return { file, resolved: 'exact' }
  return { fault: { code: 'path_ambiguous' } }
}

/** The jail looks for near misses among all names; where no name fits at all, that search is spared. */
function lookUp(raw: string, snapshot: Snapshot): Resolved {
  const name = foldCase(raw.slice(raw.lastIndexOf('/') + 1))
  if (!pathIndex(snapshot).names.byFolded.has(name)) return { fault: { code: 'file_not_found' } }
  return snapshot.resolve(raw)
}

function sourceOf(raw: string, at: number, end: number, via: CitedSource['via'], resolved: Resolved): CitedSource {
  if ('fault' in resolved) return { raw, path: null, class: null, via, error: resolved.fault.code, at, end }
  const { file } = resolved
  return { raw, path: file.path, class: file.class, via, at, end, file }
}

function classOf(folder: string, snapshot: Snapshot): CitedSource['class'] {
  const classes = new Set(filesUnder(folder, snapshot).map(file => file.class))
  const [only = null] = classes
  return classes.size === 1 ? only : null
}

/** The names of one snapshot, ready to be found in a line without walking through all of them. */
interface PathIndex {
  paths: NameTable<VfsFile>
  names: NameTable<VfsFile>
  /** Spelled with a final slash. */
  folders: NameTable<string>
}

interface NameTable<T> {
  byFolded: ReadonlyMap<string, readonly T[]>
  /** How long the folded names are, longest first. */
  lengths: readonly number[]
}

/** Made once per snapshot, for as long as the snapshot lives. */
function pathIndex(snapshot: Snapshot): PathIndex {
  const known = indexes.get(snapshot)
  if (known) return known
  const index = {
    paths: tableOf(snapshot.files, file => foldName(file.path)),
    names: tableOf(snapshot.files, file => foldName(file.name)),
    folders: tableOf(snapshot.folders.map(withSlash), foldName),
  }
  indexes.set(snapshot, index)
  return index
}

/** The longest name that ends here and has no letter or digit before it. */
function nameEndingAt<T>(
  folded: string,
  end: number,
  { byFolded, lengths }: NameTable<T>,
): { start: number; entries: readonly T[] } | undefined {
  for (const length of lengths) {
    const start = end - length
    if (start < 0) continue
    const entries = byFolded.get(folded.slice(start, end))
    if (entries && !bordered.test(folded.slice(Math.max(0, start - 2), start))) return { start, entries }
  }
  return undefined
}

const indexes = new WeakMap<Snapshot, PathIndex>()

/** A hyphen or underscore joins to another name as a letter does: `x-a.md` is not `a.md`. */
const bordered = /[\p{L}\p{N}_-]$/u

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`
}

function tableOf<T>(entries: readonly T[], nameOf: (entry: T) => string): NameTable<T> {
  const byFolded = groupBy(entries, nameOf)
  const lengths = [...new Set([...byFolded.keys()].map(name => name.length))].sort((a, b) => b - a)
  return { byFolded, lengths }
}
