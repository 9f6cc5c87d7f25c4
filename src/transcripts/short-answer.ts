/** A longer answer of a tool, as JSON writes it, is shortened. */
const wholeAnswer = 2000
const answerBeginning = 500
const answerEnd = 300
const mostErrorLines = 12
const longestErrorLine = 300

const blank = 0x20
const backslash = 0x5c
const letterN = 0x6e

/**
 * A short answer whole; of a long one its beginning, the lines that speak of errors, and its end. Works on the bytes of
 * a JSON string with its quotes, so that what is left out is never decoded. Answers JSON, or null for the string as it is.
 */
export function shortAnswer(bytes: Buffer, from: number, to: number): string | null {
  if (to - from <= wholeAnswer || isJson(bytes[from + 1])) return null
  const beginning = blankBefore(bytes, from + answerBeginning, from)
  const end = blankAfter(bytes, to - answerEnd, to)
  if (beginning === from || end >= to) return null
  const short = new ShortBytes(bytes)
  short.add(from, beginning)
  addErrorLines(short, bytes, beginning, end)
  short.addLine(end, to)
  return short.text()
}

/** Parts of a JSON string, put together as bytes because many short strings take longer to make than one. */
class ShortBytes {
  readonly #source: Buffer
  #size = 0

  constructor(source: Buffer) {
    this.#source = source
  }

  add(from: number, to: number): void {
    if (to > from) this.#size += this.#source.copy(together, this.#size, from, to)
  }

  addLine(from: number, to: number): void {
    together[this.#size++] = backslash
    together[this.#size++] = letterN
    this.add(from, to)
  }

  text(): string {
    return together.toString('utf8', 0, this.#size)
  }
}

/** Used by one shortening at a time, which never waits: new memory for each would take longer than filling it. */
const together = Buffer.allocUnsafeSlow(answerBeginning + answerEnd + (mostErrorLines + 1) * (longestErrorLine + 2))

/** The same for an answer that was decoded already. */
export function shortText(text: string): string {
  if (text.length <= wholeAnswer) return text
  const json = Buffer.from(JSON.stringify(text))
  const short = shortAnswer(json, 0, json.length)
  return short === null ? text : String(JSON.parse(short))
}

/** Some clients wrap what a tool printed once more; that is read as a whole. */
function isJson(first: number | undefined): boolean {
  return first === 0x7b || first === 0x5b
}

/** A blank is never part of an escape or of a longer character, so a JSON string can be cut there. */
function blankBefore(bytes: Buffer, at: number, from: number): number {
  let place = at
  while (place > from && bytes[place] !== blank) place--
  return place
}

function blankAfter(bytes: Buffer, at: number, to: number): number {
  let place = at
  while (place < to && bytes[place] !== blank) place++
  return place
}

function addErrorLines(short: ShortBytes, bytes: Buffer, from: number, to: number): void {
  let at = from
  for (let lines = 0; lines < mostErrorLines; lines++) {
    const found = errorWordIn(bytes, at, to)
    if (found < 0) return
    const start = lineStart(bytes, found, at)
    const end = lineEnd(bytes, found, to)
    short.addLine(start, end - start <= longestErrorLine ? end : blankBefore(bytes, start + longestErrorLine, start))
    at = end
  }
}

/** Where a line that holds a place begins: after a line feed, which JSON writes as \n. */
function lineStart(bytes: Buffer, place: number, from: number): number {
  for (let at = place; at > from; at--) if (isLineFeed(bytes, at - 2, from)) return at
  return from
}

function lineEnd(bytes: Buffer, place: number, to: number): number {
  for (let at = place; at + 1 < to; at++) if (isLineFeed(bytes, at, place)) return at
  return to
}

/** Whether a line feed is written at a place; after another backslash an n is a letter. */
function isLineFeed(bytes: Buffer, at: number, from: number): boolean {
  if (bytes[at] !== backslash || bytes[at + 1] !== letterN) return false
  let before = at
  while (before > from && bytes[before - 1] === backslash) before--
  return (at - before) % 2 === 0
}

const errorWords = ['error', 'exception', 'fail', 'fatal', 'panic', 'traceback'].map(word => Buffer.from(word))

/** Each of these words has more than three letters, so one of every three places is at one of its first three pairs. */
const stride = 3
/** By pair of letters, the words that have it near their beginning and where. */
const pairWords: { word: Buffer; offset: number }[][] = Array.from({ length: 1024 }, () => [])
for (const word of errorWords) {
  for (let offset = 0; offset < stride; offset++) pairWords[pairAt(word, offset)]?.push({ word, offset })
}
const isErrorPair = Uint8Array.from(pairWords, words => (words.length > 0 ? 1 : 0))

/** Two letters in either case as a number; other characters may look like them. */
function pairAt(bytes: Buffer, at: number): number {
  return (((bytes[at] ?? 0) & 31) << 5) | ((bytes[at + 1] ?? 0) & 31)
}

function errorWordIn(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += stride) {
    const pair = pairAt(bytes, at)
    if (isErrorPair[pair] === 0) continue
    for (const { word, offset } of pairWords[pair] ?? []) if (isWordAt(bytes, at - offset, word)) return at - offset
  }
  return -1
}

function isWordAt(bytes: Buffer, at: number, word: Buffer): boolean {
  let i = 0
  while (i < word.length && ((bytes[at + i] ?? 0) | 0x20) === word[i]) i++
  return i === word.length
}
