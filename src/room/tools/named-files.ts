import { numberInName, stemOf } from '../text/scene-head.ts'
import type { VfsFile } from '../workspace/vfs.ts'

/** The files a request names: by path, name, title or scene number, in order of appearance. */
export function filesNamedIn(request: string, files: readonly VfsFile[]): VfsFile[] {
  const folded = foldRequest(request)
  const numbers = new Map(
    [...folded.matchAll(/\bscene\s+(\d{1,9})\b/g)].reverse().map(found => [Number(found[1]), found.index]),
  )
  return files
    .map(file => ({ file, at: placeIn(folded, file, numbers) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file)
}

function placeIn(request: string, file: VfsFile, numbers: ReadonlyMap<number, number>): number {
  const stem = stemOf(file.path)
  const spellings = [file.path, file.name, stem, file.title, file.title.replace(/^the\s+/i, '')]
  const places = spellings.filter(each => [...each].length >= 4).map(each => wholeAt(request, foldRequest(each)))
  const number = file.class === 'scene' ? numberInName(file.path) : undefined
  if (number !== undefined) places.push(numbers.get(number) ?? -1)
  return places.filter(at => at >= 0).sort((a, b) => a - b)[0] ?? -1
}

/** Where a phrase begins that has no letters next to it. */
function wholeAt(request: string, phrase: string): number {
  for (let at = request.indexOf(phrase); at >= 0; at = request.indexOf(phrase, at + 1)) {
    const [before, after] = [request[at - 1] ?? ' ', request[at + phrase.length] ?? ' ']
    if (!letter.test(before) && !letter.test(after)) return at
  }
  return -1
}

const letter = /[\p{L}\p{N}_-]/u

/** How the words of a request are compared with names. */
export function foldRequest(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
}
