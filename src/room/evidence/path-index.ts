import { foldName } from '../workspace/fold.ts'
import type { Snapshot, VfsFile } from '../workspace/vfs.ts'

/** The names of one snapshot, ready to be found in a line without walking through all of them. */
export interface PathIndex {
  paths: NameTable<VfsFile>
  names: NameTable<VfsFile>
  /** Spelled with a final slash. */
  folders: NameTable<string>
}

export interface NameTable<T> {
  byFolded: ReadonlyMap<string, readonly T[]>
  /** How long the folded names are, longest first. */
  lengths: readonly number[]
}

/** Made once per snapshot, for as long as the snapshot lives. */
export function pathIndex(snapshot: Snapshot): PathIndex {
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
export function nameEndingAt<T>(
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
  const byFolded = new Map<string, T[]>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const same = byFolded.get(name)
    if (same) same.push(entry)
    else byFolded.set(name, [entry])
  }
  const lengths = [...new Set([...byFolded.keys()].map(name => name.length))].sort((a, b) => b - a)
  return { byFolded, lengths }
}
