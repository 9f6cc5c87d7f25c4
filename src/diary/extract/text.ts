import { findUnwritable, redact } from '../../evidence/secrets.ts'
import { codePoints, joinFirst, trimEndOf } from '../../kernel/text.ts'

/** On one line: control characters and runs of spaces become a single space. */
export function oneLine(text: string): string {
  // Most texts are on one line already, and replacing every space of them takes several times as long as looking.
  return (broken.test(text) ? text.replace(breaks, ' ') : text).trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const breaks = /[\u0000-\u0020\u007f\u0085\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const broken = /[\u0000-\u001f\u007f\u0085\u2028\u2029]| {2}/

/** At most `most` code points, ending at a word where that costs little. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Twice as many code units as code points are enough to know.
  const points = Array.from(text.slice(0, 2 * most + 2))
  if (points.length <= most) return text
  const head = points.slice(0, most - 1)
  const space = head.lastIndexOf(' ')
  const kept = space > 0.6 * most ? head.slice(0, space) : head
  return `${trimEndOf(kept.join('').replace(begunRedaction, ''), ' ,;:.–-')}…`
}

/** `[redacted:git`: what is left of the name of a secret where a text was cut. */
const begunRedaction = /\[(?:r[a-z]{0,7}(?::\w{0,40})?)?$/

/** The first sentence, on one line. */
export function sentence(text: string, most = 160): string {
  const line = oneLine(text)
  for (const { index } of line.matchAll(/[.!?](?=\s|$)|[。！？]/g)) {
    const head = line.slice(0, index)
    // “1.” begins an entry of a list.
    if (codePoints(head) >= shortest && !/\s\d{1,2}$/.test(head)) return cut(line.slice(0, index + 1), most)
  }
  return cut(line, most)
}

/** What ends sooner is an abbreviation or a greeting. */
const shortest = 12

/** Distinct values in their order; those that are too many are only counted. */
export function list(values: Iterable<string>, most = 5): string {
  return joinFirst([...new Set(values)], most)
}

/** At most `most` characters of a text, to be shown inside another. */
export function excerpt(text: string, most: number, root: string | null): string {
  return cut(oneLine(clean(text, root)), most)
}

/** A summary fit to be written (the `S` of diary.md §13.1); `fallback` has no variable parts. */
export function summary(text: string, fallback: string, root: string | null): string {
  const written = excerpt(text, 240, root)
  return written.trim() === '' || findUnwritable(written) ? fallback : written
}

/** Without secrets, absolute paths and halves of characters. */
export function clean(text: string, root: string | null): string {
  const known = cleaned.find(each => each.text === text && each.root === root)
  if (known) return known.written
  const written = redact(text.toWellFormed(), root ?? undefined)
  cleaned.unshift({ text, root, written })
  cleaned.length = Math.min(cleaned.length, maxCleaned)
  return written
}

/** What an agent said last is shown in several places, and looking for secrets in it takes long. */
const cleaned: { text: string; root: string | null; written: string }[] = []
const maxCleaned = 8

/** A command between back quotes. */
export function quotedCommand(command: string, root: string | null): string {
  return `\`${excerpt(command, 60, root).replaceAll('`', "'")}\``
}

const maxSpans = 12

/** Lines as spans of consecutive lines; the nearest are joined until there are few. */
export function cite(lines: Iterable<number>): Array<{ lines: string }> {
  const sorted = [...new Set(lines)].sort((a, b) => a - b)
  const gaps = sorted.slice(1).flatMap((line, i) => {
    const gap = line - (sorted[i] ?? line)
    return gap > 1 ? [{ at: i + 1, gap }] : []
  })
  const kept = gaps.sort((a, b) => b.gap - a.gap || b.at - a.at).slice(0, maxSpans - 1)
  const starts = [0, ...kept.map(({ at }) => at).sort((a, b) => a - b)]
  return starts.flatMap((start, i) => {
    const [first, last] = [sorted[start], sorted[(starts[i + 1] ?? sorted.length) - 1]]
    return first === undefined ? [] : [{ lines: `${first}-${last}` }]
  })
}
