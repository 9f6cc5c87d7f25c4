import type { FoundSecret } from './rule.ts'

/** How tokens of one kind look: one of these beginnings, then these pieces. */
export interface TokenForm {
  beginnings: readonly string[]
  pieces: readonly Piece[]
}

/** A fixed text, a run of characters of one set, or a condition on the token so far. */
export type Piece = string | Run | Condition
type Condition = (text: string, start: number, end: number) => boolean

interface Run {
  /** By the code of a character. */
  has: readonly boolean[]
  least: number
  most: number
}

/** A form whose beginnings are written with `|` between them. */
export function form(beginnings: string, ...pieces: readonly Piece[]): TokenForm {
  return { beginnings: beginnings.split('|'), pieces }
}

export const more = Number.POSITIVE_INFINITY

/** Makes runs of `least` to `most` characters that match the pattern. All of them are ASCII. */
export function runOf(one: RegExp): (least: number, most?: number) => Run {
  const has = Array.from({ length: 128 }, (_, code) => one.test(String.fromCharCode(code)))
  return (least, most = least) => ({ has, least, most })
}

export const endOfWord: Condition = (text, _, end) => !isOfWord[text.charCodeAt(end)]
export const hasDigit: Condition = (text, start, end) => /[0-9]/.test(text.slice(start, end))

/**
 * Every token in a text, from left to right. Each beginning of a word is looked at once, and no run is taken back, so
 * time grows with the text: a run never holds the character that has to follow it.
 */
export function* findTokens(text: string, forms: FormsByStart): Iterable<FoundSecret> {
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const wasInWord = isInWord
    isInWord = isOfWord[code] ?? false
    if (wasInWord || !isInWord) continue
    for (const { kind, beginning, pieces } of forms[code] ?? []) {
      const end = text.startsWith(beginning, at) ? endOf(pieces, text, at, at + beginning.length) : -1
      if (end < 0) continue
      yield { kind, start: at, end }
      at = end - 1
      isInWord = isOfWord[text.charCodeAt(at)] ?? false
      break
    }
  }
}

/** By the code of the first character, so that most words are passed over at once. */
type FormsByStart = ReadonlyArray<ReadonlyArray<{ kind: string; beginning: string; pieces: readonly Piece[] }>>

export function byStart(forms: ReadonlyArray<readonly [kind: string, ...forms: TokenForm[]]>): FormsByStart {
  const all = forms.flatMap(([kind, ...ofKind]) =>
    ofKind.flatMap(({ beginnings, pieces }) => beginnings.map(beginning => ({ kind, beginning, pieces }))),
  )
  return Array.from({ length: 128 }, (_, code) => all.filter(({ beginning }) => beginning.charCodeAt(0) === code))
}

const isOfWord = Array.from({ length: 128 }, (_, code) => /\w/.test(String.fromCharCode(code)))

/** Where the token ends, or -1. */
function endOf(pieces: readonly Piece[], text: string, start: number, afterBeginning: number): number {
  let at = afterBeginning
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (!text.startsWith(piece, at)) return -1
      at += piece.length
    } else if (typeof piece === 'function') {
      if (!piece(text, start, at)) return -1
    } else {
      const from = at
      while (at - from < piece.most && piece.has[text.charCodeAt(at)]) at++
      if (at - from < piece.least) return -1
    }
  }
  return at
}
