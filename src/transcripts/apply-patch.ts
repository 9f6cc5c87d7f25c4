import type { FileEdit } from './event.ts'

const operations: { [word: string]: FileEdit['op'] } = { Add: 'create', Update: 'edit', Delete: 'delete' }

/** The files a patch in the agents' own format touches, in its order. */
export function editsInPatch(patch: string): FileEdit[] {
  const edits: FileEdit[] = []
  let current: FileEdit | undefined
  for (const line of linesOf(patch)) {
    if (line.startsWith('*** ')) {
      const [, word = '', path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? []
      const op = operations[word]
      const target = /^\*\*\* Move to: (.+)$/.exec(line)?.[1]?.trim()
      if (op) {
        current = { path: path.trim(), op, added: 0, removed: 0 }
        edits.push(current)
      } else if (target && current) current.path = target
      else if (/^\*\*\* (Begin|End) Patch/.test(line)) current = undefined
    } else if (current && line.startsWith('+')) current.added++
    else if (current && line.startsWith('-')) current.removed++
  }
  return edits
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
