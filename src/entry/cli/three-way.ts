import { diffLines } from '../../evidence/unified-diff.ts'

/** A stretch of the common text that at least one side changed; lines as they stand on each of the three. */
export interface Region {
  /** Counted from 1 in the common text. */
  line: number
  base: string[]
  yours: string[]
  theirs: string[]
  changed: 'you' | 'them' | 'both, alike' | 'both, differently'
}

/** What two people made of one text, region by region. */
export function threeWay(base: string, yours: string, theirs: string): Region[] {
  const lines = base.split('\n')
  const mine = editsOf(base, yours)
  const other = editsOf(base, theirs)
  return clustersOf([...mine, ...other]).map(({ from, to }) => {
    const region = {
      base: lines.slice(from, to),
      yours: applied(lines, mine, from, to),
      theirs: applied(lines, other, from, to),
    }
    return { line: from + 1, ...region, changed: whoChanged(region) }
  })
}

export function threeWayText(regions: readonly Region[]): string {
  return regions
    .flatMap(({ line, base, yours, theirs, changed }) => [
      `@@ line ${line}: changed by ${changed}`,
      ...base.map(text => `| ${text}`),
      ...(changed === 'them' ? [] : yours.map(text => `< ${text}`)),
      ...(changed === 'you' ? [] : theirs.map(text => `> ${text}`)),
    ])
    .map(text => `${text}\n`)
    .join('')
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
  for (const { kind, text } of diffLines(ended(base), ended(changed))) {
    if (kind === 'same') {
      open = undefined
      at++
      continue
    }
    if (!open) {
      open = { from: at, to: at, lines: [] }
      edits.push(open)
    }
    if (kind === 'new') open.lines.push(text)
    else open.to = ++at
  }
  return edits
}

/** Every line ends alike here, so that only words count. */
function ended(text: string): string {
  return `${text}\n`
}

function clustersOf(edits: Edit[]): Array<{ from: number; to: number }> {
  const clusters: Array<{ from: number; to: number }> = []
  for (const { from, to } of edits.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = clusters.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else clusters.push({ from, to })
  }
  return clusters
}

function applied(lines: string[], edits: Edit[], from: number, to: number): string[] {
  const inside = edits.filter(edit => edit.from >= from && edit.to <= to)
  let at = from
  const made: string[] = []
  for (const edit of inside) {
    made.push(...lines.slice(at, edit.from), ...edit.lines)
    at = edit.to
  }
  return [...made, ...lines.slice(at, to)]
}

function whoChanged({ base, yours, theirs }: Pick<Region, 'base' | 'yours' | 'theirs'>): Region['changed'] {
  if (same(base, theirs)) return 'you'
  if (same(base, yours)) return 'them'
  return same(yours, theirs) ? 'both, alike' : 'both, differently'
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at])
}
