import type { JsonMap, JsonValue } from './json-value.ts'
import { type JsonProblem, type Scanned, scanNumber, scanString } from './strict-tokens.ts'

const maxJsonBytes = 65_536
/** The object itself is at depth 1. */
const maxJsonDepth = 32

/** The whole text as exactly one object of RFC 8259, or why it is none. */
export function strictObject(text: string): { object: JsonMap } | { problem: JsonProblem } {
  if (Buffer.byteLength(text) > maxJsonBytes) return { problem: 'too-large' }
  const start = skipBlanks(text, 0)
  if (start < text.length && text[start] !== '{') return { problem: 'bad-json' }
  const scanned = scanObject(text, start)
  if ('problem' in scanned) return scanned
  return skipBlanks(text, scanned.end) < text.length ? { problem: 'trailing-text' } : { object: scanned.value }
}

/** The object that begins at this brace; what follows it is not looked at. */
export function scanObject(text: string, at: number): Scanned<JsonMap> {
  return objectAt(text, at, 1)
}

function objectAt(text: string, start: number, depth: number): Scanned<JsonMap> {
  if (depth > maxJsonDepth) return { problem: 'too-deep' }
  const members = new Map<string, JsonValue>()
  let at = skipBlanks(text, start + 1)
  if (text[at] === '}') return { value: members, end: at + 1 }
  for (;;) {
    if (text[at] !== '"') return endOr(text, at)
    const key = scanString(text, at)
    if ('problem' in key) return key
    if (members.has(key.value)) return { problem: 'duplicate-key' }
    at = skipBlanks(text, key.end)
    if (text[at] !== ':') return endOr(text, at)
    const member = valueAt(text, skipBlanks(text, at + 1), depth)
    if ('problem' in member) return member
    members.set(key.value, member.value)
    at = skipBlanks(text, member.end)
    if (text[at] === '}') return { value: members, end: at + 1 }
    if (text[at] !== ',') return endOr(text, at)
    at = skipBlanks(text, at + 1)
  }
}

function arrayAt(text: string, start: number, depth: number): Scanned<JsonValue[]> {
  if (depth > maxJsonDepth) return { problem: 'too-deep' }
  const items: JsonValue[] = []
  let at = skipBlanks(text, start + 1)
  if (text[at] === ']') return { value: items, end: at + 1 }
  for (;;) {
    const item = valueAt(text, at, depth)
    if ('problem' in item) return item
    items.push(item.value)
    at = skipBlanks(text, item.end)
    if (text[at] === ']') return { value: items, end: at + 1 }
    if (text[at] !== ',') return endOr(text, at)
    at = skipBlanks(text, at + 1)
  }
}

function valueAt(text: string, at: number, depth: number): Scanned<JsonValue> {
  const first = text[at]
  if (first === '{') return objectAt(text, at, depth + 1)
  if (first === '[') return arrayAt(text, at, depth + 1)
  if (first === '"') return scanString(text, at)
  if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) return scanNumber(text, at)
  return wordAt(text, at)
}

const words: readonly [word: string, value: JsonValue][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

function wordAt(text: string, at: number): Scanned<JsonValue> {
  const known = words.find(([word]) => text.startsWith(word, at))
  if (known) return { value: known[1], end: at + known[0].length }
  const rest = text.slice(at, at + 5)
  const cut = at + rest.length === text.length && words.some(([word]) => word.startsWith(rest))
  return { problem: cut ? 'unterminated-json' : 'bad-json' }
}

function endOr(text: string, at: number): { problem: JsonProblem } {
  return { problem: at >= text.length ? 'unterminated-json' : 'bad-json' }
}

/** The four blanks of JSON, not all of Unicode's. */
export function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++
  return at
}
