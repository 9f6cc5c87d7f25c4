import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import {
  bareMeaning,
  type LineMeaning,
  type LinePart,
  type LogFormat,
  userPart,
  wordsPart,
} from '../log-lines/line-meaning.ts'
import { logReading } from '../log-lines/reading.ts'
import type { Environment, Places, SourceReader } from '../reader.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, textsOf, wordsAt } from '../record.ts'
import { parseTimestamp } from '../timestamp.ts'

const droidRecords: LogFormat = {
  types: new Set(['session_start', 'message', 'todo_state', 'compaction_state', 'session_end']),
  meaningOf,
}

export const reader: SourceReader = {
  source: 'droid',
  places: droidPlaces,
  formOf: relative => (relative.endsWith('.jsonl') ? 'lines' : null),
  ...logReading(droidRecords),
}

function droidPlaces(environment: Environment): Places {
  const path = join(environment.home, '.factory', 'sessions')
  return namedPlaces(environment, 'DAYBOOK_DROID_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}

function meaningOf(record: TranscriptRecord): LineMeaning {
  const type = wordsAt(record, 'type')
  const at = parseTimestamp(record.timestamp)
  if (type === 'session_start') {
    // A session that a tool of another one started is the work of a sub-agent.
    const isSubagent = wordsAt(record, 'callingSessionId') !== undefined
    return { type, at, session: { id: wordsAt(record, 'id'), folder: wordsAt(record, 'cwd'), isSubagent }, parts: [] }
  }
  const message = objectAt(record, 'message')
  if (type !== 'message' || !message) return bareMeaning(type, at)
  return { type, at, parts: messageParts(message, wordsAt(record, 'id') ?? null) }
}

function messageParts(message: TranscriptRecord, id: string | null): LinePart[] {
  const { content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listAt(message, 'content')
  const results = blocks.flatMap(block => (isObject(block) && block.type === 'tool_result' ? [resultPart(block)] : []))
  if (message.role === 'user') {
    const texts = blocks.flatMap(block =>
      typeof block === 'string' ? [block] : isObject(block) ? textsOf([block]) : [],
    )
    const typed = texts.map(withoutReminders).filter(text => text !== '')
    // What only the model is shown was not typed.
    const trigger = message.visibility === 'llm_only' ? null : 'message'
    return [...results, ...userPart(typed.join('\n'), trigger, id)]
  }
  if (message.role !== 'assistant') return results
  const model = wordsAt(message, 'model')
  return [
    ...blocks.flatMap(block => (isObject(block) ? saidPart(block) : [])),
    ...results,
    ...(model === undefined ? [] : [{ kind: 'usage' as const, id, model, tokens: null, costUsd: null }]),
  ]
}

function saidPart(block: TranscriptRecord): LinePart[] {
  switch (block.type) {
    case 'text':
      return wordsPart('text', textAt(block, 'text'))
    case 'thinking':
    case 'reasoning':
      return wordsPart('thinking', textAt(block, 'thinking') ?? textAt(block, 'text'))
    case 'tool_use': {
      const call = { id: wordsAt(block, 'id') ?? null, name: wordsAt(block, 'name') ?? 'unknown', input: block.input }
      return [{ kind: 'call', ...call }]
    }
    default:
      return []
  }
}

/** How a command ended is not logged, only whether the tool failed. */
function resultPart(block: TranscriptRecord): LinePart {
  const text = textAt(block, 'content') ?? textsOf(listAt(block, 'content')).join('\n')
  return { kind: 'result', id: wordsAt(block, 'tool_use_id') ?? null, text, error: block.is_error === true }
}

const [opening, closing] = ['<system-reminder>', '</system-reminder>']

/** What the client puts beside the words of a person. */
function withoutReminders(text: string): string {
  let kept = ''
  let from = 0
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, from)) {
    kept += text.slice(from, start)
    const end = text.indexOf(closing, start)
    if (end < 0) return kept.trim()
    from = end + closing.length
  }
  return (kept + text.slice(from)).trim()
}
