import { IndexRow } from '../schema.ts'
import { isStoredObject, jsonIn } from './json-file.ts'
import { sessionRefPattern, turnRefPattern } from './refs.ts'

type ParsedIndex = { rows: readonly IndexRow[] } | { rule: string }

/** The rows of sessions.index.jsonl, or the first rule it breaks; what was checked a while ago is not checked again. */
export function checkedIndex(text: string): ParsedIndex {
  const known = recent.find(each => each.text === text)
  if (known) return known.parsed
  const parsed = parseIndex(text)
  recent.unshift({ text, parsed })
  recent.length = Math.min(recent.length, mostRecent)
  return parsed
}

const recent: { text: string; parsed: ParsedIndex }[] = []
const mostRecent = 16

export function parseIndex(text: string): { rows: IndexRow[] } | { rule: string } {
  const rows: IndexRow[] = []
  const refs = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const row = rowIn(line)
    if (typeof row === 'string') return { rule: `line ${at + 1} ${row}` }
    if (refs.has(row.session_ref)) return { rule: `line ${at + 1} repeats a session_ref` }
    refs.add(row.session_ref)
    rows.push(row)
  }
  return { rows }
}

/** Whether a session's path can only mean a file below the project's `sessions/`. */
export function isSessionPath(path: string): boolean {
  const parts = path.split('/')
  const plain = parts.every(part => part !== '' && part !== '.' && part !== '..')
  return parts[0] === 'sessions' && parts.length > 1 && plain && !/[\\\0]/.test(path)
}

function rowIn(line: string): IndexRow | string {
  const value = jsonIn(line)
  if (!isStoredObject(value)) return 'is not a JSON object'
  const parsed = IndexRow.safeParse(value)
  if (!parsed.success) return `needs a valid ${String(parsed.error.issues[0]?.path[0] ?? 'object')}`
  const row = parsed.data
  if (!sessionRefPattern.test(row.session_ref)) return 'has a session_ref of another form than S0001'
  if (!isSessionPath(row.session_path)) return 'has a session_path that is not a file below sessions/'
  if (!isSpan(row.target_start_line, row.target_end_line)) return 'has target lines that are no span'
  return turnRule(row) ?? row
}

function turnRule({ turns }: IndexRow): string | undefined {
  const refs = new Set<string>()
  let last = 0
  for (const { turn_ref, turn_start_line, turn_end_line } of turns) {
    if (!turnRefPattern.test(turn_ref)) return 'has a turn_ref of another form than T0001'
    if (refs.has(turn_ref)) return 'repeats a turn_ref'
    if (!isSpan(turn_start_line, turn_end_line)) return 'has turn lines that are no span'
    if (turn_start_line <= last) return 'has turns that overlap or are out of order'
    refs.add(turn_ref)
    last = turn_end_line
  }
  return undefined
}

function isSpan(start: number, end: number): boolean {
  return start >= 1 && end >= start
}
