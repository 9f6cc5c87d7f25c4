import { isObject, listAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** What an edit is called with: the file, and the lines that came and went where the message says them. */
export function editInput(tool: TranscriptRecord): object {
  const path = wordsAt(tool, 'path') ?? ''
  const batch = listAt(tool, 'batchDiffs').filter(isObject)
  if (batch.length > 0) return { changes: batch.flatMap(each => changesOf('editedExistingFile', each)) }
  const patch = [textAt(tool, 'content'), textAt(tool, 'diff')].find(text => text?.trimStart().startsWith(patchMark))
  if (patch !== undefined) return { path, patch }
  return { path, changes: changesOf(textAt(tool, 'tool') ?? '', tool) }
}

const patchMark = '*** Begin Patch'
const operations = new Map([
  ['newFileCreated', 'add'],
  ['fileDeleted', 'delete'],
])

function changesOf(name: string, tool: TranscriptRecord): object[] {
  const path = wordsAt(tool, 'path')
  if (path === undefined) return []
  const type = operations.get(name) ?? 'update'
  const texts = [textAt(tool, 'content'), textAt(tool, 'diff')].filter(text => text !== undefined)
  const diff = texts.map(diffIn).find(each => each !== null)
  if (diff !== undefined && diff !== null) return [{ path, type, diff }]
  const [content] = texts
  return type === 'add' && content !== undefined ? [{ path, type, content }] : [{ path, type }]
}

/** A unified diff as it is; blocks of what to search and what to put there as one. */
function diffIn(text: string): string | null {
  const lines = text.split('\n')
  if (lines.some(line => line.startsWith('@@ '))) return text
  const marked: string[] = []
  let side: '-' | '+' | null = null
  let hasBlocks = false
  for (const [at, line] of lines.entries()) {
    if (/^(?:<{3,}|-{3,}) SEARCH/.test(line)) {
      side = '-'
      hasBlocks = true
    } else if (side === '-' && /^={5,}\s*$/.test(line)) side = '+'
    else if (side === '+' && /^(?:>{3,}|\+{3,}) REPLACE/.test(line)) side = null
    else if (side !== null && !isPosition(line, lines[at - 1])) marked.push(`${side}${line}`)
  }
  return hasBlocks ? marked.join('\n') : null
}

/** A block may say from which line on it searches, set off by dashes. */
function isPosition(line: string, before = ''): boolean {
  return /^:(?:start|end)_line:/.test(line) || (/^-{5,}\s*$/.test(line) && /^:(?:start|end)_line:/.test(before))
}
