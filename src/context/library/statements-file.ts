import { parseTemplate, type Template } from './placeholders.ts'
import { type FencedLine, FileFault, followFences, sourceLines, trimBlankLines } from './source-lines.ts'

export const statementKeys = [
  'start-project-statement',
  'continue-project-statement',
  'tool-intro-statement',
  'no-tools-statement',
  'instruction-intro-statement',
  'custom-instruction-statement',
  'monorepo-statement',
  'current-events-header',
  'additional-notes-header',
] as const
export type StatementKey = (typeof statementKeys)[number]

export interface Statement {
  key: StatementKey
  content: string
  template: Template
  line: number
}

/** Reads a file of statements: parts below headings of two hashes, each named by a comment. */
export function parseStatementsFile(text: string): { statements: Statement[]; warnings: string[] } {
  const { lines, unclosed } = followFences(sourceLines(text))
  if (unclosed !== undefined) {
    throw new FileFault('a code fence is never closed', 'close the fence that opens on that line', unclosed)
  }
  const statements = new Map<StatementKey, Statement>()
  const warnings: string[] = []
  for (const part of parts(lines)) {
    const at = part.findIndex(({ text }) => keyComment.test(text))
    const named = part[at]
    if (!named) continue
    const key = keyComment.exec(named.text)?.[1] ?? ''
    const content = trimBlankLines(part.slice(at + 1).map(({ text }) => text))
    const known = statementKeys.find(each => each === key)
    if (!known) warnings.push(`line ${named.line}: a statement key that is not known was skipped`)
    else if (statements.has(known)) warnings.push(`line ${named.line}: '${known}' occurs twice; the first one is used`)
    else if (isHeadingKey(known) && content.includes('\n')) {
      throw new FileFault(`'${known}' must be one heading line`, 'keep one line in that part', named.line)
    } else if (content) {
      statements.set(known, { key: known, content, template: parseTemplate(content, named.line + 1), line: named.line })
    }
  }
  return { statements: [...statements.values()], warnings }
}

const keyComment = /<!--\s*key:\s*([^\s,<]+)\s*,\s*editable:\s*(?:true|false)\s*-->/

function parts(lines: readonly FencedLine[]): FencedLine[][] {
  const heads = lines.flatMap(({ text, depth, opens, closes }, index) =>
    depth === 0 && opens === undefined && !closes && text.startsWith('## ') && !isHeadingText(lines, index)
      ? [index]
      : [],
  )
  return heads.map((start, n) => lines.slice(start + 1, heads[n + 1]))
}

/** A statement that is itself a heading looks like the next part, but for the comment that announces it. */
function isHeadingText(lines: readonly FencedLine[], index: number): boolean {
  const before = lines.slice(0, index).findLast(({ text }) => text.trim() !== '')?.text ?? ''
  return keyComment.exec(before)?.[1]?.endsWith('-header') ?? false
}

function isHeadingKey(key: StatementKey): boolean {
  return key.endsWith('-header')
}
