import { diffLines } from '../../../src/evidence/unified-diff.ts'

export interface Merged {
  text: string
  /** Places that both sides changed differently; yours stands there. */
  overlaps: number
}

/** Joins two texts that came from one: each side's own changes, and yours where both changed the same lines. */
export function mergeTexts(base: string, yours: string, theirs: string): Merged {
  if (yours === theirs || theirs === base) return { text: yours, overlaps: 0 }
  if (yours === base) return { text: theirs, overlaps: 0 }
  const lines = withEnds(base)
  const mine = edits(base, yours)
  const other = edits(base, theirs)
  let text = ''
  let overlaps = 0
  let at = 0
  while (mine.length > 0 || other.length > 0) {
    const start = Math.min(mine[0]?.from ?? Number.POSITIVE_INFINITY, other[0]?.from ?? Number.POSITIVE_INFINITY)
    text += lines.slice(at, start).join('')
    const region = takeRegion(mine, other, start)
    const left = apply(lines, region.mine, start, region.end)
    const right = apply(lines, region.other, start, region.end)
    const both = region.mine.length > 0 && region.other.length > 0
    if (both && left !== right) overlaps += 1
    text += region.mine.length > 0 ? left : right
    at = region.end
  }
  return { text: text + lines.slice(at).join(''), overlaps }
}

/** Base lines [from, to) are replaced by the text. */
interface Edit {
  from: number
  to: number
  text: string
}

function edits(base: string, changed: string): Edit[] {
  const found: Edit[] = []
  let at = 0
  let open: Edit | undefined
  for (const line of diffLines(base, changed)) {
    if (line.kind === 'same') {
      open = undefined
      at += 1
      continue
    }
    if (!open) {
      open = { from: at, to: at, text: '' }
      found.push(open)
    }
    if (line.kind === 'new') {
      open.text += line.text + (line.unterminated ? '' : '\n')
    } else {
      at += 1
      open.to = at
    }
  }
  return found
}

/** All edits of both sides that touch one another, beginning with the first; they are taken off the lists. */
function takeRegion(mine: Edit[], other: Edit[], start: number): { mine: Edit[]; other: Edit[]; end: number } {
  const region: { mine: Edit[]; other: Edit[]; end: number } = { mine: [], other: [], end: start }
  for (;;) {
    const taken = takeTouching(mine, region.mine, region.end) ?? takeTouching(other, region.other, region.end)
    if (!taken) return region
    region.end = Math.max(region.end, taken.to)
  }
}

function takeTouching(from: Edit[], into: Edit[], end: number): Edit | undefined {
  const next = from[0]
  if (!next || next.from > end) return undefined
  from.shift()
  into.push(next)
  return next
}

function apply(lines: string[], changes: Edit[], start: number, end: number): string {
  let text = ''
  let at = start
  for (const change of changes) {
    text += lines.slice(at, change.from).join('') + change.text
    at = change.to
  }
  return text + lines.slice(at, end).join('')
}

function withEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
