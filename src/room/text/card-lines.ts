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
const row = /^\s*\|\s*([^|]*?\S)\s*\|\s*([^|]*?\S)\s*\|?\s*$/
const rule = /^\s*\|?[\s:|-]+\|?\s*$/

/** Pairs of the front matter first, then of the lines. */
export function cardLinesOf(lines: readonly string[], front: FrontMatter | null): CardLine[] {
  const pairs: CardLine[] = (front?.fields ?? []).map(({ key, value, list, line }) => {
    const text = list ? list.join(', ') : value
    return { key, value: text, line, column: Math.max(0, (lines[line - 1] ?? '').indexOf(list?.[0] ?? value)) }
  })
  for (let at = front?.endLine ?? 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const found = spellings.map(pattern => pattern.exec(line)).find(Boolean) ?? cells(line, lines[at + 1])
    const key = found?.[1]?.trim().toLowerCase().replace(/\s+/g, ' ')
    const value = found?.[2]?.trim()
    if (!key || !value || (Buffer.byteLength(key) > 30 && !attributeOfKey(key))) continue
    pairs.push({ key, value, line: at + 1, column: line.lastIndexOf(value) })
  }
  return pairs
}

function cells(line: string, next: string | undefined): RegExpExecArray | null {
  const header = next?.includes('-') && rule.test(next)
  return header || rule.test(line) ? null : row.exec(line)
}
