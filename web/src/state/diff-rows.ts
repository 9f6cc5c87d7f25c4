import type { DiffLine } from '../../../src/evidence/unified-diff.ts'
import { formatCount } from '../../../src/kernel/numbers.ts'

type Mark = readonly [start: number, end: number] | undefined
type Gap = { kind: 'gap'; key: string; words: string }
export type UnifiedRow = Gap | { kind: DiffLine['kind']; key: string; line: DiffLine; mark: Mark }
export type SplitRow =
  | Gap
  | { kind: 'pair'; key: string; left?: DiffLine; right?: DiffLine; leftMark: Mark; rightMark: Mark }

/** Lines in reading order; long unchanged parts are folded into a gap. */
export function unifiedRows(lines: DiffLine[]): UnifiedRow[] {
  const marks = lineMarks(lines)
  return foldUnchanged(lines).map((item, at): UnifiedRow => {
    if (typeof item === 'number') return gap(item, at)
    const { line, index } = item
    return { kind: line.kind, key: `l${index}`, line, mark: marks.get(line) }
  })
}

/** Old lines on the left, new ones on the right; a removed line is beside the one that replaced it. */
export function splitRows(lines: DiffLine[]): SplitRow[] {
  const marks = lineMarks(lines)
  const rows: SplitRow[] = []
  let waiting: DiffLine[] = []
  for (const item of foldUnchanged(lines)) {
    if (typeof item === 'number') {
      flush()
      rows.push(gap(item, rows.length))
      continue
    }
    const { line } = item
    if (line.kind === 'old') waiting.push(line)
    else if (line.kind === 'new') pair(waiting.shift(), line)
    else {
      flush()
      pair(line, line)
    }
  }
  flush()
  return rows

  function pair(left: DiffLine | undefined, right: DiffLine | undefined) {
    const leftMark = left && marks.get(left)
    const rightMark = right && marks.get(right)
    rows.push({
      kind: 'pair',
      key: `p${rows.length}`,
      ...(left && { left }),
      ...(right && { right }),
      leftMark,
      rightMark,
    })
  }
  function flush() {
    for (const line of waiting) pair(line, undefined)
    waiting = []
  }
}

const context = 4

type Folded = Array<number | { line: DiffLine; index: number }>

/** Each line, or the number of lines left out. */
function foldUnchanged(lines: DiffLine[]): Folded {
  const near = new Set<number>()
  lines.forEach((line, index) => {
    if (line.kind === 'same') return
    for (let at = index - context; at <= index + context; at++) near.add(at)
  })
  const result: Folded = []
  lines.forEach((line, index) => {
    const last = result.at(-1)
    if (near.has(index)) result.push({ line, index })
    else if (typeof last === 'number') result[result.length - 1] = last + 1
    else result.push(1)
  })
  return result
}

function gap(count: number, at: number): Gap {
  return { kind: 'gap', key: `g${at}`, words: formatCount(count, 'unchanged line') }
}

/** For a removed line and the line that replaced it: the part in which they differ. */
function lineMarks(lines: DiffLine[]): Map<DiffLine, Mark> {
  const marks = new Map<DiffLine, Mark>()
  let old: DiffLine[] = []
  let fresh: DiffLine[] = []
  for (const line of [...lines, undefined]) {
    if (line?.kind === 'old' && fresh.length === 0) old.push(line)
    else if (line?.kind === 'new') fresh.push(line)
    else {
      if (old.length === fresh.length) for (const [index, one] of old.entries()) mark(one, fresh[index])
      old = line?.kind === 'old' ? [line] : []
      fresh = []
    }
  }
  return marks

  function mark(one: DiffLine, other: DiffLine | undefined) {
    if (!other) return
    const [head, tail] = commonEnds(one.text, other.text)
    // When almost nothing is common, marking everything says nothing.
    if (head + tail < Math.min(one.text.length, other.text.length) / 3) return
    marks.set(one, [head, one.text.length - tail])
    marks.set(other, [head, other.text.length - tail])
  }
}

function commonEnds(a: string, b: string): [head: number, tail: number] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  return [head, tail]
}
