import { matchEntry } from '../text/entry-match.ts'
import { numberInName, sceneHead } from '../text/scene-head.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import type { CitedFiles, CitedSource } from './citation.ts'
import { numberAfter } from './locations.ts'
import type { MaskedText } from './quotations.ts'

/** Step 9 of `parseEvidence`: files and classes that are named by a word. The words stay visible, because a scope is made of them too. */
export async function sourceWords(
  line: MaskedText,
  files: CitedFiles,
  sources: readonly CitedSource[],
): Promise<CitedSource[]> {
  const { snapshot } = files
  const outline = snapshot.files.find(({ path }) => path === snapshot.outlinePath)
  const canon = snapshot.files.find(file => file.class === 'canon')
  const worded = [
    ...wordsIn(line, outlineWords).map(found => namedSource(found, 'outline', outline)),
    ...wordsIn(line, canonWords).map(found => namedSource(found, 'canon', canon)),
    ...wordsIn(line, sceneWords).map(found => namedSource(found, 'scene')),
    ...wordsIn(line, compendiumWords).map(found => namedSource(found, 'compendium')),
  ]
  const hasOutline = [...sources, ...worded].some(source => source.class === 'outline')
  const scenes = hasOutline ? [] : await numberedScenes(line, files)
  const known = new Set(sources.map(({ path }) => path))
  return [...worded.filter(({ at }) => !scenes.some(scene => scene.at === at)), ...scenes].filter(
    ({ path }) => path === null || !known.has(path),
  )
}

interface FoundWord {
  raw: string
  at: number
}

const outlineWords = word('outline')
const canonWords = word('canon')
const sceneWords = word('scenes?|manuscript|story')
const compendiumWords = word('compendium')
const sceneNumber = numberAfter('scene')

function word(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'giu')
}

function wordsIn(line: MaskedText, words: RegExp): FoundWord[] {
  return Array.from(line.open.matchAll(words), ({ index, 0: raw }) => ({ raw, at: index }))
}

function namedSource(
  { raw, at }: FoundWord,
  kind: 'outline' | 'canon' | 'scene' | 'compendium',
  file?: VfsFile,
): CitedSource {
  const place = { via: 'word', at, end: at + raw.length } as const
  return file ? { raw, path: file.path, class: file.class, file, ...place } : { raw, path: null, class: kind, ...place }
}

async function numberedScenes(line: MaskedText, files: CitedFiles): Promise<CitedSource[]> {
  const single = Array.from(line.open.matchAll(sceneNumber)).filter(({ 2: last }) => last === undefined)
  if (single.length === 0) return []
  const numbers = await sceneNumbers(files)
  return single.map(({ index, 0: raw, 1: number }) => {
    const fitting = numbers.get(Number(number)) ?? []
    const [file] = fitting
    if (file && fitting.length === 1) return namedSource({ raw, at: index }, 'scene', file)
    const error = file ? 'path_ambiguous' : 'file_not_found'
    return { ...namedSource({ raw, at: index }, 'scene'), error }
  })
}

/** Which files a scene number means: by what the file says of itself, else by its name, else by the outline. */
export async function sceneNumbers(files: CitedFiles): Promise<ReadonlyMap<number, readonly VfsFile[]>> {
  const numbers = new Map<number, VfsFile[]>()
  const nameless: VfsFile[] = []
  const add = (number: number, file: VfsFile) => numbers.set(number, [...(numbers.get(number) ?? []), file])
  for (const file of files.snapshot.files) {
    if (file.class !== 'scene') continue
    const number = (await writtenNumber(file, files)) ?? numberInName(file.path)
    if (number === undefined) nameless.push(file)
    else add(number, file)
  }
  const entries = nameless.length > 0 ? await outlineEntries(files) : []
  for (const file of nameless) {
    const entry = matchEntry(file.path, entries)?.entry
    if (entry) add(entry.declared_number ?? entry.number, file)
  }
  return numbers
}

/** A file of the tree is the same object for as long as it is unchanged, so its head is read once. */
const written = new WeakMap<VfsFile, number | null>()

async function writtenNumber(file: VfsFile, files: CitedFiles): Promise<number | undefined> {
  const known = written.get(file)
  if (known !== undefined) return known ?? undefined
  const text = await files.read(file)
  if ('fault' in text) return undefined
  const { number } = sceneHead(text.lines)
  written.set(file, number ?? null)
  return number
}

async function outlineEntries({ snapshot, read }: CitedFiles) {
  const file = snapshot.files.find(({ path }) => path === snapshot.outlinePath)
  const text = file && (await read(file))
  return text && 'content' in text ? parseOutline(text.content).scenes : []
}
