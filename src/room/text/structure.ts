import { type FrontMatter, frontMatterOf } from './scene-head.ts'

type BlockKind = 'paragraph' | 'heading' | 'item' | 'row'

/** A stretch of lines that is read as one text. */
export interface Block {
  kind: BlockKind
  startLine: number
  endLine: number
  /** What is analysed; `segments` lead back to the file. */
  text: string
  segments: readonly Segment[]
}

interface Structure {
  lines: readonly string[]
  front: FrontMatter | null
  blocks: readonly Block[]
}

/** Front matter and fenced code are left out, and so is every line the caller reads in its own way. */
export function structureOf(lines: readonly string[], skip: (line: number) => boolean = () => false): Structure {
  const front = frontMatterOf(lines)
  const blocks: Block[] = []
  let paragraph: number[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(blockOf('paragraph', lines, paragraph))
    paragraph = []
  }
  for (const [at, kind] of lineKinds(lines, front, skip).entries()) {
    if (kind === 'paragraph') {
      paragraph.push(at + 1)
      continue
    }
    endParagraph()
    if (kind !== null) blocks.push(blockOf(kind, lines, [at + 1]))
  }
  endParagraph()
  return { lines, front, blocks }
}

/** Of every line, what kind of block it belongs to; null where it belongs to none. */
export function lineKinds(
  lines: readonly string[],
  front = frontMatterOf(lines),
  skip: (line: number) => boolean = () => false,
): (BlockKind | null)[] {
  let fence = ''
  return lines.map((line, at) => {
    if (at < (front?.endLine ?? 0) || skip(at + 1)) return null
    if (fence !== '') {
      if (isClosingFence(line, fence)) fence = ''
      return null
    }
    const kind = kindOf(line)
    if (kind === 'fence') fence = fenceMarks(line)
    return kind === 'fence' || kind === 'blank' || kind === 'break' ? null : kind
  })
}

type LineKind = BlockKind | 'blank' | 'break' | 'fence'

function kindOf(line: string): LineKind {
  if (line.trim() === '') return 'blank'
  if (/^ {0,3}(?:`{3,}|~{3,})/.test(line)) return 'fence'
  if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) return 'heading'
  if (/^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line)) return 'break'
  if (/^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return 'item'
  return /^\s*\|/.test(line) ? 'row' : 'paragraph'
}

function fenceMarks(line: string): string {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
}

function isClosingFence(line: string, fence: string): boolean {
  const found = fenceMarks(line)
  return found.startsWith(fence) && line.trim() === found
}

/** What a line of each kind begins with before its words. */
const leadingMarks: { [kind in BlockKind]: RegExp } = {
  paragraph: /^\s*/,
  heading: /^ {0,3}#{1,6}\s*/,
  item: /^\s*(?:[-*+]|\d{1,9}[.)])\s+/,
  row: /^\s*\|\s*/,
}

function blockOf(kind: BlockKind, lines: readonly string[], numbers: readonly number[]): Block {
  const segments: Segment[] = []
  const parts: string[] = []
  let length = 0
  for (const number of numbers) {
    const raw = lines[number - 1] ?? ''
    const from = leadingMarks[kind].exec(raw)?.[0].length ?? 0
    const to = Math.max(from, raw.trimEnd().length)
    const { text, segments: added } = analyse(raw.slice(from, to), { line: number, column: from, at: length })
    parts.push(text)
    for (const segment of added) segments.push(segment)
    length += text.length + 1
  }
  return { kind, startLine: numbers[0] ?? 0, endLine: numbers.at(-1) ?? 0, text: parts.join(' '), segments }
}

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

/** The analysis text of a stretch of one line: NFC, without emphasis marks at word edges and without backticks. */
function analyse(
  stretch: string,
  { line, column, at }: Pick<Segment, 'line' | 'column' | 'at'>,
): { text: string; segments: Segment[] } {
  if (!/[*_`]/.test(stretch) && stretch.isWellFormed() && stretch === stretch.normalize('NFC')) {
    return { text: stretch, segments: [{ at, length: stretch.length, line, column, rawLength: stretch.length }] }
  }
  const segments: Segment[] = []
  let text = ''
  for (const { start, end } of keptRuns(stretch)) {
    for (const piece of compose(stretch.slice(start, end))) {
      const { length } = piece.text
      const { rawLength } = piece
      segments.push({ at: at + text.length, length, line, column: column + start + piece.offset, rawLength })
      text += piece.text
    }
  }
  return { text, segments }
}

function keptRuns(stretch: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  let start = 0
  for (const mark of stretch.matchAll(/`+|[*_]+/g)) {
    const end = mark.index + mark[0].length
    if (!mark[0].startsWith('`') && !isAtWordEdge(stretch[mark.index - 1], stretch[end])) continue
    if (mark.index > start) runs.push({ start, end: mark.index })
    start = end
  }
  if (start < stretch.length) runs.push({ start, end: stretch.length })
  return runs
}

function isAtWordEdge(before: string | undefined, after: string | undefined): boolean {
  const [left, right] = [isBlank(before), isBlank(after)]
  if (left && right) return false
  return left || right || !letter.test(before ?? '') || !letter.test(after ?? '')
}

const letter = /[\p{L}\p{N}]/u

function isBlank(char: string | undefined): boolean {
  return char === undefined || /\s/.test(char)
}

/** The run in NFC, piece by piece where its length changes. */
function compose(run: string): { text: string; offset: number; rawLength: number }[] {
  if (run === run.normalize('NFC')) return [{ text: run, offset: 0, rawLength: run.length }]
  const clusters = run.matchAll(/\P{M}?\p{M}+|[^\p{M}]+(?!\p{M})/gu)
  return [...clusters].map(found => ({
    text: found[0].normalize('NFC'),
    offset: found.index,
    rawLength: found[0].length,
  }))
}
