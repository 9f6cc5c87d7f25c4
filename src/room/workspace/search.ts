import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { cutTo } from '../../kernel/text.ts'
import type { FoundLines } from '../schema.ts'
import { everyWorkspace } from '../workspace-rows.ts'
import { foldCase } from './fold.ts'
import { controlFolder } from './layout.ts'
import type { FileClass, Snapshot } from './vfs.ts'

type SearchResult = z.output<typeof FoundLines>

interface SearchQuery {
  q: string
  class?: FileClass | undefined
  limit?: number | undefined
}

export const searchLimits = { usual: 50, most: 200 }

/** Lines that contain a text, letter case aside, in tree order. Files that cannot be read are passed over. */
export async function searchFiles(snapshot: Snapshot, query: SearchQuery): Promise<SearchResult> {
  const wanted = foldCase(query.q)
  const limit = Math.min(query.limit ?? searchLimits.usual, searchLimits.most)
  const hits: SearchResult['hits'] = []
  let total = 0
  if (wanted === '') return { hits, total, truncated: false }
  for (const file of snapshot.files) {
    if (query.class !== undefined && file.class !== query.class) continue
    const text = await snapshot.read(file)
    if ('fault' in text || !foldCase(text.content).includes(wanted)) continue
    for (const [index, line] of text.lines.entries()) {
      const at = foldCase(line).indexOf(wanted)
      if (at < 0) continue
      total++
      if (hits.length >= limit) continue
      const column = Array.from(line.slice(0, at)).length + 1
      hits.push({ path: file.path, line: index + 1, text: cutTo(line, 200), column })
    }
  }
  return { hits, total, truncated: total > hits.length }
}

interface Mention {
  project: string
  /** Below the room's folder. */
  file: string
}

/** The files of all rooms' own folders that name one of these places of the diary. */
export async function filesMentioning(tx: Tx, home: string, refs: readonly string[]): Promise<Mention[]> {
  const found: Mention[] = []
  for (const { project_id: project, path } of await everyWorkspace(tx, home)) {
    const entries = await readdir(join(path, controlFolder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && (await holds(file, refs))) found.push({ project, file: relative(path, file) })
    }
  }
  return found.sort((one, other) => (one.file < other.file ? -1 : 1))
}

/** What people and agents write there is far smaller. */
const largestRead = 4 * 1024 * 1024

async function holds(file: string, refs: readonly string[]): Promise<boolean> {
  try {
    if ((await stat(file)).size > largestRead) return false
    const text = await readFile(file, 'utf8')
    return refs.some(ref => text.includes(ref))
  } catch {
    // It went while we looked, or is not ours to read.
    return false
  }
}
