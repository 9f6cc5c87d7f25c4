import { cutTo } from '../../kernel/text.ts'
import type { Block, Segment } from './structure.ts'

interface TextPosition {
  line: number
  column: number
}

/** A stretch of one line of the file. */
export interface LinePart {
  line: number
  start: number
  end: number
}

export function placeOf(block: Block, offset: number): TextPosition {
  const segment = block.segments[indexAt(block, offset)]
  if (!segment) return { line: block.startLine, column: 0 }
  return { line: segment.line, column: columnIn(segment, offset) }
}

/** Asks for rising offsets only, so that a whole block costs one walk. */
export function placesAlong(block: Block): (offset: number) => TextPosition {
  let index = 0
  return offset => {
    while ((block.segments[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= offset) index++
    const segment = block.segments[index]
    return segment ? { line: segment.line, column: columnIn(segment, offset) } : { line: block.startLine, column: 0 }
  }
}

/** The part of a stretch of analysis text that is on the line of `at`. */
export function partOnLine(block: Block, start: number, end: number, at: number): LinePart {
  const home = block.segments[indexAt(block, at)]
  if (!home) return { line: block.startLine, start: 0, end: 0 }
  const { line } = home
  const from = block.segments[Math.max(indexAt(block, start), lastIndex(block, each => each.line < line) + 1)] ?? home
  const to =
    block.segments[
      Math.min(
        indexAt(block, end - 1),
        lastIndex(block, each => each.line <= line),
      )
    ] ?? home
  return { line, start: columnIn(from, Math.max(start, from.at)), end: endIn(to, Math.min(end, to.at + to.length)) }
}

function indexAt(block: Block, offset: number): number {
  return Math.max(
    0,
    lastIndex(block, each => each.at <= offset),
  )
}

/** Of the last segment for which it holds; it holds for all before one for which it does. */
function lastIndex(block: Block, holds: (segment: Segment) => boolean): number {
  let [low, high] = [-1, block.segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const segment = block.segments[middle]
    if (segment && holds(segment)) low = middle
    else high = middle - 1
  }
  return low
}

function columnIn(segment: Segment, offset: number): number {
  if (segment.length === segment.rawLength) return segment.column + Math.min(offset - segment.at, segment.length)
  return offset > segment.at ? segment.column + segment.rawLength : segment.column
}

function endIn(segment: Segment, offset: number): number {
  if (segment.length === segment.rawLength) return segment.column + Math.max(0, offset - segment.at)
  return segment.column + segment.rawLength
}

interface Quote {
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
