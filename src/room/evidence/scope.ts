import type { FileClass, VfsFile } from '../workspace/vfs.ts'
import type { CitedFiles, CitedScope, CitedSource } from './citation.ts'
import { filesUnder } from './known-sources.ts'
import { sceneNumbers } from './source-words.ts'

/** Step 11: the set of files a claim of absence or a request is about. `open` still shows the words of the line. */
export async function scopeOf(
  open: string,
  sources: readonly CitedSource[],
  files: CitedFiles,
): Promise<CitedScope | null> {
  const { snapshot } = files
  const chosen = new Set<VfsFile>()
  const said: string[] = []
  const add = (text: string, added: readonly VfsFile[]) => {
    said.push(text)
    for (const file of added) chosen.add(file)
  }
  for (const { raw, file, folder } of sources) {
    if (file) add(raw, [file])
    if (folder !== undefined) add(raw, filesUnder(folder, snapshot))
  }
  for (const [pattern, kind] of wholeClasses) {
    const found = pattern.exec(open)
    if (found)
      add(
        found[0],
        snapshot.files.filter(file => file.class === kind),
      )
  }
  const numbers = sceneRanges(open)
  const scenes = numbers.length > 0 ? await sceneNumbers(files) : new Map<number, VfsFile[]>()
  for (const { text, first, last } of numbers) {
    for (let number = first; number <= last; number++) {
      const named = scenes.get(number)
      if (!named) return { files: [], text, unknownScene: number }
      add(number === first ? text : '', named)
    }
  }
  if (chosen.size === 0) return null
  return { files: [...chosen], text: said.filter(text => text !== '').join(', ') }
}

const wholeClasses: readonly [RegExp, FileClass][] = [
  [phrase('(?:all|every|each)(?: (?:of )?the| of)? scenes?'), 'scene'],
  [phrase('the (?:whole|entire) outline'), 'outline'],
  [phrase('all (?:of )?(?:the )?compendium (?:cards|files)'), 'compendium'],
  [phrase('all (?:of )?(?:the )?canon (?:cards|files)'), 'compendium'],
  [phrase('all (?:of )?(?:the )?canon (?:cards|files)'), 'canon'],
]

function phrase(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.replaceAll(' ', '[ \\t]{1,8}')})(?![\\p{L}\\p{N}_])`, 'iu')
}

interface SceneRange {
  text: string
  first: number
  last: number
}

const range = /#?(\d{1,9})(?:[ \t]{0,4}[-–—][ \t]{0,4}#?(\d{1,9})|[ \t]{1,4}(?:to|through)[ \t]{1,4}#?(\d{1,9}))?/giu
const ranges = new RegExp(
  `(?<![\\p{L}\\p{N}_])scenes?[ \\t]{0,8}(${range.source}(?:(?:[ \\t]{0,4},[ \\t]{0,4}(?:and[ \\t]{1,4})?|[ \\t]{1,4}(?:and|&)[ \\t]{1,4})${range.source})*)(?![\\p{L}\\p{N}])`,
  'giu',
)

/** `scenes 1–3, 5 and 7`: every number on the list is part of what was claimed. */
function sceneRanges(open: string): SceneRange[] {
  return Array.from(open.matchAll(ranges)).flatMap(({ 1: list = '' }) =>
    Array.from(list.matchAll(range), ({ 0: text, 1: from, 2: dashed, 3: worded }) => {
      const [a, b] = [Number(from), Number(dashed ?? worded ?? from)]
      return { text: `scenes ${text}`, first: Math.min(a, b), last: Math.max(a, b) }
    }),
  )
}
