import type { TokenUsage } from '../event.ts'
import {
  bareMeaning,
  diffDetail,
  type LineMeaning,
  type LinePart,
  type LogFormat,
  type SessionFacts,
  userPart,
  wordsPart,
} from '../log-lines/line-meaning.ts'
import { instantOf, objectIn } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { TriggerKind } from '../source.ts'

/** Events are called `user.message` or `session.start`; new ones of these families come with nearly every release. */
const families = [
  'session',
  'user',
  'assistant',
  'tool',
  'system',
  'subagent',
  'hook',
  'skill',
  'permission',
  'user_input',
  'elicitation',
  'external_tool',
  'command',
  'model',
  'mcp',
  'exit_plan_mode',
  'tool_search',
]

export const copilotEvents: LogFormat = {
  types: new Set([...families, 'abort']),
  familyOf: type => type.slice(0, type.includes('.') ? type.indexOf('.') : undefined),
  meaningOf,
  sessionIdIn: relative => {
    const [name = '', folder] = relative.split('/').reverse()
    return name === 'events.jsonl' && folder !== undefined ? folder : name.replace(/\.jsonl$/, '')
  },
}

function meaningOf(record: TranscriptRecord): LineMeaning {
  const type = wordsAt(record, 'type')
  const at = instantOf(record.timestamp)
  const data = objectAt(record, 'data')
  if (type === undefined || !data) return bareMeaning(type, at)
  const parts = partsOf(type, record, data)
  // What a sub-agent says is said to the agent, not to the person.
  const isOwn = record.agentId === undefined || record.agentId === null
  return {
    type,
    at,
    session: sessionFacts(type, data),
    parts: isOwn ? parts : parts.filter(({ kind }) => kind !== 'text' && kind !== 'interrupt'),
  }
}

function sessionFacts(type: string, data: TranscriptRecord): SessionFacts | undefined {
  if (type !== 'session.start' && type !== 'session.resume' && type !== 'session.context_changed') return undefined
  // A change of context is the context itself.
  const context = objectAt(data, 'context') ?? data
  const commit = wordsAt(context, 'headCommit') ?? null
  return {
    id: type === 'session.start' ? wordsAt(data, 'sessionId') : undefined,
    folder: wordsAt(context, 'cwd') ?? wordsAt(context, 'gitRoot'),
    branch: wordsAt(context, 'branch') ?? null,
    repository: commit === null ? undefined : { url: null, commit },
  }
}

function partsOf(type: string, record: TranscriptRecord, data: TranscriptRecord): LinePart[] {
  switch (type) {
    case 'user.message':
      return userPart(textAt(data, 'content') ?? '', triggerOf(record, data), wordsAt(record, 'id') ?? null)
    case 'assistant.message':
      return messageParts(data)
    case 'assistant.reasoning':
      return wordsPart('thinking', textAt(data, 'content'))
    case 'tool.execution_start':
      return [callPart(data, wordsAt(data, 'toolName'))]
    case 'tool.execution_complete':
      return [resultPart(data)]
    case 'session.task_complete':
      return wordsPart('text', textAt(data, 'summary'))
    case 'session.usage_record':
      return usageParts(record, wordsAt(record, 'id'), objectAt(data, 'usage'))
    case 'assistant.usage':
      return usageParts(record, wordsAt(data, 'apiCallId') ?? wordsAt(record, 'id'), data)
    case 'abort':
      return [{ kind: 'interrupt' }]
    case 'session.error':
      return [{ kind: 'api_error' }]
    default:
      return []
  }
}

/** The origin of a message that no person wrote is named, as `skill-…`, `system` or `agent-…`. */
function triggerOf(record: TranscriptRecord, data: TranscriptRecord): TriggerKind | null {
  const source = wordsAt(data, 'source')
  const isTyped = (source === undefined || source === 'user') && !startsWithMark(textAt(data, 'content') ?? '')
  const isRoot = record.agentId === undefined || record.agentId === null
  if (!isTyped || !isRoot || data.isAutopilotContinuation === true) return null
  return data.delivery === 'steering' ? 'steering' : 'message'
}

const marks = ['<skill-context', '<system_reminder>', '<system_notification>']

function startsWithMark(text: string): boolean {
  const start = text.trimStart()
  return marks.some(mark => start.startsWith(mark))
}

function messageParts(data: TranscriptRecord): LinePart[] {
  const model = wordsAt(data, 'model')
  return [
    ...wordsPart('thinking', textAt(data, 'reasoningText')),
    ...wordsPart('text', textAt(data, 'content')),
    ...listAt(data, 'toolRequests')
      .filter(isObject)
      .map(request => callPart(request, wordsAt(request, 'name'))),
    // Of the tokens a message knows only those that came out, so it says no more than the model.
    ...(model === undefined ? [] : [{ kind: 'usage' as const, id: null, model, tokens: null, costUsd: null }]),
  ]
}

function callPart(data: TranscriptRecord, name = 'unknown'): LinePart {
  const input = objectIn(data.arguments) ?? (name === 'apply_patch' ? { input: data.arguments } : data.arguments)
  return { kind: 'call', id: wordsAt(data, 'toolCallId') ?? null, name: toolName(data, name, input), input }
}

/** One tool of old clients did what several do now, by its `command`. */
function toolName(data: TranscriptRecord, name: string, input: unknown): string {
  const server = wordsAt(data, 'mcpServerName')
  if (server !== undefined) return `mcp__${server}__${wordsAt(data, 'mcpToolName') ?? name}`
  const command = isObject(input) ? wordsAt(input, 'command') : undefined
  return name === 'str_replace_editor' && command !== undefined ? command : name
}

/** Older clients, and those that name the shell. */
const exitMark = /<(?:exited|shellId: [^<>\n]{1,200} completed) with exit code (-?\d{1,9})>\s*$/

function resultPart(data: TranscriptRecord): LinePart {
  const error = objectAt(data, 'error')
  const result = objectAt(data, 'result')
  const text = textAt(data, 'result') ?? textAt(result, 'content') ?? textAt(error, 'message') ?? ''
  const code = exitMark.exec(text.slice(-256))?.[1]
  return {
    kind: 'result',
    id: wordsAt(data, 'toolCallId') ?? null,
    text,
    exit: code === undefined ? null : Number(code),
    error: data.success === false,
    denied: error?.code === 'denied' || error?.code === 'rejected',
    detail: diffDetail(diffIn(textAt(result, 'detailedContent'))),
  }
}

/** What a person is shown of an edit is its diff; of other calls it is something else. */
function diffIn(shown: string | undefined): string | undefined {
  return shown?.trimStart().startsWith('diff --git ') ? shown : undefined
}

function usageParts(record: TranscriptRecord, id: string | undefined, usage: TranscriptRecord | undefined): LinePart[] {
  if (!usage) return []
  const model = wordsAt(usage, 'model') ?? null
  const subagent = wordsAt(record, 'agentId') ?? null
  return [{ kind: 'usage', id: id ?? null, model, tokens: tokensIn(usage), costUsd: null, subagent }]
}

/** Cached input is counted within the input. */
function tokensIn(usage: TranscriptRecord): TokenUsage | null {
  const input = numberAt(usage, 'inputTokens')
  const output = numberAt(usage, 'outputTokens')
  if (input === undefined || output === undefined) return null
  const cache_read = numberAt(usage, 'cacheReadTokens') ?? 0
  const cache_write = numberAt(usage, 'cacheWriteTokens') ?? 0
  const reasoning = numberAt(usage, 'reasoningTokens') ?? 0
  return { input: Math.max(0, input - cache_read - cache_write), output, cache_read, cache_write, reasoning }
}
