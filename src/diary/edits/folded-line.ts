import { lineBits } from '../extract/net-lines.ts'

/**
 * A line without what formatters change: no white space, commas and semicolons, and one kind of quotes. The parts of a
 * wrapped line, joined, give the same text as the whole line.
 */
export function foldLine(line: string): string {
  let folded = ''
  let from = 0
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    const isDropped = code <= 0x20 || code === comma || code === semicolon || code === 0xa0
    if (!isDropped && code !== apostrophe && code !== backtick) continue
    folded += isDropped ? line.slice(from, i) : `${line.slice(from, i)}"`
    from = i + 1
  }
  return from === 0 ? line : folded + line.slice(from)
}

const [comma, semicolon, apostrophe, backtick] = [0x2c, 0x3b, 0x27, 0x60]

/** Whether a folded line can show who wrote it: brackets, single words and imports are in every file. */
export function isTelling(folded: string): boolean {
  if (folded.length < fewestCharacters || folded.length > mostCharacters) return false
  let letters = 0
  for (let i = 0; i < folded.length && letters < fewestLetters; i++) if (isLetter(folded.charCodeAt(i))) letters++
  return letters >= fewestLetters && !/^(?:import|#include|package|using|from"|use[a-z]+::|"[^"]*"$)/.test(folded)
}

const fewestCharacters = 8
const mostCharacters = 2000
const fewestLetters = 5

/** Letters and digits of every script. */
function isLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code > 0xbf
  )
}

/** 52 bits of a folded line: few enough for a JavaScript number, enough that different lines of one machine seldom get the same. */
export function foldedHash(folded: string): number {
  const [one, two] = lineBits(folded)
  return (one >>> 0) * 0x10_0000 + (two >>> 12)
}

/** The hashes of the lines that can show who wrote them, each once, at most `most`. */
export function tellingHashes(lines: Iterable<string>, most: number): number[] {
  const found = new Set<number>()
  for (const line of lines) {
    if (found.size >= most) break
    const folded = foldLine(line)
    if (isTelling(folded)) found.add(foldedHash(folded))
  }
  return [...found]
}
