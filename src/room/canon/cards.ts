import type { Room } from '../room.ts'
import { compareBytes } from '../workspace/fold.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import type { CanonMeta } from './entry.ts'

/** A card as it lies in the workspace; `fault` says why it cannot be read. */
export interface Card {
  file: VfsFile
  text?: FileText
  fault?: string
}

/** Every card, as it is now. */
export async function readCards({ workspace }: Pick<Room, 'workspace'>): Promise<Card[]> {
  const snapshot = await workspace.vfs.snapshot()
  const cards: Card[] = []
  for (const file of snapshot.files.filter(each => each.class === 'compendium')) {
    const text = await snapshot.read(file)
    cards.push('fault' in text ? { file, fault: text.fault.code } : { file, text })
  }
  return cards.sort((a, b) => compareBytes(a.file.path, b.file.path))
}

/** Cards that are new, changed or gone since the index was made, by path. */
export function stalePaths(meta: CanonMeta | undefined, cards: readonly Card[]): string[] {
  const indexed = new Map(meta?.entries.map(({ path, sha256 }) => [path, sha256]))
  const changed = cards.filter(({ file, text }) => indexed.get(file.path) !== (text?.sha256 ?? ''))
  const here = new Set(cards.map(({ file }) => file.path))
  const gone = [...indexed.keys()].filter(path => !here.has(path))
  return [...changed.map(({ file }) => file.path), ...gone].sort(compareBytes)
}
