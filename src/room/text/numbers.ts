import type { Word } from './words.ts'

export interface NumberAt {
  value: number
  /** First word, and one past the last. */
  first: number
  end: number
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const small = new Map(ones.split(' ').map((word, value) => [word, value]))
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((w, i) => [w, (i + 2) * 10]),
)

/** The numbers in a run of words, in order, none inside another. */
export function numbersOf(text: string, words: readonly Word[]): NumberAt[] {
  const numbers: NumberAt[] = []
  for (let at = 0; at < words.length; ) {
    const number = numberAt(text, words, at)
    if (number) numbers.push(number)
    at = number?.end ?? at + 1
  }
  return numbers
}

/** Of a text that is nothing but a number. */
export function bareNumber(text: string, words: readonly Word[]): number | undefined {
  const number = numberAt(text, words, 0)
  return number?.end === words.length && /^\s*$/.test(text.slice(words.at(-1)?.end)) ? number.value : undefined
}

/** Of one word: digits, or a word up to ninety-nine. */
export function smallNumber(lower: string): number | undefined {
  if (/^\d{1,9}$/.test(lower)) return Number(lower)
  const [ten, unit, ...rest] = lower.split('-')
  const base = tens.get(ten ?? '')
  if (unit === undefined) return small.get(lower) ?? base
  const one = small.get(unit) ?? 0
  return base !== undefined && one >= 1 && one <= 9 && rest.length === 0 ? base + one : undefined
}

export function yearAt(words: readonly Word[], at: number): number | undefined {
  const text = words[at]?.text ?? ''
  return /^(?:1\d|20)\d\d$/.test(text) ? Number(text) : undefined
}

function numberAt(text: string, words: readonly Word[], first: number): NumberAt | undefined {
  const word = words[first]?.lower ?? ''
  if (/^\d/.test(word)) return digitsAt(text, words, first)
  const next = words[first + 1]?.lower
  if (word === 'half' && next === 'a' && words[first + 2]?.lower === 'dozen') return { value: 6, first, end: first + 3 }
  if (word === 'a' && next === 'dozen') return { value: 12, first, end: first + 2 }
  if (word === 'a' && (next === 'hundred' || next === 'thousand'))
    return readMultiples(text, words, first, 1, first + 1)
  const value = smallNumber(word)
  return value === undefined ? undefined : readMultiples(text, words, first, value, first + 1)
}

function digitsAt(text: string, words: readonly Word[], first: number): NumberAt | undefined {
  let digits = words[first]?.text ?? ''
  if (!/^\d{1,9}$/.test(digits)) return undefined
  let end = first + 1
  while (digits.length < 13 && gap(text, words, end) === ',' && /^\d{3}$/.test(words[end]?.text ?? '')) {
    digits += words[end]?.text
    end++
  }
  return fraction(text, words, end) || fraction(text, words, first)
    ? undefined
    : readMultiples(text, words, first, Number(digits), end)
}

function fraction(text: string, words: readonly Word[], at: number): boolean {
  return gap(text, words, at) === '.' && /^\d/.test(words[at]?.text ?? '') && /\d$/.test(words[at - 1]?.text ?? '')
}

function readMultiples(text: string, words: readonly Word[], first: number, value: number, from: number): NumberAt {
  const head = hundreds(text, words, value, from)
  if (!says(text, words, head.end, 'thousand')) return { first, ...head }
  const at = says(text, words, head.end + 1, 'and') ? head.end + 2 : head.end + 1
  const next = isSpaced(text, words, at) ? smallNumber(words[at]?.lower ?? '') : undefined
  const thousands = head.value * 1000
  if (!next || next >= 1000) return { value: thousands, first, end: head.end + 1 }
  const tail = hundreds(text, words, next, at + 1)
  return { value: thousands + tail.value, first, end: tail.end }
}

/** "four hundred and five", from behind its first number. */
function hundreds(text: string, words: readonly Word[], value: number, end: number): { value: number; end: number } {
  if (!says(text, words, end, 'hundred')) return { value, end }
  const at = says(text, words, end + 1, 'and') ? end + 2 : end + 1
  const next = isSpaced(text, words, at) ? smallNumber(words[at]?.lower ?? '') : undefined
  return next && next < 100 ? { value: value * 100 + next, end: at + 1 } : { value: value * 100, end: end + 1 }
}

function says(text: string, words: readonly Word[], at: number, word: string): boolean {
  return words[at]?.lower === word && isSpaced(text, words, at)
}

function gap(text: string, words: readonly Word[], at: number): string {
  const word = words[at]
  return word ? text.slice(words[at - 1]?.end ?? 0, word.start) : ''
}

function isSpaced(text: string, words: readonly Word[], at: number): boolean {
  return /^\s+$/.test(gap(text, words, at))
}

export interface Unit {
  name: string
  plural: string
  family: 'time' | 'length'
  /** In seconds or meters. */
  size: number
}

/** An amount as it was said, comparable in base units. */
export interface Amount {
  count: number
  unit: Unit
}

const units: Unit[] = [
  time('second', 1),
  time('minute', 60),
  time('hour', 3600),
  time('day', 86_400),
  time('week', 604_800),
  time('month', 2_592_000),
  time('year', 31_536_000),
  { name: 'mile', plural: 'miles', family: 'length', size: 1609.344 },
  { name: 'foot', plural: 'feet', family: 'length', size: 0.3048 },
  { name: 'yard', plural: 'yards', family: 'length', size: 0.9144 },
  { name: 'inch', plural: 'inches', family: 'length', size: 0.0254 },
  { name: 'kilometer', plural: 'kilometers', family: 'length', size: 1000 },
  { name: 'meter', plural: 'meters', family: 'length', size: 1 },
  { name: 'league', plural: 'leagues', family: 'length', size: 4828.032 },
]

const byWord = new Map(units.flatMap(unit => [unit.name, unit.plural].map(word => [word, unit] as const)))

export function unitOf(lower: string): Unit | undefined {
  return byWord.get(lower.replace(/metre(s?)$/, 'meter$1'))
}

export function amountText({ count, unit }: Amount): string {
  return `${count} ${count === 1 ? unit.name : unit.plural}`
}

/** Equal up to the rounding of the conversion. */
export function sameAmount(a: Amount, b: Amount): boolean {
  const [left, right] = [a.count * a.unit.size, b.count * b.unit.size]
  return a.unit.family === b.unit.family && Math.abs(left - right) <= 1e-9 * Math.max(left, right)
}

function time(name: string, size: number): Unit {
  return { name, plural: `${name}s`, family: 'time', size }
}

/** Half up, without trailing zeros: ratios have two decimals, lengths one. */
export function roundTo(value: number, decimals: 0 | 1 | 2): number {
  const scale = 10 ** decimals
  return Math.floor(value * scale + 0.5 + 1e-9) / scale
}

/** Of a list in any order; zero when it is empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}
