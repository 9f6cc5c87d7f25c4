import type { FrontMatter } from './scene-head.ts'
import { isKinship } from './words.ts'

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

/** Keys that say who a card is about; no facts. */
const identity = new Set(['aliases', 'alias', 'pronouns', 'hardness', 'title', 'name', 'tags', 'category'])

const attributes: { [key: string]: string } = {
  eyes: 'eye_color',
  'eye color': 'eye_color',
  'eye colour': 'eye_color',
  hair: 'hair_color',
  'hair color': 'hair_color',
  'hair colour': 'hair_color',
  hand: 'handedness',
  handedness: 'handedness',
  'dominant hand': 'handedness',
  age: 'age',
  born: 'birth_year',
  'birth year': 'birth_year',
  material: 'material',
  'made of': 'material',
  cast: 'made_year',
  built: 'made_year',
  made: 'made_year',
  founded: 'made_year',
  date: 'date',
  when: 'date',
  year: 'date',
  interval: 'interval',
  every: 'interval',
  frequency: 'interval',
  status: 'vital',
  alive: 'vital',
  family: 'kin',
  relations: 'kin',
}

export function attributeOfKey(key: string): string | undefined {
  return Object.hasOwn(attributes, key) ? attributes[key] : isKinship(key) ? 'kin' : undefined
}

export function isNameKey(key: string): boolean {
  return identity.has(key)
}
