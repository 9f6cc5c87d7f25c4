import type { JsonObject, Json as Plain } from '../../kernel/json.ts'

const maxJsonBytes = 65_536
/** The object itself is at depth 1. */
const maxJsonDepth = 32

/** The whole text as exactly one object of RFC 8259, or why it is not one. */
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

const jsonProblems = [
  'unterminated-json',
  'trailing-text',
  'duplicate-key',
  'too-large',
  'too-deep',
  'bad-json',
] as const
export type JsonProblem = (typeof jsonProblems)[number]

type Scanned<T> = { value: T; end: number } | { problem: JsonProblem }

const bad = { problem: 'bad-json' } as const
const unterminated = { problem: 'unterminated-json' } as const

/** The string that begins with the quotation mark at `start`, unescaped. */
function scanString(text: string, start: number): Scanned<string> {
  let value = ''
  let at = start + 1
  for (;;) {
    if (at >= text.length) return unterminated
    if (text[at] === '"') return { value, end: at + 1 }
    const part = text[at] === '\\' ? escapeAt(text, at) : plainAt(text, at)
    if ('problem' in part) return part
    value += part.value
    at = part.end
  }
}

/** A number with its spelling; one beyond what a double can hold is refused, for nothing could write it again. */
function scanNumber(text: string, start: number): Scanned<NumberToken> {
  beginningOfNumber.lastIndex = start
  if (beginningOfNumber.test(text)) return unterminated
  wholeNumber.lastIndex = start
  const token = wholeNumber.exec(text)?.[0]
  if (token === undefined || !Number.isFinite(Number(token))) return bad
  return { value: { token }, end: start + token.length }
}

const wholeNumber = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.eE+-])/y
const beginningOfNumber = /-?(?:(?:0|[1-9][0-9]*)(?:\.|(?:\.[0-9]+)?[eE][+-]?))?$/y

// biome-ignore lint/suspicious/noControlCharactersInRegex: a control character must be escaped
const plainRun = /[^"\\\u0000-\u001f\ud800-\udfff]+/y

function plainAt(text: string, at: number): Scanned<string> {
  plainRun.lastIndex = at
  const run = plainRun.exec(text)?.[0]
  if (run !== undefined) return { value: run, end: at + run.length }
  const paired = isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))
  return paired ? { value: text.slice(at, at + 2), end: at + 2 } : bad
}

const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))

function escapeAt(text: string, at: number): Scanned<string> {
  const letter = text[at + 1]
  if (letter === undefined) return unterminated
  if (letter !== 'u') {
    const value = escapes.get(letter)
    return value === undefined ? bad : { value, end: at + 2 }
  }
  const first = unitAt(text, at)
  if ('problem' in first) return first
  if (isLow(first.value)) return bad
  if (!isHigh(first.value)) return { value: String.fromCharCode(first.value), end: first.end }
  const second = unitAt(text, first.end)
  if ('problem' in second) return second
  return isLow(second.value) ? { value: String.fromCharCode(first.value, second.value), end: second.end } : bad
}

/** The code unit of a `\uXXXX` that begins here. */
function unitAt(text: string, at: number): Scanned<number> {
  const written = text.slice(at, at + 6)
  if (/^\\u[0-9a-fA-F]{4}$/.test(written)) return { value: Number.parseInt(written.slice(2), 16), end: at + 6 }
  const cut = at + written.length === text.length && /^(?:\\(?:u[0-9a-fA-F]{0,3})?)?$/.test(written)
  return cut ? unterminated : bad
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** A number as it was written, because `2` is an integer and `2.0` is not. */
interface NumberToken {
  token: string
}

/** What the strict scanner reads. Objects are maps: any key is only a key there. */
export type JsonValue = null | boolean | string | NumberToken | JsonValue[] | JsonMap
export type JsonMap = ReadonlyMap<string, JsonValue>

export function isMap(value: JsonValue | undefined): value is JsonMap {
  return value instanceof Map
}

export function isNumber(value: JsonValue | undefined): value is NumberToken {
  return typeof value === 'object' && value !== null && 'token' in value
}

function toPlain(value: JsonValue): Plain {
  if (isMap(value)) return toPlainObject(value)
  if (Array.isArray(value)) return value.map(toPlain)
  return isNumber(value) ? Number(value.token) : value
}

export function toPlainObject(members: JsonMap): JsonObject {
  return Object.fromEntries([...members].map(([key, member]) => [key, toPlain(member)]))
}

/** For arguments that arrive as values already, not as a model's text. */
export function fromPlain(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return { token: String(value) }
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value !== 'object') return null
  return new Map(Object.entries(value).map(([key, member]) => [key, fromPlain(member)]))
}

export function sameValue(a: JsonValue, b: JsonValue): boolean {
  if (isMap(a)) return isMap(b) && a.size === b.size && [...a].every(([key, member]) => sameMember(member, b.get(key)))
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameMember(item, b[at]))
  return isNumber(a) ? isNumber(b) && a.token === b.token : a === b
}

function sameMember(a: JsonValue, b: JsonValue | undefined): boolean {
  return b !== undefined && sameValue(a, b)
}
