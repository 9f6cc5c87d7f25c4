import { attributeOfKey } from './card-keys.ts'
import type { FrontMatter } from './front-matter.ts'

/** A pair a card states outright, in one of the spellings people use. */
export interface CardLine {
  /** Lower case, single spaces. */
  key: string
  value: string
  line: number
  /** Column of the value in its line. */
  column: number
}

const spellings = [
  /^\s*(?:[-*+]\s+)?\*\*([^*:|]+)\*\*\s*:\s*(\S.*)$/,
  /^\s*(?:[-*+]\s+)?\*\*([^*:|]+):\*\*\s*(\S.*)$/,
  /^(?:[-*+]\s+)?(\p{L}[\p{L}\p{N} '’/()_-]{0,59}):\s+(\S.*)$/u,
]
const rule = /^[\s:|-]+$/

/** Pairs of the front matter first, then of the lines. */
export function cardLinesOf(lines: readonly string[], front: FrontMatter | null): CardLine[] {
  const pairs: CardLine[] = (front?.fields ?? []).map(({ key, value, list, line }) => {
    const text = list ? list.join(', ') : value
    return { key, value: text, line, column: Math.max(0, (lines[line - 1] ?? '').indexOf(list?.[0] ?? value)) }
  })
  for (let at = front?.endLine ?? 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const found = spellings.map(pattern => pattern.exec(line)).find(Boolean)
    const [first, second] = found ? found.slice(1) : cells(line, lines[at + 1])
    const key = first?.trim().toLowerCase().replace(/\s+/g, ' ')
    const value = second?.trim()
    if (!key || !value || (Buffer.byteLength(key) > 30 && !attributeOfKey(key))) continue
    pairs.push({ key, value, line: at + 1, column: line.lastIndexOf(value) })
  }
  return pairs
}

/** Key and value of a row of two cells that is neither the head of a table nor the rule below it. */
function cells(line: string, next: string | undefined): string[] {
  const row = line.trim()
  if (!row.startsWith('|') || rule.test(row) || (next?.includes('-') && rule.test(next))) return []
  const inside = row.slice(1, row.endsWith('|') ? -1 : undefined).split('|')
  return inside.length === 2 ? inside : []
}
