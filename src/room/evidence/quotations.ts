/** A quoted stretch of a line: `start` and `end` are those of its marks. */
interface Quotation {
  text: string
  start: number
  end: number
  double: boolean
}

/** Balanced pairs, outermost first met; text between the apostrophes of two words is not one. */
export function quotationsIn(text: string): Quotation[] {
  const doubles = doubleQuotations(text)
  return outermost([...doubles, ...singleQuotations(text, doubles)])
}

export function doubleQuotations(text: string): Quotation[] {
  const pairs = [...curlyPairs(text), ...anglePairs(text), ...(nestedPairs(text) ?? plainPairs(text))]
  return outermost(pairs.map(([start, last]) => quotation(text, start, last, true)))
}

type Pair = [start: number, last: number]

function quotation(text: string, start: number, last: number, double: boolean): Quotation {
  return { text: text.slice(start + 1, last), start, end: last + 1, double }
}

function outermost(quotations: Quotation[]): Quotation[] {
  let reached = 0
  return quotations
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < reached) return false
      reached = end
      return true
    })
}

/** The upper mark that ends a low one begins a pair of its own elsewhere. */
function curlyPairs(text: string): Pair[] {
  const pairs: Pair[] = []
  const open: number[] = []
  for (const { index, 0: mark } of text.matchAll(/[“”„]/g)) {
    const last = open.at(-1)
    const isClosing = last !== undefined && closerOf(text.charAt(last)) === mark
    if (isClosing) pairs.push([open.pop() ?? last, index])
    else if (mark !== '”') open.push(index)
  }
  return pairs
}

function closerOf(mark: string): string {
  return mark === '„' ? '“' : '”'
}

function anglePairs(text: string): Pair[] {
  const pairs: Pair[] = []
  const open: number[] = []
  for (const { index, 0: mark } of text.matchAll(/[«»]/g)) {
    const start = mark === '«' ? undefined : open.pop()
    if (mark === '«') open.push(index)
    else if (start !== undefined) pairs.push([start, index])
  }
  return pairs
}

/** Speech inside a quotation: a straight mark after a blank and before a word opens one level more. */
function nestedPairs(text: string): Pair[] | undefined {
  const pairs: Pair[] = []
  const open: number[] = []
  for (const { index } of text.matchAll(/"/g)) {
    const innermost = open.at(-1)
    const opens = innermost === undefined || (follows(text, index, innermost) && isWordAt(text, index + 1))
    if (opens) open.push(index)
    else pairs.push([open.pop() ?? innermost, index])
  }
  return open.length === 0 ? pairs : undefined
}

function follows(text: string, index: number, innermost: number): boolean {
  return innermost === index - 1 || /[\s([—–]/.test(text.charAt(index - 1))
}

function plainPairs(text: string): Pair[] {
  const marks = Array.from(text.matchAll(/"/g), ({ index }) => index)
  return marks.flatMap((start, at) => {
    const last = marks[at + 1]
    return at % 2 === 0 && last !== undefined ? [[start, last] satisfies Pair] : []
  })
}

/** Marks inside double quotations are part of them and neither open nor close anything. */
function singleQuotations(text: string, doubles: readonly Quotation[]): Quotation[] {
  const marks = Array.from(text.matchAll(/['‘’]/g), ({ index, 0: mark }) => ({ index, mark }))
  let next = 0
  const free = marks.filter(({ index }) => {
    while ((doubles[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next++
    const inside = (doubles[next]?.start ?? Number.POSITIVE_INFINITY) < index
    return !inside && !(isWordBefore(text, index) && isWordAt(text, index + 1))
  })
  return [...singlesOf(text, free, "'", "'"), ...singlesOf(text, free, '‘', '’')]
}

function singlesOf(
  text: string,
  marks: readonly { index: number; mark: string }[],
  opener: string,
  closer: string,
): Quotation[] {
  const fitting = marks.filter(({ mark }) => mark === opener || mark === closer)
  const found: Quotation[] = []
  for (let at = 0; at < fitting.length - 1; at++) {
    const [from, to] = [fitting[at], fitting[at + 1]]
    if (!from || !to || from.mark !== opener || isWordBefore(text, from.index)) continue
    if (to.mark !== closer || isWordAt(text, to.index + 1)) continue
    found.push(quotation(text, from.index, to.index, false))
    at++
  }
  return found
}

function isWordAt(text: string, index: number): boolean {
  const point = text.codePointAt(index)
  return point !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(point))
}

function isWordBefore(text: string, index: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index))
}

/** A line that is read in steps: what one step recognized, the following ones do not see. */
export class MaskedText {
  readonly text: string
  readonly #covered: Uint8Array
  #open: string | undefined

  constructor(text: string) {
    this.text = text
    this.#covered = new Uint8Array(text.length)
  }

  cover(start: number, end: number): void {
    this.#covered.fill(1, start, end)
    this.#open = undefined
  }

  /** As long as the text itself, with a mark for every covered unit. */
  get open(): string {
    this.#open ??= this.#covered.includes(1) ? this.#masked() : this.text
    return this.#open
  }

  #masked(): string {
    let masked = ''
    for (let at = 0; at < this.text.length; ) {
      const from = at
      const covered = this.#covered[at]
      while (at < this.text.length && this.#covered[at] === covered) at++
      masked += covered === 1 ? coveredMark.repeat(at - from) : this.text.slice(from, at)
    }
    return masked
  }
}

/** No letter, no digit, no blank: nothing that is read can reach across it. */
export const coveredMark = '\u0000'
