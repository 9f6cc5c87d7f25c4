import type { OutlineScene } from '../workspace/outline.ts'
import { numberInName, type SceneHead, stemOf } from './scene-head.ts'
import { wordsOf } from './words.ts'

export interface EntryMatch {
  entry: OutlineScene
  method: 'title_slug' | 'pov_name' | 'scene_number'
}

/**
 * The entry of the outline a scene file belongs to: by title, else by the name of its view, else by number. What the
 * file says of itself in its head counts beside its name, where it is given.
 */
export function matchEntry(
  path: string,
  entries: readonly OutlineScene[],
  head: SceneHead = {},
): EntryMatch | undefined {
  return entryMatcher(entries)(path, head)
}

/** The same for many files: what is asked of every entry is prepared once. */
export function entryMatcher(
  entries: readonly OutlineScene[],
): (path: string, head?: SceneHead) => EntryMatch | undefined {
  const titled = entries.map(entry => ({ entry, title: lettersOf(entry.title) }))
  titled.sort((a, b) => b.title.length - a.title.length || a.entry.number - b.entry.number)
  const viewed = entries.map(entry => ({ entry, name: firstName(entry.pov ?? '') }))
  return (path, head = {}) => {
    const slug = lettersOf(stemOf(path).replace(/^SCN-/i, ''))
    const bare = slug.replace(/^\d+/, '')
    const entry = titled.find(({ title }) => contains(slug, title) || contains(title, bare))?.entry
    if (entry) return { entry, method: 'title_slug' }
    const view = firstName(head.pov?.name ?? '')
    const named =
      only(viewed.filter(({ name }) => name.length >= 3 && slug.includes(name))) ??
      only(viewed.filter(({ name }) => name !== '' && name === view))
    if (named) return { entry: named.entry, method: 'pov_name' }
    const written = /scene[ _-]*(\d{1,9})/i.exec(stemOf(path))?.[1]
    const number = head.number ?? (written === undefined ? numberInName(path) : Number(written))
    if (number === undefined) return undefined
    const numbered =
      entries.find(each => each.declared_number === number) ?? entries.find(each => each.number === number)
    return numbered && { entry: numbered, method: 'scene_number' }
  }
}

/** Entries that share words with the name of the file, most first. */
export function likelyEntries(path: string, entries: readonly OutlineScene[]): OutlineScene[] {
  const words = new Set(
    stemOf(path)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length >= 3),
  )
  const shared = (entry: OutlineScene) => wordsOf(entry.title).filter(word => words.has(word.lower)).length
  return entries
    .map(entry => ({ entry, count: shared(entry) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.entry.number - b.entry.number)
    .slice(0, 3)
    .map(({ entry }) => entry)
}

/** For comparing titles: lower case, letters and digits only. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function firstName(name: string): string {
  return lettersOf(wordsOf(name)[0]?.text ?? '')
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

function contains(text: string, part: string): boolean {
  return part.length >= 4 && text.includes(part)
}
