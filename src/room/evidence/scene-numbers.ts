import { matchEntry } from '../text/entry-match.ts'
import { numberInName, sceneHead } from '../text/scene-head.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import type { CitedFiles } from './cited-files.ts'

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
