/**
 * Whether a text may match a pattern of the program; never says no where it does. A text is asked for hundreds of patterns
 * that hardly any text has, and each has words in it: which groups of three characters the text has is found out once for
 * all of them.
 */
export function mayMatch(text: string, pattern: RegExp): boolean {
  if (pattern.ignoreCase) return true
  const { source } = pattern
  let places = wanted.get(source)
  if (places === undefined) {
    places = neededIn(pattern)?.map(placesIn) ?? null
    wanted.set(source, places)
  }
  return places === null || hasOne(text, places)
}

/** By the source of each pattern, of which a program has no more than are written in it. */
const wanted = new Map<string, Int32Array[] | null>()

export function hasMatch(text: string, pattern: RegExp): boolean {
  return mayMatch(text, pattern) && pattern.test(text)
}

export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return mayMatch(text, pattern) ? [...text.matchAll(pattern)] : []
}

function hasOne(text: string, wanted: readonly Int32Array[]): boolean {
  if (text !== seenText) note(text)
  for (const places of wanted) {
    let at = 0
    while (at < places.length && seen[places[at] ?? 0] === 1) at++
    if (at === places.length) return true
  }
  return false
}

/** The groups of three characters of the last text, kept because many patterns are tried on one text in a row. */
const seen = new Uint8Array(0x8000)
let seenText = ''

function note(text: string): void {
  seen.fill(0)
  let place = 0
  for (let at = 0; at < text.length; at++) {
    place = nextPlace(place, text.charCodeAt(at))
    if (at >= 2) seen[place] = 1
  }
  seenText = text
}

function placesIn(text: string): Int32Array {
  const places: number[] = []
  let place = 0
  for (let at = 0; at < text.length; at++) {
    place = nextPlace(place, text.charCodeAt(at))
    if (at >= 2) places.push(place)
  }
  return Int32Array.from(places)
}

/** Of a group of three characters, by that of the one before it: what came earlier has been moved out. */
function nextPlace(before: number, unit: number): number {
  return ((before << 5) ^ unit) & 0x7fff
}

/** Texts of three characters or more, one of which is in every match of a pattern; null where that is not certain. */
export function neededIn({ source, ignoreCase, flags }: RegExp): string[] | null {
  return ignoreCase || flags.includes('v') ? null : new NeededTexts(source).inAlternatives()
}

const shortest = 3

/** Reads a pattern for the texts that it needs, and takes whatever it does not know for something that may be anything. */
class NeededTexts {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  inAlternatives(): string[] | null {
    const needed: string[] = []
    let isCertain = true
    do {
      const own = this.#inSequence()
      if (own) needed.push(...own)
      else isCertain = false
    } while (this.#take(/\|/y))
    return isCertain ? needed : null
  }

  /** Up to the next alternative or the end of the group: the longest of what it needs. */
  #inSequence(): string[] | null {
    let best: string[] | null = null
    let run = ''
    const offer = (texts: string[] | null) => {
      if (texts && Math.min(...texts.map(({ length }) => length)) > Math.max(shortest - 1, lengthOf(best))) best = texts
    }
    const endRun = () => {
      offer([run])
      run = ''
    }
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      if (this.#take(/\^|\$|\\[bB]/y)) continue
      const opened = this.#take(/\((?:\?(?::|<?[=!]|<\w+>))?/y)
      const inside = opened ? this.inAlternatives() : null
      if (opened) this.#take(/\)/y)
      const letter = opened || this.#take(anyOf) ? null : this.#letter()
      const least = this.#leastTimes()
      if (letter !== null && least === null) run += letter
      else if (opened && /[=!]$/.test(opened)) continue
      else {
        if (letter !== null && least !== 0) run += letter
        endRun()
        if (least !== 0) offer(inside)
      }
    }
    endRun()
    return best
  }

  #letter(): string {
    const [escaped, letter = ''] = this.#take(/\\([\s\S])|[\s\S]/y) ? this.#taken : []
    return escaped?.startsWith('\\') ? (controls[letter] ?? letter) : (escaped ?? '')
  }

  /** How often the last part has to be there; null where nothing is said about it. */
  #leastTimes(): number | null {
    if (!this.#take(/(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y)) return null
    const [sign = '', least] = this.#taken
    return least === undefined ? (sign.startsWith('+') ? 1 : 0) : Number(least)
  }

  #taken: readonly (string | undefined)[] = []

  #take(sticky: RegExp): string | null {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source)
    if (!found) return null
    this.#taken = found
    this.#at += found[0].length
    return found[0]
  }
}

/** One of several characters, or a group again; half a character counts as one. */
const anyOf =
  /\.|\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<\w+>|[dDwWsS\d])|[\ud800-\udfff]/y

const controls: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' }

function lengthOf(texts: readonly string[] | null): number {
  return texts === null ? 0 : Math.min(...texts.map(({ length }) => length))
}
