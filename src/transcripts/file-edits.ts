import { familyOf } from './agents.ts'
import type { CallInput, FileChange, FileEdit, ResultEvent } from './event.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, wordsAt } from './record.ts'
import { commandOf, pathOf } from './tool-input.ts'

/** The files a call changes, if its result says nothing else. */
export function fileEdits(call: { name: string; input: CallInput }, result: ResultEvent | null): FileEdit[] {
  return fileChanges(call, result).map(({ path, op, added, removed }) => ({ path, op, added, removed }))
}

/** The same with the lines that came and went. What a result says of it is counted. */
export function fileChanges(call: { name: string; input: CallInput }, result: ResultEvent | null): FileChange[] {
  const patch = patchOf(call)
  if (patch !== null) return editsInPatch(patch)
  if (familyOf(call.name) !== 'edit') return []
  if (call.input.changes !== undefined) return editsInChanges(call.input.changes)
  const detail = isObject(result?.detail) ? result.detail : undefined
  const path = pathOf(call.input) ?? wordsAt(detail, 'filePath')
  if (path === undefined) return []
  const isNew = isCreation(call.name, detail, result?.text ?? '')
  return [{ path, op: isNew ? 'create' : 'edit', ...withCounts(linesIn(call.input, detail, isNew)) }]
}

function patchOf({ name, input }: { name: string; input: CallInput }): string | null {
  const patch = wordsAt(input, 'patch') ?? wordsAt(input, 'input') ?? wordsAt(input, 'patchText')
  if (name === 'apply_patch') return patch ?? null
  if (familyOf(name) === 'edit') return patch?.trimStart().startsWith('*** Begin Patch') ? patch : null
  if (familyOf(name) !== 'shell') return null
  const command = commandOf(input)
  const words = typeof command === 'string' ? [command] : (command ?? [])
  const script = isShellScript(words) ? words.slice(2) : words
  return /^\s*apply_patch(?:\s|$)/.test(script[0] ?? '') ? script.join('\n') : null
}

/** `[shell, -c, script]` */
function isShellScript(words: readonly string[]): boolean {
  return words.length === 3 && /^-l?c$/.test(words[1] ?? '')
}

function isCreation(name: string, detail: TranscriptRecord | undefined, answer: string): boolean {
  if (name === 'Write' || name === 'write') return detail?.type === 'create'
  // The tools of Copilot refuse to write over a file, that of Gemini says what it did.
  return creating.has(name) || (name === 'write_file' && /^Successfully created and wrote to new file\b/.test(answer))
}

const creating = new Set(['create', 'create_file', 'copilot_createFile'])

function linesIn(input: CallInput, detail: TranscriptRecord | undefined, isNew: boolean): FileChange['lines'] {
  const hunks = listAt(detail, 'structuredPatch').flatMap(hunk => (isObject(hunk) ? listAt(hunk, 'lines') : []))
  if (hunks.length > 0) return markedLines(hunks.filter(line => typeof line === 'string'))
  if (!isNew) return detail === undefined ? replacedLines(input) : null
  const content = textAt(detail, 'content') ?? textAt(input, 'content') ?? textAt(input, 'file_text')
  return content === undefined ? null : { added: splitLines(content), removed: [] }
}

/** The lines that one text differs by from the one it replaces once; null where the call does not say both or may replace several. */
function replacedLines(input: CallInput): FileChange['lines'] {
  const old = textAt(input, 'old_string') ?? textAt(input, 'old_str') ?? textAt(input, 'oldString')
  const text = textAt(input, 'new_string') ?? textAt(input, 'new_str') ?? textAt(input, 'newString')
  const isOnce = !severalTimes.some(key => input[key] !== undefined && input[key] !== false && input[key] !== 1)
  // What is taken out of the middle of a line leaves a line.
  if (!old || text === undefined || !isOnce || (text === '' && !old.endsWith('\n'))) return null
  const [before, after] = [splitLines(old), splitLines(text)]
  return { added: without(after, before), removed: without(before, after) }
}

const severalTimes = ['change_all', 'replace_all', 'replaceAll', 'allow_multiple', 'expected_replacements']

/** Lines that the others do not have as often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter(line => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0
  })
}

/** The lines behind `+` and `-`. */
function markedLines(lines: readonly string[]): NonNullable<FileChange['lines']> {
  const marked = (mark: string) => lines.filter(line => line.startsWith(mark)).map(line => line.slice(1))
  return { added: marked('+'), removed: marked('-') }
}

function withCounts(lines: FileChange['lines']): Pick<FileChange, 'added' | 'removed' | 'lines'> {
  return { added: lines?.added.length ?? 0, removed: lines?.removed.length ?? 0, lines }
}

const kinds = new Map<string, FileEdit['op']>([
  ['add', 'create'],
  ['update', 'edit'],
  ['delete', 'delete'],
])

/** `{path: {type, …}}` or `[{path, kind, …}]`, as completed items list their changes. */
function editsInChanges(changes: unknown): FileChange[] {
  const pairs: [string, unknown][] = Array.isArray(changes)
    ? changes.filter(isObject).map(change => [textAt(change, 'path') ?? '', change])
    : Object.entries(isObject(changes) ? changes : {})
  return pairs.flatMap(([path, change]) => {
    if (path.trim() === '' || !isObject(change)) return []
    const word = textAt(change, 'type') ?? textAt(objectAt(change, 'kind'), 'type') ?? textAt(change, 'kind') ?? ''
    const op = kinds.get(word) ?? 'edit'
    const moved = wordsAt(change, 'move_path') ?? wordsAt(objectAt(change, 'kind'), 'move_path')
    return [{ path: moved ?? path, op, ...withCounts(linesOfChange(op, change)) }]
  })
}

function linesOfChange(op: FileEdit['op'], change: TranscriptRecord): FileChange['lines'] {
  const content = textAt(change, 'content')
  if (content !== undefined && op === 'create') return { added: splitLines(content), removed: [] }
  if (content !== undefined && op === 'delete') return { added: [], removed: splitLines(content) }
  const diff = textAt(change, 'unified_diff') ?? textAt(change, 'diff')
  if (diff === undefined) return null
  return markedLines(diff.split('\n').filter(line => !line.startsWith('+++ ') && !line.startsWith('--- ')))
}

function splitLines(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

const operations: { [word: string]: FileEdit['op'] } = { Add: 'create', Update: 'edit', Delete: 'delete' }

/** The files a patch in the agents' own format touches, in its order. */
function editsInPatch(patch: string): FileChange[] {
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
