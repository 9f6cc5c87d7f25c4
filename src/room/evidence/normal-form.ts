/** A text as quotations are compared, with the way back to where each unit of it came from. */
export interface NormalForm {
  text: string
  /** For each unit of `text`, where in the original its character begins. */
  starts: Int32Array
  /** The original was in NFC: then one character is one code point of it. */
  composed: boolean
}

/** Takes one pass over the text, and another one where it has to be composed first. */
export function normalForm(original: string): NormalForm {
  const nfc = original.normalize('NFC')
  const composed = nfc === original
  const { text, origins } = composed ? { text: original, origins: undefined } : compose(original)
  const out = new UnitBuffer(text.length)
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    const from = origins?.[at] ?? at
    if (unit < 128) {
      at = asciiAt(text, at, unit, from, out)
      continue
    }
    const point = text.codePointAt(at) ?? unit
    out.put(replacementOf(point), from)
    at += point > 0xffff ? 2 : 1
  }
  return { ...out.trimmed(), composed }
}

/** A quotation as it is looked for; the dots it was cut with are not part of it. */
export function quoteForm(quote: string): string {
  const text = normalForm(quote).text.replace(/^(?:\.\.\. ?)+/, '')
  let end = text.length
  while (text.endsWith('...', end)) {
    end -= 3
    if (text[end - 1] === ' ') end--
  }
  return text.slice(0, end)
}

/** Where the character ends that begins here. */
export function characterEnd(original: string, start: number, composed: boolean): number {
  if (composed) return start + ((original.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
  clusterHere.lastIndex = start
  return start + (clusterHere.exec(original)?.[0].length ?? 1)
}

/** A character with all that may be composed into it. Hangul is built of letters, and so are some vowels of Kirat Rai. */
const clusters = /.[\p{M}\u1160-\u11ff\u{16d63}-\u{16d6a}]*/gsu
const clusterHere = new RegExp(clusters.source, 'suy')

function compose(original: string): { text: string; origins: Int32Array } {
  const parts: string[] = []
  const origins = new Int32Array(original.normalize('NFC').length)
  let length = 0
  for (const { index, 0: cluster } of original.matchAll(clusters)) {
    const part = cluster.normalize('NFC')
    parts.push(part)
    origins.fill(index, length, length + part.length)
    length += part.length
  }
  return { text: parts.join(''), origins }
}

class UnitBuffer {
  #units: Uint16Array
  #starts: Int32Array
  #length = 0

  constructor(expected: number) {
    this.#units = new Uint16Array(expected + 16)
    this.#starts = new Int32Array(expected + 16)
  }

  put(text: string, from: number): void {
    for (let at = 0; at < text.length; at++) this.unit(text.charCodeAt(at), from)
  }

  /** White space collapses here: one blank between words, none at the beginning. */
  unit(unit: number, from: number): void {
    if (unit === space && (this.#length === 0 || this.#units[this.#length - 1] === space)) return
    if (this.#length === this.#units.length) this.#grow()
    this.#units[this.#length] = unit
    this.#starts[this.#length] = from
    this.#length++
  }

  trimmed(): { text: string; starts: Int32Array } {
    const length = this.#length > 0 && this.#units[this.#length - 1] === space ? this.#length - 1 : this.#length
    const text = Buffer.from(this.#units.buffer, 0, length * 2).toString('utf16le')
    return { text, starts: this.#starts.slice(0, length) }
  }

  #grow(): void {
    const [units, starts] = [this.#units, this.#starts]
    this.#units = new Uint16Array(units.length * 2)
    this.#starts = new Int32Array(units.length * 2)
    this.#units.set(units)
    this.#starts.set(starts)
  }
}

const space = 32

function asciiAt(text: string, at: number, unit: number, from: number, out: UnitBuffer): number {
  if (unit === underscore) return underscoresAt(text, at, from, out)
  if (unit === space || (unit >= 9 && unit <= 13)) out.unit(space, from)
  else if (unit >= 65 && unit <= 90) out.unit(unit + 32, from)
  else if (unit !== asterisk && unit !== backtick) out.unit(unit, from)
  return at + 1
}

const asterisk = 42
const underscore = 95
const backtick = 96

/** Kept inside a word, where they are part of a name; dropped at its edge, where they are emphasis. */
function underscoresAt(text: string, at: number, from: number, out: UnitBuffer): number {
  let end = at
  while (text.charCodeAt(end) === underscore) end++
  const inside = inWord.test(text.slice(Math.max(0, at - 2), at)) && wordFirst.test(text.slice(end, end + 2))
  for (let each = 0; inside && each < end - at; each++) out.unit(underscore, from + each)
  return end
}

const inWord = /[\p{L}\p{N}\p{M}]$/u
const wordFirst = /^[\p{L}\p{N}\p{M}]/u

function replacementOf(point: number): string {
  const special = specials.get(point)
  if (special !== undefined) return special
  const character = String.fromCodePoint(point)
  return hasNoCase(point) ? character : character.toLowerCase()
}

/** Most of what is not Latin, so that it need not be asked for its lower case one by one. */
function hasNoCase(point: number): boolean {
  return (point >= 0x2e80 && point < 0xa640) || (point >= 0xac00 && point < 0xfb00) || point >= 0x1f000
}

const specials = new Map<number, string>([
  ...all('“”„‟«»', '"'),
  ...all('‘’‚‛′', "'"),
  ...all('‐‑‒–—−', '-'),
  ...all('…', '...'),
  ...all('\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a', ' '),
  ...all('\u2028\u2029\u202f\u205f\u3000', ' '),
  ...all('\u00ad\u200b\u200c\u200d\u2060\ufeff', ''),
])

function all(characters: string, to: string): [number, string][] {
  return Array.from(characters, character => [character.codePointAt(0) ?? 0, to])
}
