/** A run of analysis text and the place it was taken from; columns count UTF-16 units from 0. */
export interface Segment {
  /** Offset in the analysis text. */
  at: number
  length: number
  line: number
  column: number
  /** Differs from the length where the file is not in NFC. */
  rawLength: number
}

/**
 * Appends one line's stretch to the analysis text of a block: NFC, without emphasis marks at word edges and without
 * backticks. Returns the text it adds.
 */
export function analyse(raw: string, from: number, to: number, line: number, at: number, into: Segment[]): string {
  const stretch = raw.slice(from, to)
  if (!/[*_`]/.test(stretch) && stretch.isWellFormed() && stretch === stretch.normalize('NFC')) {
    into.push({ at, length: stretch.length, line, column: from, rawLength: stretch.length })
    return stretch
  }
  let text = ''
  for (const { start, end } of keptRuns(stretch)) {
    for (const piece of composed(stretch.slice(start, end))) {
      const segment = { at: at + text.length, length: piece.text.length, line, column: from + start + piece.offset }
      into.push({ ...segment, rawLength: piece.rawLength })
      text += piece.text
    }
  }
  return text
}

function keptRuns(stretch: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  let start = 0
  for (const mark of stretch.matchAll(/`+|[*_]+/g)) {
    const end = mark.index + mark[0].length
    if (!mark[0].startsWith('`') && !atWordEdge(stretch[mark.index - 1], stretch[end])) continue
    if (mark.index > start) runs.push({ start, end: mark.index })
    start = end
  }
  if (start < stretch.length) runs.push({ start, end: stretch.length })
  return runs
}

function atWordEdge(before: string | undefined, after: string | undefined): boolean {
  const [left, right] = [blank(before), blank(after)]
  if (left && right) return false
  return left || right || !letter.test(before ?? '') || !letter.test(after ?? '')
}

const letter = /[\p{L}\p{N}]/u

function blank(char: string | undefined): boolean {
  return char === undefined || /\s/.test(char)
}

function composed(run: string): { text: string; offset: number; rawLength: number }[] {
  if (run === run.normalize('NFC')) return [{ text: run, offset: 0, rawLength: run.length }]
  const clusters = run.matchAll(/\P{M}?\p{M}+|[^\p{M}]+(?!\p{M})/gu)
  return [...clusters].map(found => ({
    text: found[0].normalize('NFC'),
    offset: found.index,
    rawLength: found[0].length,
  }))
}
