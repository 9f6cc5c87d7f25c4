import type { NumberToken } from './json-value.ts'

const jsonProblems = [
  'unterminated-json',
  'trailing-text',
  'duplicate-key',
  'too-large',
  'too-deep',
  'bad-json',
] as const
export type JsonProblem = (typeof jsonProblems)[number]

export type Scanned<T> = { value: T; end: number } | { problem: JsonProblem }

const bad = { problem: 'bad-json' } as const
const unterminated = { problem: 'unterminated-json' } as const

/** The string whose opening mark stands at `start`, unescaped. */
export function scanString(text: string, start: number): Scanned<string> {
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
export function scanNumber(text: string, start: number): Scanned<NumberToken> {
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
