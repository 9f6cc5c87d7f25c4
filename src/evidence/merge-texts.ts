import { diffLines } from './unified-diff.ts'

/** A stretch of the common text that at least one side changed, as it is on each of the three; lines keep their ends. */
interface ChangedRegion {
  /** Lines `from` up to `to` of the common text. */
  from: number
  to: number
  base: string[]
  yours: string[]
  theirs: string[]
}

/** What two people made of one text, region by region; changes that touch each other are one region. */
export function changedRegions(base: string, yours: string, theirs: string): ChangedRegion[] {
  const lines = linesOf(base)
  const mine = editsOf(base, yours)
  const other = editsOf(base, theirs)
  return spansOf([...mine, ...other]).map(({ from, to }) => ({
    from,
    to,
    base: lines.slice(from, to),
    yours: applyEdits(lines, mine, from, to),
    theirs: applyEdits(lines, other, from, to),
  }))
}

interface Merged {
  text: string
  /** Places that both sides changed differently; yours is used there. */
  overlaps: number
}

/** Joins two texts that came from one: each side's own changes, and yours where both changed the same lines. */
export function mergeTexts(base: string, yours: string, theirs: string): Merged {
  if (yours === theirs || theirs === base) return { text: yours, overlaps: 0 }
  if (yours === base) return { text: theirs, overlaps: 0 }
  const lines = linesOf(base)
  let text = ''
  let overlaps = 0
  let at = 0
  for (const region of changedRegions(base, yours, theirs)) {
    const [before, left, right] = [region.base, region.yours, region.theirs].map(each => each.join(''))
    if (left !== before && right !== before && left !== right) overlaps += 1
    text += lines.slice(at, region.from).join('') + (left === before ? right : left)
    at = region.to
  }
  return { text: text + lines.slice(at).join(''), overlaps }
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Lines `from` up to `to` of the base become `lines`. */
interface Edit {
  from: number
  to: number
  lines: string[]
}

function editsOf(base: string, changed: string): Edit[] {
  const edits: Edit[] = []
  let at = 0
  let open: Edit | undefined
  for (const { kind, text, unterminated } of diffLines(base, changed)) {
    if (kind === 'same') {
      open = undefined
      at++
      continue
    }
    if (!open) {
      open = { from: at, to: at, lines: [] }
      edits.push(open)
    }
    if (kind === 'new') open.lines.push(unterminated ? text : `${text}\n`)
    else open.to = ++at
  }
  return edits
}

function spansOf(edits: Edit[]): Array<{ from: number; to: number }> {
  const spans: Array<{ from: number; to: number }> = []
  for (const { from, to } of edits.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = spans.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  return spans
}

function applyEdits(lines: readonly string[], edits: readonly Edit[], from: number, to: number): string[] {
  let at = from
  const made: string[] = []
  for (const edit of edits) {
    if (edit.from < from || edit.to > to) continue
    made.push(...lines.slice(at, edit.from), ...edit.lines)
    at = edit.to
  }
  return [...made, ...lines.slice(at, to)]
}
