import { Fault } from '../../kernel/fault.ts'

/** The lines of authored text: byte order mark and front matter removed, CRLF read as LF; numbers stay those of the file. */
export function sourceLines(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n/g, '\n')
    .split('\n')
  if (lines[0] !== '---') return lines
  const end = lines.indexOf('---', 1)
  return end < 0 ? lines : lines.map((line, index) => (index <= end ? '' : line))
}

/** Without the blank lines around it. */
export function trimBlankLines(lines: readonly string[]): string {
  const first = lines.findIndex(line => line.trim() !== '')
  if (first < 0) return ''
  const last = lines.findLastIndex(line => line.trim() !== '')
  return lines.slice(first, last + 1).join('\n')
}

/** Whether a line is inside a code fence, or begins or ends one. */
export interface FencedLine {
  text: string
  /** Counted from 1. */
  line: number
  /** How many fences are open around it; the lines of a fence itself belong to its outside. */
  depth: number
  opens?: string
  closes?: true
}

/**
 * Walks lines and follows fences. A block may hold another of the same length as long as the inner one has an info
 * string, which plain Markdown cannot; prompts about prompts need that.
 */
export function followFences(lines: readonly string[]): { lines: FencedLine[]; unclosed: number | undefined } {
  const open: { mark: string; length: number; line: number }[] = []
  const followed = lines.map((text, index): FencedLine => {
    const line = index + 1
    const fence = fenceIn(text)
    const inner = open.at(-1)
    const counts = fence && (!inner || (fence.mark === inner.mark && fence.length >= inner.length))
    if (!fence || !counts) return { text, line, depth: open.length }
    if (inner && fence.info === '') {
      open.pop()
      return { text, line, depth: open.length, closes: true }
    }
    open.push({ mark: fence.mark, length: fence.length, line })
    return { text, line, depth: open.length - 1, opens: fence.info }
  })
  return { lines: followed, unclosed: open[0]?.line }
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/s

function fenceIn(text: string): { mark: string; length: number; info: string } | undefined {
  const [, run = '', rest = ''] = fenceLine.exec(text) ?? []
  const mark = run.charAt(0)
  if (!mark || (mark === '`' && rest.includes('`'))) return undefined
  return { mark, length: run.length, info: rest.trim() }
}

/** What is wrong in a file of prompts or statements, before it is known which file it is. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  constructor(
    readonly problem: string,
    readonly remedy: string,
    readonly line?: number,
  ) {
    super(problem)
  }
}

export function invalidFile(file: string, { problem, remedy, line }: FileFault): Fault {
  return new Fault('PROMPT_FILE_INVALID', 'A file of prompts or statements cannot be used.', {
    details: { file, ...(line !== undefined && { line }), problem, remedy },
  })
}
