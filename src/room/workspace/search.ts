import type { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import type { FoundLines } from '../schema.ts'
import { foldCase } from './fold.ts'
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
