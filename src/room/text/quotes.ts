import { cutTo } from './cut.ts'
import type { LinePart } from './places.ts'

export interface Quote {
  quote: string
  truncated?: true
}

/** The whole line where it fits, else the part of the sentence on it; where a cut would lose the match, from there. */
export function quoteOf(lines: readonly string[], part: LinePart, at: number, bytes: number): Quote {
  const line = lines[part.line - 1] ?? ''
  const whole = line.trim()
  return Buffer.byteLength(whole) <= bytes ? { quote: whole } : partQuote(line, part, at, bytes)
}

/** What a screen or an answer may quote: at most 160 bytes of one line, at least 8 code points, else nothing. */
export function spanQuote(lines: readonly string[], part: LinePart, at: number): string | undefined {
  const line = lines[part.line - 1] ?? ''
  const { quote } = partQuote(line, part, at, 160)
  if (long(quote)) return quote
  const whole = cutTo(line.trim(), 160)
  return long(whole) ? whole : undefined
}

/** The part of a sentence on its line. */
export function partQuote(line: string, part: LinePart, at: number, bytes: number): Quote {
  const whole = line.slice(part.start, part.end).trim()
  const beginning = cutTo(whole, bytes)
  if (beginning === whole) return { quote: whole }
  const match = line.slice(at, part.end).trim()
  const holds = part.start + beginning.length > at + Math.min(match.length, 40)
  return { quote: holds ? beginning : cutTo(match, bytes), truncated: true }
}

/** The beginning of a line, as one that may be quoted. */
export function lineQuote(line: string, bytes: number): Quote {
  const whole = line.trim()
  const quote = cutTo(whole, bytes)
  return quote === whole ? { quote } : { quote, truncated: true }
}

function long(text: string): boolean {
  return [...text.slice(0, 16)].length >= 8
}
