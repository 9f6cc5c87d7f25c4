import { lineEdits } from './line-edits.ts'

export interface DiffLine {
  kind: 'same' | 'old' | 'new'
  /** The line without its LF; a CR stays in it. */
  text: string
  /** Counted from 1; absent on lines that exist only in the new text. */
  oldLine?: number
  newLine?: number
  /** Set on a last line that has no LF. */
  unterminated?: true
}

/** Every line of both texts in reading order, deletions before the insertions that replace them. */
export function diffLines(oldText: string, newText: string): DiffLine[] {
  const before = splitLines(oldText)
  const after = splitLines(newText)
  const { deleted, inserted } = lineEdits(before, after)
  const lines: DiffLine[] = []
  let oldAt = 0
  let newAt = 0
  while (oldAt < before.length || newAt < after.length) {
    while (deleted[oldAt] === 1) lines.push({ kind: 'old', ...lineText(before[oldAt++]), oldLine: oldAt })
    while (inserted[newAt] === 1) lines.push({ kind: 'new', ...lineText(after[newAt++]), newLine: newAt })
    while (oldAt < before.length && newAt < after.length && deleted[oldAt] === 0 && inserted[newAt] === 0) {
      lines.push({ kind: 'same', ...lineText(before[oldAt++]), oldLine: oldAt, newLine: ++newAt })
    }
  }
  return lines
}

/** The difference in GNU unified format with three context lines; '' for equal texts. */
export function unifiedDiff(oldText: string, newText: string, labels: { from: string; to: string }): string {
  if (oldText === newText) return ''
  const lines = diffLines(oldText, newText)
  const hunks = hunkSpans(lines).map(([start, end]) => hunkText(lines.slice(start, end)))
  return `--- ${labels.from}\n+++ ${labels.to}\n${hunks.join('')}`
}

const CONTEXT_LINES = 3

function splitLines(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed === -1 ? text.length : feed + 1
    lines.push(text.slice(start, end))
    start = end
  }
  return lines
}

function lineText(line = ''): Pick<DiffLine, 'text' | 'unterminated'> {
  return line.endsWith('\n') ? { text: line.slice(0, -1) } : { text: line, unterminated: true }
}

function hunkSpans(lines: readonly DiffLine[]): [number, number][] {
  const spans: [number, number][] = []
  lines.forEach((line, index) => {
    if (line.kind === 'same') return
    const start = Math.max(0, index - CONTEXT_LINES)
    const end = Math.min(lines.length, index + 1 + CONTEXT_LINES)
    const last = spans.at(-1)
    if (last && start <= last[1]) last[1] = end
    else spans.push([start, end])
  })
  return spans
}

function hunkText(lines: readonly DiffLine[]): string {
  const oldCount = lines.filter(line => line.kind !== 'new').length
  const newCount = lines.filter(line => line.kind !== 'old').length
  const oldSpan = spanText(lines[0]?.oldLine ?? 1, oldCount)
  const newSpan = spanText(lines[0]?.newLine ?? 1, newCount)
  return `@@ -${oldSpan} +${newSpan} @@\n${lines.map(signedLine).join('')}`
}

function spanText(firstLine: number, count: number): string {
  if (count === 1) return `${firstLine}`
  return `${count === 0 ? firstLine - 1 : firstLine},${count}`
}

function signedLine({ kind, text, unterminated }: DiffLine): string {
  const sign = { same: ' ', old: '-', new: '+' }[kind]
  return `${sign}${text}\n${unterminated ? '\\ No newline at end of file\n' : ''}`
}
