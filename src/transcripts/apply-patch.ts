import type { FileChange, FileEdit } from './event.ts'

const operations: { [word: string]: FileEdit['op'] } = { Add: 'create', Update: 'edit', Delete: 'delete' }

/** The files a patch in the agents' own format touches, in its order. */
export function editsInPatch(patch: string): FileChange[] {
  const edits: Array<FileChange & { lines: NonNullable<FileChange['lines']> }> = []
  let current: (typeof edits)[number] | undefined
  for (const line of linesOf(patch)) {
    if (line.startsWith('*** ')) {
      const [, word = '', path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? []
      const op = operations[word]
      const target = /^\*\*\* Move to: (.+)$/.exec(line)?.[1]?.trim()
      if (op) {
        current = { path: path.trim(), op, added: 0, removed: 0, lines: { added: [], removed: [] } }
        edits.push(current)
      } else if (target && current) current.path = target
      else if (/^\*\*\* (Begin|End) Patch/.test(line)) current = undefined
    } else if (current && line.startsWith('+')) current.lines.added.push(line.slice(1))
    else if (current && line.startsWith('-')) current.lines.removed.push(line.slice(1))
  }
  return edits.map(edit => ({
    ...edit,
    added: edit.lines.added.length,
    removed: edit.lines.removed.length,
    // A patch deletes a file without saying what was in it.
    lines: edit.op === 'delete' ? null : edit.lines,
  }))
}

function* linesOf(text: string): Iterable<string> {
  let from = 0
  while (from <= text.length) {
    const to = text.indexOf('\n', from)
    const end = to < 0 ? text.length : to
    yield text.slice(from, text[end - 1] === '\r' ? end - 1 : end)
    from = end + 1
  }
}
