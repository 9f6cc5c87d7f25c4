import { canonPath, categoryOf, classOf, titleOf } from './describe.ts'
import { textOf } from './file-text.ts'
import type { ListedFile } from './list-tree.ts'
import { type JailLimits, readJailed } from './read-jailed.ts'
import type { VfsFile } from './vfs.ts'

/** A file of the tree, and where it lies. */
export interface Entry {
  file: VfsFile
  physical: string
  signature: string
}

export const canonIndexPath = '.control-room/canon/canon-index.md'

/** Opens a listed file once, for its title and its number of lines; a file that cannot be read has neither. */
export function entryOf(root: string, listed: ListedFile, outline: string | null, limits: JailLimits): Entry {
  const { path, physical, signature, size, modifiedMs } = listed
  const name = path.slice(path.lastIndexOf('/') + 1)
  const bytes = readJailed(root, physical, limits)
  const text = 'fault' in bytes ? bytes : textOf(path, bytes)
  const lines = 'fault' in text ? [] : text.lines
  const fileClass = classOf(path, outline)
  return {
    physical,
    signature,
    file: {
      path,
      name,
      class: fileClass,
      ...(fileClass === 'compendium' && { category: categoryOf(path) }),
      title: titleOf(name, lines),
      size_bytes: size,
      modified: new Date(Math.min(Math.max(modifiedMs, 0), lastInstant)).toISOString(),
      lines: lines.length,
      origin: physical === canonIndexPath ? 'virtual' : 'physical',
      readonly: path === canonPath,
    },
  }
}

/** Another file has become the outline, or has ceased to be it. */
export function reclassed(entry: Entry, outline: string | null): Entry {
  return { ...entry, file: { ...entry.file, class: classOf(entry.file.path, outline) } }
}

/** Tree order: the outline, the canon, then the others by path. */
export function placeOf(file: VfsFile): number {
  if (file.class === 'outline') return 0
  return file.class === 'canon' ? 1 : 2
}

/** File systems can hold times that no ISO date of four-digit years can tell. */
const lastInstant = Date.UTC(9999, 11, 31)
