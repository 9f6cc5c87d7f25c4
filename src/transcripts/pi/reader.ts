import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import type { TokenUsage } from '../event.ts'
import {
  bareMeaning,
  diffDetail,
  type LineMeaning,
  type LinePart,
  type LogFormat,
  turnsOfParents,
  userPart,
  wordsPart,
} from '../log-lines/line-meaning.ts'
import { logReading } from '../log-lines/reading.ts'
import { instantOf } from '../materialized/line.ts'
import type { Environment, Places, SourceReader } from '../reader.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

const piEntries: LogFormat = {
  types: new Set([
    'session',
    'message',
    'model_change',
    'thinking_level_change',
    'compaction',
    'branch_summary',
    'custom',
    'custom_message',
    'label',
    'session_info',
  ]),
  meaningOf,
  sessionIdIn: idIn,
}

export const reader: SourceReader = {
  source: 'pi',
  places: piPlaces,
  formOf: relative => (relative.endsWith('.jsonl') ? 'lines' : null),
  inherited: files => Promise.resolve(turnsOfParents(files)),
  ...logReading(piEntries),
}

function piPlaces(environment: Environment): Places {
  const { env, home } = environment
  const agent = env.PI_CODING_AGENT_DIR?.trim() || join(home, '.pi', 'agent')
  const path = join(agent, 'sessions')
  return namedPlaces(environment, 'DAYBOOK_PI_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}

function meaningOf(entry: TranscriptRecord): LineMeaning {
  const type = wordsAt(entry, 'type')
  const message = objectAt(entry, 'message')
  if (type === 'message' && message) {
    // The entry is written when the message is complete, which is when it counts.
    const at = instantOf(entry.timestamp) ?? instantOf(message.timestamp)
    return { type, at, parts: messageParts(message, wordsAt(entry, 'id') ?? null) }
  }
  const at = instantOf(entry.timestamp)
  // Summaries of what was left or compacted are written by a model too.
  if (type !== 'session') return { ...bareMeaning(type, at), parts: nestedUsage(entry, wordsAt(entry, 'id') ?? null) }
  const parent = wordsAt(entry, 'parentSession') ?? wordsAt(entry, 'branchedFrom')
  return {
    type,
    at,
    session: {
      id: wordsAt(entry, 'id'),
      folder: wordsAt(entry, 'cwd'),
      forkedFrom: parent === undefined ? undefined : idIn(parent),
    },
    parts: [],
  }
}

/** Files are called `<time>_<id of the session>.jsonl`. */
function idIn(path: string): string {
  const stem = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/\.jsonl$/, '')
  return stem.slice(stem.indexOf('_') + 1)
}

function messageParts(message: TranscriptRecord, id: string | null): LinePart[] {
  switch (message.role) {
    case 'user':
      return userPart(contentText(message), 'message', id)
    case 'assistant':
      return assistantParts(message, id)
    case 'toolResult':
      return [resultPart(message), ...usageOfTool(message, id)]
    case 'bashExecution':
      return wordsPart('shell_note', textAt(message, 'command'))
    default:
      return []
  }
}

function contentText(message: TranscriptRecord): string {
  const whole = textAt(message, 'content')
  if (whole !== undefined) return whole
  return listAt(message, 'content')
    .flatMap(block => (isObject(block) && block.type === 'text' ? (textAt(block, 'text') ?? []) : []))
    .join('\n')
}

function assistantParts(message: TranscriptRecord, id: string | null): LinePart[] {
  const said = listAt(message, 'content').flatMap((block): LinePart[] => {
    if (!isObject(block)) return []
    if (block.type === 'text') return wordsPart('text', textAt(block, 'text'))
    if (block.type === 'thinking') return wordsPart('thinking', textAt(block, 'thinking'))
    if (block.type !== 'toolCall') return []
    const call = { id: wordsAt(block, 'id') ?? null, name: wordsAt(block, 'name') ?? 'unknown', input: block.arguments }
    return [{ kind: 'call', ...call }]
  })
  const stopped: { [reason: string]: LinePart[] } = { aborted: [{ kind: 'interrupt' }], error: [{ kind: 'api_error' }] }
  const model = wordsAt(message, 'model') ?? null
  const usage = objectAt(message, 'usage')
  return [
    ...said,
    ...(stopped[textAt(message, 'stopReason') ?? ''] ?? []),
    {
      kind: 'usage',
      id,
      model,
      tokens: usage ? tokensIn(usage) : null,
      costUsd: numberAt(objectAt(usage, 'cost'), 'total') ?? null,
    },
  ]
}

/** What a model was asked for beside the replies of the session. */
function nestedUsage({ usage }: TranscriptRecord, id: string | null, subagent: string | null = null): LinePart[] {
  if (!isObject(usage)) return []
  const { cost } = usage
  const costUsd = typeof cost === 'number' ? cost : numberAt(objectAt(usage, 'cost'), 'total')
  return [{ kind: 'usage', id, model: null, tokens: tokensIn(usage), costUsd: costUsd ?? null, subagent }]
}

/** What models did for a tool, as for one that asks other agents. */
function usageOfTool(message: TranscriptRecord, id: string | null): LinePart[] {
  const subagent = wordsAt(message, 'toolCallId') ?? null
  const whole = nestedUsage(message, id, subagent)
  if (whole.length > 0) return whole
  const runs = listAt(objectAt(message, 'details'), 'results').filter(isObject)
  return runs.flatMap((run, index) =>
    nestedUsage(run, `${id ?? subagent}.${index + 1}`, subagent).map(part =>
      part.kind === 'usage' ? { ...part, model: wordsAt(run, 'model') ?? null } : part,
    ),
  )
}

function tokensIn(usage: TranscriptRecord): TokenUsage {
  return {
    input: numberAt(usage, 'input') ?? 0,
    output: numberAt(usage, 'output') ?? 0,
    cache_read: numberAt(usage, 'cacheRead') ?? 0,
    cache_write: numberAt(usage, 'cacheWrite') ?? 0,
    reasoning: 0,
  }
}

const exitLine = /(?:^|\n)Command exited with code (\d{1,9})\s*$/
const stopLine = /(?:^|\n)(?:Command|Operation) aborted\s*$/

/** A command that does not fail says nothing of how it ended. */
function resultPart(message: TranscriptRecord): LinePart {
  const text = contentText(message)
  const error = message.isError === true
  const end = text.slice(-64)
  const code = error ? exitLine.exec(end)?.[1] : undefined
  const isDone = message.toolName === 'bash' && !error
  return {
    kind: 'result',
    id: wordsAt(message, 'toolCallId') ?? null,
    text,
    exit: code !== undefined ? Number(code) : isDone ? 0 : null,
    error,
    interrupted: error && stopLine.test(end),
    detail: diffDetail(textAt(objectAt(message, 'details'), 'diff')),
  }
}
