import { structureOf } from '../text/structure.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import type { Citation, CitedPlace } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import { findWord } from './find-text.ts'
import { normalForm } from './normal-form.ts'

/** Every cited place must be there. Where places are all there is, each needs a file that can be read. */
export async function checkPlaces(
  { places, sources }: Citation,
  files: CitedFiles,
  rule: 'all' | 'resolved',
): Promise<Refusal | undefined> {
  for (const place of places) {
    const source = sources[place.source ?? -1]
    if (!source?.file) {
      if (rule === 'resolved') continue
      return refusal('missing-file', source?.error ?? 'no-file')
    }
    const text = await files.read(source.file)
    if ('fault' in text) return refusal('file-read-failed', source.file.path)
    if (!stands(place, text, source.class === 'outline')) {
      return refusal('location-out-of-range', `${source.file.path}${place.type === 'line' ? `:${place.start}` : ''}`)
    }
  }
  return undefined
}

function stands(place: CitedPlace, text: FileText, isOutline: boolean): boolean {
  const { type, start, end, label } = place
  if (label !== undefined) return headingsOf(text).some(heading => isNamed(heading, label))
  if (start < 1 || end < start) return false
  if (type === 'line') return end <= text.lines.length && text.lines.slice(start - 1, end).some(isWritten)
  if (type === 'paragraph') return end <= blocksOf(text, 'paragraph').length
  if (type === 'entry') return isOutline && hasEntries(text, start, end)
  return end <= headingsOf(text).length || hasNumbered(headingsOf(text), start, end)
}

function isWritten(line: string): boolean {
  return line.trim() !== ''
}

function blocksOf({ lines }: FileText, kind: 'paragraph' | 'heading') {
  return structureOf(lines).blocks.filter(block => block.kind === kind)
}

function headingsOf(text: FileText): string[] {
  return blocksOf(text, 'heading').map(block => block.text)
}

function isNamed(heading: string, label: string): boolean {
  const wanted = normalForm(label).text
  return wanted !== '' && findWord(normalForm(heading).text, wanted) >= 0
}

/** An entry is known by its place in the outline and by the number its heading declares. */
function hasEntries({ content }: FileText, start: number, end: number): boolean {
  const { scenes } = parseOutline(content)
  const numbers = new Set(scenes.flatMap(({ number, declared_number }) => [number, declared_number ?? number]))
  return everyNumber(start, end, number => numbers.has(number))
}

function hasNumbered(headings: readonly string[], start: number, end: number): boolean {
  const numbers = new Set(headings.map(heading => Number(/^(\d{1,9})(?![\p{L}\p{N}])/u.exec(heading)?.[1])))
  return everyNumber(start, end, number => numbers.has(number))
}

function everyNumber(start: number, end: number, holds: (number: number) => boolean): boolean {
  for (let number = start; number <= end; number++) if (!holds(number)) return false
  return true
}
