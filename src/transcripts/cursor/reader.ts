import { readFileSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { itemsIn } from '../../kernel/json.ts'
import { namedPlaces } from '../discover.ts'
import { type LineMeaning, type LinePart, type LogFormat, userPart, wordsPart } from '../log-lines/line-meaning.ts'
import { logReading } from '../log-lines/reading.ts'
import { LogScanner } from '../log-lines/scanner.ts'
import { mixedReading } from '../materialized/mixed-reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { Environment, FileForm, ForkCandidate, Place, Places, SourceReader } from '../reader.ts'
import { insideTag, isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { userFolder } from '../vscode-workspace.ts'
import { cursorStore } from './store.ts'
import { WorkspaceRoots, workspacesBeside } from './workspaces.ts'

const roots = new WorkspaceRoots()

/** The files that the agent writes line by line: messages and calls, without the results of tools. */
const agentMessages: LogFormat = {
  types: new Set(['user', 'assistant', 'turn_ended']),
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
  inherited: async files => copiesOfStored(files),
}

function cursorPlaces(environment: Environment): Places {
  const { home } = environment
  const places = [userFolder(environment, 'Cursor'), join(home, '.cursor', 'projects')]
  const found = { disabled: false, places: places.map(path => ({ path, explicit: false })) }
  return namedPlaces(environment, 'DAYBOOK_CURSOR_ROOTS') ?? found
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

/** A file that the agent writes outside of the database. */
function isAgentTranscript(relative: string): boolean {
  return relative.endsWith('.jsonl') && relative.split('/').slice(0, -1).includes('agent-transcripts')
}

/** Whether a configured place is the database itself or its folder. */
function isStore(path: string): boolean {
  return basename(path) === store || basename(path) === 'globalStorage'
}

/** Cursor writes conversations of its database a second time as files, without the results of tools. */
function copiesOfStored(files: readonly ForkCandidate[]): Map<string, Set<number>> {
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
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : itemsIn(content)
  if (role === 'user') return userMeaning(blocks.filter(isObject))
  if (role === undefined) return { type: wordsAt(record, 'type'), at: null, parts: endOf(record) }
  return { type: role, at: null, parts: blocks.filter(isObject).flatMap(assistantParts) }
}

/** The client puts the time in front of the message, and the typed text between tags. */
function userMeaning(blocks: readonly TranscriptRecord[]): LineMeaning {
  const text = blocks.flatMap(block => (block.type === 'text' ? (textAt(block, 'text') ?? []) : [])).join('\n')
  const stamp = insideTag(text, 'timestamp')
  const rest = stamp === null ? text : text.slice(text.indexOf('</timestamp>') + '</timestamp>'.length)
  const typed = insideTag(rest, 'user_query')
  const isNotice = typed === null && notices.some(notice => rest.trimStart().startsWith(notice))
  return {
    type: 'user',
    at: stamp === null ? null : parseLongTime(stamp),
    parts: userPart((typed ?? rest).trim(), isNotice ? null : 'message'),
  }
}

/** How the client says that a turn has ended. */
function endOf({ type, status }: TranscriptRecord): LinePart[] {
  if (type !== 'turn_ended') return []
  return status === 'aborted' ? [{ kind: 'interrupt' }] : status === 'error' ? [{ kind: 'api_error' }] : []
}

const notices = ['<system_notification>', '<system_reminder>']

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const timePattern =
  /^\w{1,9}, (\w{3})\w{0,6} (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d) (AM|PM) \(UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?\)$/

/** `Thursday, May 7, 2026, 2:26 PM (UTC+8)`; null without a zone. */
function parseLongTime(text: string): number | null {
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
