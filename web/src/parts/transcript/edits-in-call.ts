import { jsonIn } from '../../../../src/kernel/json.ts'

/** What a call changes in one file, as far as the call itself says it. */
export interface ShownEdit {
  path: string | undefined
  /** A passage is replaced, the file is written whole, or it is deleted. */
  change: { kind: 'replaced'; from: string; to: string } | { kind: 'written'; text: string } | { kind: 'deleted' }
}

/** The edits in a line of a log, or in a call's input: JSON of any agent, or a patch in the agents' own format. */
export function editsIn(text: string): ShownEdit[] {
  const edits: ShownEdit[] = []
  collect(jsonIn(text) ?? text, undefined, edits)
  return edits
}

function collect(value: unknown, path: string | undefined, edits: ShownEdit[]): void {
  if (typeof value === 'string') {
    if (value.trimStart().startsWith('*** Begin Patch')) edits.push(...editsInPatch(value))
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, edits)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const object: { [key: string]: unknown } = { ...value }
  const named = stringAt(object, pathKeys) ?? path
  const [from, to] = [stringAt(object, oldKeys), stringAt(object, newKeys)]
  const text = stringAt(object, wholeKeys)
  if (from !== undefined && to !== undefined) edits.push({ path: named, change: { kind: 'replaced', from, to } })
  else if (named !== undefined && text !== undefined) edits.push({ path: named, change: { kind: 'written', text } })
  else {
    for (const [key, item] of Object.entries(object)) {
      // Codex writes a call's arguments as JSON in a string.
      collect(key === 'arguments' && typeof item === 'string' ? (jsonIn(item) ?? item) : item, named, edits)
    }
  }
}

const pathKeys = ['file_path', 'filePath', 'notebook_path', 'target_file', 'absolute_path', 'path']
const oldKeys = ['old_string', 'oldString', 'old_str', 'oldText']
const newKeys = ['new_string', 'newString', 'new_str', 'newText']
const wholeKeys = ['content', 'contents', 'file_text', 'new_source', 'code_edit']

function stringAt(object: { [key: string]: unknown }, keys: readonly string[]): string | undefined {
  return keys.map(key => object[key]).find(value => typeof value === 'string')
}

function editsInPatch(patch: string): ShownEdit[] {
  const files: { path: string; word: string; from: string[]; to: string[] }[] = []
  for (const line of patch.split('\n')) {
    const [, word, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? []
    const file = files.at(-1)
    if (word && path) files.push({ path: path.trim(), word, from: [], to: [] })
    else if (!file || line.startsWith('*** ')) continue
    else if (line.startsWith('+')) file.to.push(line.slice(1))
    else if (line.startsWith('-')) file.from.push(line.slice(1))
    else for (const side of [file.from, file.to]) side.push(line.startsWith(' ') ? line.slice(1) : line)
  }
  return files.map(({ path, word, from, to }) => {
    if (word === 'Delete') return { path, change: { kind: 'deleted' } }
    if (word === 'Add') return { path, change: { kind: 'written', text: to.join('\n') } }
    return { path, change: { kind: 'replaced', from: from.join('\n'), to: to.join('\n') } }
  })
}
