type Matches = ReadonlyArray<readonly number[]>

const maxBefore = 32

/** An excerpt for one line, which may be cut at its end: it begins a few words before what was found. */
export function nearMatch(text: string, matches: Matches): { excerpt: string; matches: Matches } {
  const start = matches[0]?.[0] ?? 0
  const blank = text.indexOf(' ', start - maxBefore)
  if (start <= maxBefore || blank < 0 || blank >= start) return { excerpt: text, matches }
  return {
    excerpt: `…${text.slice(blank + 1)}`,
    matches: matches.map(([from = 0, to = 0]) => [from - blank, to - blank]),
  }
}
