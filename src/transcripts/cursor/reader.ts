import { readFileSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { type LineMeaning, type LinePart, type LogFormat, userPart, wordsPart } from '../log-lines/line-meaning.ts'
import { logReading } from '../log-lines/reading.ts'
import { LogScanner } from '../log-lines/scanner.ts'
import { mixedReading } from '../materialized/mixed-reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { FileForm, ForkCandidate, Place, Places, SourceReader, Surroundings } from '../reader.ts'
import { isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { userFolder } from '../vscode-workspace.ts'
import { cursorStore } from './store.ts'
import { WorkspaceRoots, workspacesBeside } from './workspaces.ts'

const roots = new WorkspaceRoots()

/** What the agent writes line by line: messages and calls, not what the tools gave back. */
const agentMessages: LogFormat = {
  types: new Set(['user', 'assistant']),
  meaningOf: record => meaningOf(record),
}

export const reader: SourceReader = {
  source: 'cursor',
  places: cursorPlaces,
  formOf: cursorForm,
  mayHold: cursorMayHold,
  beside: file => (file.form === 'material' ? workspacesBeside(file) : null),
  materials: (file, only) => cursorStore(file, roots.beside(file), only),
  knownRoot: file => (file.form === 'lines' ? projectOf(file.path) : null),
  scanner: (file, from) =>
    file.materialized
      ? new MaterializedScanner(file, from)
      : new LogScanner(transcriptFormat(file.relative), file, from),
  ...mixedReading(logReading(agentMessages)),
  inherited: async files => keptInStore(files),
}

function cursorPlaces(surroundings: Surroundings): Places {
  const { home } = surroundings
  const places = [userFolder(surroundings, 'Cursor'), join(home, '.cursor', 'projects')]
  const found = { disabled: false, places: places.map(path => ({ path, explicit: false })) }
  return namedPlaces(surroundings, 'DAYBOOK_CURSOR_ROOTS') ?? found
}

const store = 'state.vscdb'

/** All conversations are in one database; those beside it in folders of their own say which project each belongs to. */
function cursorForm(relative: string, { path }: Place): FileForm | null {
  if (relative === `globalStorage/${store}` || (relative === store && isStore(path))) return 'material'
  return isAgentTranscript(relative) ? 'lines' : null
}

function cursorMayHold(relative: string, { explicit, path }: Place): boolean {
  if (relative === 'globalStorage') return true
  return basename(path) === 'projects' || explicit
    ? !/(?:^|\/)(?:workspaceStorage|History|globalStorage)(?:\/|$)/.test(relative)
    : false
}

/** What the agent writes beside the editor, as text files or lines. */
function isAgentTranscript(relative: string): boolean {
  return relative.endsWith('.jsonl') && relative.split('/').slice(0, -1).includes('agent-transcripts')
}

/** A store named as a place of its own, or the folder it is in. */
function isStore(path: string): boolean {
  return basename(path) === store || basename(path) === 'globalStorage'
}

/** Conversations of the editor are written once more beside it, without what the tools gave back. */
function keptInStore(files: readonly ForkCandidate[]): Map<string, Set<number>> {
  const isTranscript = ({ path }: ForkCandidate) => isAgentTranscript(path.replaceAll('\\', '/'))
  const stored = new Set(files.filter(file => !isTranscript(file)).map(({ sessionId }) => sessionId))
  const copies = files.filter(file => isTranscript(file) && stored.has(file.sessionId))
  return new Map(copies.map(({ path, turns }) => [path, new Set(turns.keys())]))
}

/** A transcript below `subagents` is the work of a sub-agent. */
function transcriptFormat(relative: string): LogFormat {
  if (!relative.split('/').includes('subagents')) return agentMessages
  return { ...agentMessages, meaningOf: record => ({ ...meaningOf(record), session: { isSubagent: true } }) }
}

function meaningOf(record: TranscriptRecord): LineMeaning {
  const role = wordsAt(record, 'role')
  const content = objectAt(record, 'message')?.content ?? record.content
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  if (role === 'user') return userMeaning(blocks.filter(isObject))
  return { type: role, at: null, parts: blocks.filter(isObject).flatMap(assistantParts) }
}

/** The client puts the time before what was typed, and marks what was. */
function userMeaning(blocks: readonly TranscriptRecord[]): LineMeaning {
  const text = blocks.flatMap(block => (block.type === 'text' ? (textAt(block, 'text') ?? []) : [])).join('\n')
  const stamp = between(text, 'timestamp')
  const rest = stamp === null ? text : text.slice(text.indexOf('</timestamp>') + '</timestamp>'.length)
  const typed = between(rest, 'user_query')
  const isNotice = typed === null && notices.some(notice => rest.trimStart().startsWith(notice))
  return {
    type: 'user',
    at: stamp === null ? null : spokenTime(stamp),
    parts: userPart((typed ?? rest).trim(), isNotice ? null : 'message'),
  }
}

const notices = ['<system_notification>', '<system_reminder>']

function between(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start)
  return end < 0 ? null : text.slice(start + tag.length + 2, end)
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const timePattern =
  /^\w{1,9}, (\w{3})\w{0,6} (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d) (AM|PM) \(UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?\)$/

/** `Thursday, May 7, 2026, 2:26 PM (UTC+8)`; a time that names no zone is none. */
function spokenTime(text: string): number | null {
  const found = timePattern.exec(text.trim())
  if (!found) return null
  const [month = '', day, year, hour, minute, half, sign, hours = 0, minutes = 0] = found.slice(1)
  const index = months.indexOf(month)
  if (index < 0) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const clock = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return Date.UTC(Number(year), index, Number(day), clock, Number(minute) - offset)
}

function assistantParts(block: TranscriptRecord): LinePart[] {
  switch (block.type) {
    case 'text':
      return wordsPart('text', textAt(block, 'text'))
    case 'thinking':
      return wordsPart('thinking', textAt(block, 'thinking') ?? textAt(block, 'text'))
    case 'tool_use':
      return [
        {
          kind: 'call',
          id: wordsAt(block, 'id') ?? null,
          name: wordsAt(block, 'name') ?? 'unknown',
          input: block.input,
        },
      ]
    default:
      return []
  }
}

const largestLog = 4 * 1024 * 1024
const mark = 'workspacePath='

/** The folder of a project as the agent's own log last named it: `<project>/worker.log`. */
function projectOf(path: string): string | null {
  const end = path.indexOf(`${sep}agent-transcripts${sep}`)
  const log = end < 0 ? null : join(path.slice(0, end), 'worker.log')
  try {
    if (log === null || statSync(log).size > largestLog) return null
    const text = readFileSync(log, 'utf8')
    const start = text.lastIndexOf(mark)
    return start < 0 ? null : (/^\S+/.exec(text.slice(start + mark.length))?.[0] ?? null)
  } catch {
    return null
  }
}
