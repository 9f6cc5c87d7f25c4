import { familyOf } from './agents.ts'
import { editsInPatch } from './apply-patch.ts'
import type { CallInput, FileEdit, ResultEvent } from './event.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, wordsAt } from './record.ts'
import { commandOf, pathOf } from './tool-input.ts'

/** The files a call changes, if its result says nothing else. What a result says of it is counted. */
export function fileEdits(call: { name: string; input: CallInput }, result: ResultEvent | null): FileEdit[] {
  const patch = patchOf(call)
  if (patch !== null) return editsInPatch(patch)
  if (familyOf(call.name) !== 'edit') return []
  if (call.input.changes !== undefined) return editsInChanges(call.input.changes)
  const detail = isObject(result?.detail) ? result.detail : undefined
  const path = pathOf(call.input) ?? wordsAt(detail, 'filePath')
  return path === undefined
    ? []
    : [{ path, op: isCreation(call.name, detail) ? 'create' : 'edit', ...sizes(call, detail) }]
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

function isCreation(name: string, detail: TranscriptRecord | undefined): boolean {
  return name === 'Write' && detail?.type === 'create'
}

function sizes({ name, input }: { name: string; input: CallInput }, detail: TranscriptRecord | undefined) {
  const lines = listAt(detail, 'structuredPatch').flatMap(hunk => (isObject(hunk) ? listAt(hunk, 'lines') : []))
  const added = lines.filter(line => typeof line === 'string' && line.startsWith('+')).length
  const removed = lines.filter(line => typeof line === 'string' && line.startsWith('-')).length
  if (lines.length > 0 || !isCreation(name, detail)) return { added, removed }
  return { added: lineCount(textAt(detail, 'content') ?? textAt(input, 'content') ?? ''), removed: 0 }
}

const kinds = new Map<string, FileEdit['op']>([
  ['add', 'create'],
  ['update', 'edit'],
  ['delete', 'delete'],
])

/** `{path: {type, …}}` or `[{path, kind, …}]`, as completed items list their changes. */
function editsInChanges(changes: unknown): FileEdit[] {
  const pairs: [string, unknown][] = Array.isArray(changes)
    ? changes.filter(isObject).map(change => [textAt(change, 'path') ?? '', change])
    : Object.entries(isObject(changes) ? changes : {})
  return pairs.flatMap(([path, change]) => {
    if (path.trim() === '' || !isObject(change)) return []
    const word = textAt(change, 'type') ?? textAt(objectAt(change, 'kind'), 'type') ?? textAt(change, 'kind') ?? ''
    const op = kinds.get(word) ?? 'edit'
    const moved = wordsAt(change, 'move_path') ?? wordsAt(objectAt(change, 'kind'), 'move_path')
    return [{ path: moved ?? path, op, ...diffSizes(op, change) }]
  })
}

function diffSizes(op: FileEdit['op'], change: TranscriptRecord): { added: number; removed: number } {
  const content = textAt(change, 'content')
  if (content !== undefined && op === 'create') return { added: lineCount(content), removed: 0 }
  if (content !== undefined && op === 'delete') return { added: 0, removed: lineCount(content) }
  const lines = (textAt(change, 'unified_diff') ?? textAt(change, 'diff') ?? '').split('\n')
  const added = lines.filter(line => line.startsWith('+') && !line.startsWith('+++ ')).length
  const removed = lines.filter(line => line.startsWith('-') && !line.startsWith('--- ')).length
  return { added, removed }
}

function lineCount(text: string): number {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
