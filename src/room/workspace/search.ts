import { foldCase } from './fold.ts'
import type { FileClass, Snapshot } from './vfs.ts'

interface SearchHit {
  path: string
  line: number
  /** The beginning of the line, at most 200 bytes. */
  text: string
  /** Of the first occurrence, in code points from 1. */
  column: number
}

export interface SearchResult {
  hits: SearchHit[]
  /** Lines that match, listed or not. */
  total: number
  truncated: boolean
}

export interface SearchQuery {
  q: string
  class?: FileClass | undefined
  limit?: number | undefined
}

export const searchLimits = { usual: 50, most: 200 }

/** Lines that contain a text, letter case aside, in tree order. Files that cannot be read are passed over. */
export async function searchFiles(snapshot: Snapshot, query: SearchQuery): Promise<SearchResult> {
  const wanted = foldCase(query.q)
  const limit = Math.min(query.limit ?? searchLimits.usual, searchLimits.most)
  const hits: SearchHit[] = []
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
      hits.push({ path: file.path, line: index + 1, text: prefixOf(line, 200), column })
    }
  }
  return { hits, total, truncated: total > hits.length }
}

/** The longest beginning that fits and ends between two code points. */
function prefixOf(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
