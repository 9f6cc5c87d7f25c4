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
const multipliers = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])

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
  if (word === 'a' && multipliers.has(next ?? '')) return multiplied(text, words, first, 1, first + 1)
  const value = smallNumber(word)
  return value === undefined ? undefined : multiplied(text, words, first, value, first + 1)
}

function digitsAt(text: string, words: readonly Word[], first: number): NumberAt | undefined {
  let digits = words[first]?.text ?? ''
  if (!/^\d{1,9}$/.test(digits)) return undefined
  let end = first + 1
  while (digits.length < 13 && gap(text, words, end) === ',' && /^\d{3}$/.test(words[end]?.text ?? '')) {
    digits += words[end]?.text
    end++
  }
  const fraction = gap(text, words, end) === '.' && /^\d/.test(words[end]?.text ?? '')
  return fraction ? undefined : multiplied(text, words, first, Number(digits), end)
}

function multiplied(text: string, words: readonly Word[], first: number, value: number, from: number): NumberAt {
  let [total, end] = [value, from]
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    const factor = spaced(text, words, end) ? multipliers.get(words[end]?.lower ?? '') : undefined
    if (factor === undefined || factor === last) break
    total = factor === 100 && last === 1000 ? hundredsAdded(total) : total * factor
    last = factor
    end++
    const plus = words[end]?.lower === 'and' && spaced(text, words, end) ? end + 1 : end
    const added = spaced(text, words, plus) ? smallNumber(words[plus]?.lower ?? '') : undefined
    if (added === undefined || added === 0 || added >= 100) break
    total += added
    end = plus + 1
  }
  return { value: total, first, end }
}

/** In "three thousand four hundred" the last number said before the word counts hundreds. */
function hundredsAdded(total: number): number {
  return total - (total % 1000) + (total % 1000) * 100
}

function gap(text: string, words: readonly Word[], at: number): string {
  const word = words[at]
  return word ? text.slice(words[at - 1]?.end ?? 0, word.start) : ''
}

function spaced(text: string, words: readonly Word[], at: number): boolean {
  return /^\s+$/.test(gap(text, words, at))
}
