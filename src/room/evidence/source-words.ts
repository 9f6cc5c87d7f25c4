import type { VfsFile } from '../workspace/vfs.ts'
import type { CitedSource } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import { numbered } from './locations.ts'
import type { MaskedText } from './masked-text.ts'
import { sceneNumbers } from './scene-numbers.ts'

/** Step 9: files and classes that are named by a word. The words stay visible, because a scope is made of them too. */
export async function sourceWords(
  line: MaskedText,
  files: CitedFiles,
  sources: readonly CitedSource[],
): Promise<CitedSource[]> {
  const { snapshot } = files
  const outline = snapshot.files.find(({ path }) => path === snapshot.outlinePath)
  const canon = snapshot.files.find(file => file.class === 'canon')
  const worded = [
    ...wordsIn(line, outlineWords).map(found => named(found, 'outline', outline)),
    ...wordsIn(line, canonWords).map(found => named(found, 'canon', canon)),
    ...wordsIn(line, sceneWords).map(found => named(found, 'scene')),
    ...wordsIn(line, compendiumWords).map(found => named(found, 'compendium')),
  ]
  const hasOutline = [...sources, ...worded].some(source => source.class === 'outline')
  const scenes = hasOutline ? [] : await numberedScenes(line, files)
  const known = new Set(sources.map(({ path }) => path))
  return [...worded.filter(({ at }) => !scenes.some(scene => scene.at === at)), ...scenes].filter(
    ({ path }) => path === null || !known.has(path),
  )
}

interface Found {
  raw: string
  at: number
}

const outlineWords = word('outline')
const canonWords = word('canon')
const sceneWords = word('scenes?|manuscript|story')
const compendiumWords = word('compendium')
const sceneNumber = numbered('scene')

function word(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'giu')
}

function wordsIn(line: MaskedText, words: RegExp): Found[] {
  return Array.from(line.open.matchAll(words), ({ index, 0: raw }) => ({ raw, at: index }))
}

function named({ raw, at }: Found, kind: 'outline' | 'canon' | 'scene' | 'compendium', file?: VfsFile): CitedSource {
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
    if (file && fitting.length === 1) return named({ raw, at: index }, 'scene', file)
    const error = file ? 'path_ambiguous' : 'file_not_found'
    return { ...named({ raw, at: index }, 'scene'), error }
  })
}
