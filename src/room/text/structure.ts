import { analyse, type Segment } from './analysis-line.ts'
import { type FrontMatter, frontMatterOf } from './front-matter.ts'

export type BlockKind = 'paragraph' | 'heading' | 'item' | 'row'

/** A stretch of lines that is read as one text. */
export interface Block {
  kind: BlockKind
  startLine: number
  endLine: number
  /** What is analysed; `segments` lead back to the file. */
  text: string
  segments: readonly Segment[]
}

export interface Structure {
  lines: readonly string[]
  front: FrontMatter | null
  blocks: readonly Block[]
}

/** Front matter and fenced code are left out, and so is every line the caller reads in its own way. */
export function structureOf(lines: readonly string[], skip: (line: number) => boolean = () => false): Structure {
  const front = frontMatterOf(lines)
  const blocks: Block[] = []
  let open: number[] = []
  const close = () => {
    if (open.length > 0) blocks.push(blockOf('paragraph', lines, open))
    open = []
  }
  for (const [at, kind] of lineKinds(lines, front, skip).entries()) {
    if (kind === 'paragraph') {
      open.push(at + 1)
      continue
    }
    close()
    if (kind !== null) blocks.push(blockOf(kind, lines, [at + 1]))
  }
  close()
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
      if (closes(line, fence)) fence = ''
      return null
    }
    const kind = kindOf(line)
    if (kind === 'fence') fence = marks(line)
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

function marks(line: string): string {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
}

function closes(line: string, fence: string): boolean {
  const found = marks(line)
  return found.startsWith(fence) && line.trim() === found
}

const lead: { [kind in BlockKind]: RegExp } = {
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
    const from = lead[kind].exec(raw)?.[0].length ?? 0
    const to = Math.max(from, raw.trimEnd().length)
    const text = analyse(raw, from, to, number, length, segments)
    parts.push(text)
    length += text.length + 1
  }
  return { kind, startLine: numbers[0] ?? 0, endLine: numbers.at(-1) ?? 0, text: parts.join(' '), segments }
}
