/** Where a secret is, and what kind of secret; never its text. */
export interface FoundSecret {
  kind: string
  start: number
  /** Just past its last character. */
  end: number
}

/** Finds secrets in a text, from left to right and never overlapping. Time must not grow faster than the text. */
export type SecretRule = (text: string) => Iterable<FoundSecret>

/**
 * A rule with keywords in lower case, one of which every secret of its kind contains. Looking for words in a text is much
 * quicker than trying patterns at each place of it, and most texts contain none of them.
 */
export interface KeywordRule {
  keywords: readonly string[]
  find: SecretRule
}

/** The keywords are separated by `|`. */
export function withKeywords(keywords: string, find: SecretRule): KeywordRule {
  return { keywords: keywords.split('|'), find }
}

/** What a rule finds in a text; `lowerCase` is the same text in lower case. */
export function findWithRule({ keywords, find }: KeywordRule, text: string, lowerCase: string): Iterable<FoundSecret> {
  return keywords.some(word => lowerCase.includes(word)) ? find(text) : []
}

/**
 * Every match of a global pattern. Where a match may begin at many places before the one character that decides, the
 * pattern starts at that character and looks back with a group called `before`. `accepts` is asked about the group
 * called `value`, or about the whole match where there is none.
 */
export function patternRule(
  kind: string,
  pattern: RegExp,
  accepts: (value: string) => boolean = () => true,
): SecretRule {
  return function* find(text) {
    let from = 0
    let free = 0
    for (;;) {
      pattern.lastIndex = from
      const found = pattern.exec(text)
      if (!found) return
      const start = found.index - (found.groups?.before?.length ?? 0)
      const end = found.index + found[0].length
      if (start < free) from = found.index + 1
      else {
        if (accepts(found.groups?.value ?? found[0])) {
          yield { kind, start, end }
          free = end
        }
        // Also past what was not accepted: looking at parts of it again would take time that grows with its square.
        from = end
      }
    }
  }
}

/** Where the first sign of a secret begins from a place on; -1 where there is none. */
type LineSign = (text: string, from: number) => number

export function patternSign(pattern: RegExp): LineSign {
  return (text, from) => {
    pattern.lastIndex = from
    return pattern.exec(text)?.index ?? -1
  }
}

/** A run of so many ASCII letters, digits, `_` and `-`: looked for from its end, since most words are shorter. */
export function longRun(length: number): LineSign {
  return (text, from) => {
    for (let last = from + length - 1; last < text.length; ) {
      let at = last
      while (at > last - length && tokenSigns[text.charCodeAt(at)] === 1) at--
      if (at === last - length) return at + 1
      last = at + length
    }
    return -1
  }
}

const tokenSigns = new Uint8Array(0x80)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  tokenSigns[sign.charCodeAt(0)] = 1

/**
 * Rules for secrets of one line, asked only about lines that a quick look finds worth it, all of them at once. Where
 * two rules find the same place, the earlier rule has it.
 */
export function ruleForLines(sign: LineSign, rules: readonly SecretRule[]): SecretRule {
  return function* find(text) {
    const lines = linesWith(sign, text)
    if (lines.length === 0) return
    const asked = lines.map(({ start, end }) => text.slice(start, end)).join('\n')
    let found: FoundSecret[] = []
    for (const rule of rules) found = mergeFound(found, [...rule(asked)])
    let line = 0
    // Where the line begins in what was asked about.
    let begin = 0
    for (const { kind, start, end } of found) {
      for (let at = lines[line]; at && start > begin + at.end - at.start; at = lines[line]) {
        begin += at.end - at.start + 1
        line++
      }
      const shift = (lines[line]?.start ?? 0) - begin
      yield { kind, start: start + shift, end: end + shift }
    }
  }
}

function linesWith(sign: LineSign, text: string): Array<{ start: number; end: number }> {
  const lines: Array<{ start: number; end: number }> = []
  for (let at = 0; at < text.length; ) {
    const seen = sign(text, at)
    if (seen < 0) break
    const start = Math.max(at, text.lastIndexOf('\n', seen) + 1)
    const next = text.indexOf('\n', seen)
    const end = next < 0 ? text.length : next
    lines.push({ start, end })
    at = end + 1
  }
  return lines
}

/** Both from left to right; of the second only what overlaps nothing of the first. */
function mergeFound(first: FoundSecret[], second: readonly FoundSecret[]): FoundSecret[] {
  if (second.length === 0) return first
  const all: FoundSecret[] = []
  let at = 0
  for (const found of second) {
    for (let each = first[at]; each && each.end <= found.start; each = first[at]) {
      all.push(each)
      at++
    }
    const following = first[at]
    if (!following || found.end <= following.start) all.push(found)
  }
  return [...all, ...first.slice(at)]
}
