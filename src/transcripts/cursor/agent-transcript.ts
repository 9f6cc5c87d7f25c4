import { readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type LineMeaning, type LinePart, type LogFormat, userPart, wordsPart } from '../log-lines/line-meaning.ts'
import { isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** What the agent writes line by line: messages and calls, not what the tools gave back. */
export const agentMessages: LogFormat = {
  types: new Set(['user', 'assistant']),
  meaningOf: record => meaningOf(record),
}

/** A transcript below `subagents` is the work of a sub-agent. */
export function transcriptFormat(relative: string): LogFormat {
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
export function projectOf(path: string): string | null {
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
