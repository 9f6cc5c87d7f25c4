import type { TokenUsage } from '../event.ts'
import { type LineMeaning, type LinePart, type LogFormat, userPart, wordsPart } from '../log-lines/line-meaning.ts'
import { instantOf, objectIn } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** Shapes that many agents share: messages with a role, by themselves or inside a record, and calls as OpenAI or Anthropic write them. */
export const commonRecords: LogFormat = {
  types: new Set(['user', 'assistant', 'tool', 'system', 'session']),
  meaningOf,
}

function meaningOf(record: TranscriptRecord): LineMeaning {
  const message = messageIn(record)
  const role = roleOf(record, message)
  const id = wordsAt(record, 'uuid') ?? wordsAt(record, 'id') ?? wordsAt(message, 'id') ?? null
  const session = sessionFacts(record)
  return {
    // What is not a message counts under its own name, as something this reader does not know.
    type: role ?? (session ? 'session' : (wordsAt(record, 'type') ?? wordsAt(record, 'event'))),
    at: timeOf(record) ?? timeOf(message),
    session,
    parts: role === null ? [] : partsOf(role, message, id),
  }
}

/** `{role, content}` itself, `{type, message}`, or LangChain's `{type: 'human', data: {content}}`. */
function messageIn(record: TranscriptRecord): TranscriptRecord {
  const inner = objectAt(record, 'message') ?? objectAt(record, 'data') ?? objectAt(record, 'payload')
  const isMessage = inner && (inner.role !== undefined || inner.content !== undefined)
  return isMessage ? inner : record
}

type Role = 'user' | 'assistant' | 'tool' | 'system'

const roles: { [word: string]: Role } = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  tool: 'tool',
  toolresult: 'tool',
  tool_result: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
}

function roleOf(record: TranscriptRecord, message: TranscriptRecord): Role | null {
  const word = wordsAt(message, 'role') ?? wordsAt(message, 'type') ?? wordsAt(record, 'type')
  return (word !== undefined && Object.hasOwn(roles, word.toLowerCase()) && roles[word.toLowerCase()]) || null
}

const timeKeys = ['timestamp', 'ts', 'time', 'created_at', 'createdAt', 'created', 'date']

/** A number is milliseconds, or seconds where those would be long ago. */
function timeOf(record: TranscriptRecord): number | null {
  for (const key of timeKeys) {
    const value = record[key]
    const at = typeof value === 'number' && value < 100_000_000_000 ? instantOf(value * 1000) : instantOf(value)
    if (at !== null) return at
  }
  return null
}

const sessionKeys = ['session_id', 'sessionId', 'session', 'conversation_id', 'conversationId', 'thread_id', 'threadId']
const folderKeys = ['cwd', 'working_dir', 'workingDirectory', 'workdir', 'workspace']

function sessionFacts(record: TranscriptRecord) {
  const id = firstOf(record, sessionKeys)
  const folder = firstOf(record, folderKeys)
  const branch = firstOf(record, ['gitBranch', 'git_branch', 'branch'])
  return id === undefined && folder === undefined
    ? undefined
    : { id, folder, ...(branch === undefined ? {} : { branch }) }
}

function firstOf(record: TranscriptRecord, keys: readonly string[]): string | undefined {
  return keys.map(key => wordsAt(record, key)).find(value => value !== undefined)
}

function partsOf(role: Role, message: TranscriptRecord, id: string | null): LinePart[] {
  const blocks = blocksOf(message)
  const results = blocks.flatMap(resultIn)
  const text = blocks.flatMap(textIn).join('\n')
  switch (role) {
    case 'user':
      return [...results, ...userPart(text, 'message', id)]
    case 'tool':
      return results.length > 0 ? results : [answerIn(message, text)]
    case 'assistant':
      return [
        ...blocks.flatMap(thoughtIn),
        ...wordsPart('text', text),
        ...blocks.flatMap(callIn),
        ...listAt(message, 'tool_calls').filter(isObject).flatMap(functionCall),
        ...usageParts(message, id),
      ]
    default:
      return []
  }
}

/** The content as a list of blocks, whether it is written as a text or as blocks. */
function blocksOf(message: TranscriptRecord): TranscriptRecord[] {
  const { content } = message
  const text = textAt(message, 'content') ?? (content === undefined ? textAt(message, 'text') : undefined)
  if (text !== undefined) return [{ type: 'text', text }]
  const list = Array.isArray(content) ? content : isObject(content) ? [content] : listAt(message, 'parts')
  return list.flatMap(block =>
    typeof block === 'string' ? [{ type: 'text', text: block }] : isObject(block) ? [block] : [],
  )
}

const textTypes = new Set(['text', 'input_text', 'output_text', undefined])

function textIn(block: TranscriptRecord): string[] {
  const text = textTypes.has(textAt(block, 'type')) && block.thought !== true ? textAt(block, 'text') : undefined
  return text === undefined ? [] : [text]
}

function thoughtIn(block: TranscriptRecord): LinePart[] {
  if (block.type !== 'thinking' && block.type !== 'reasoning' && block.thought !== true) return []
  return wordsPart('thinking', textAt(block, 'thinking') ?? textAt(block, 'text'))
}

function callIn(block: TranscriptRecord): LinePart[] {
  if (block.type === 'tool_use' || block.type === 'toolCall' || block.type === 'tool_call') {
    const input = block.input ?? block.arguments ?? block.args
    return [callPart(wordsAt(block, 'id'), wordsAt(block, 'name'), input)]
  }
  const call = objectAt(block, 'functionCall')
  return call ? [callPart(wordsAt(call, 'id'), wordsAt(call, 'name'), call.args)] : []
}

/** OpenAI's calls, and LangChain's, which have no function inside. */
function functionCall(call: TranscriptRecord): LinePart[] {
  const inner = objectAt(call, 'function') ?? call
  return [callPart(wordsAt(call, 'id'), wordsAt(inner, 'name'), inner.arguments ?? inner.args)]
}

function callPart(id: string | undefined, name: string | undefined, input: unknown): LinePart {
  return { kind: 'call', id: id ?? null, name: name ?? 'unknown', input: objectIn(input) ?? input }
}

function resultIn(block: TranscriptRecord): LinePart[] {
  if (block.type === 'tool_result') {
    const text = blocksOf(block).flatMap(textIn).join('\n')
    return [{ kind: 'result', id: wordsAt(block, 'tool_use_id') ?? null, text, error: block.is_error === true }]
  }
  const answer = objectAt(block, 'functionResponse')
  if (!answer) return []
  const response = objectAt(answer, 'response')
  const failure = textAt(response, 'error')
  const text = textAt(response, 'output') ?? failure ?? ''
  return [{ kind: 'result', id: wordsAt(answer, 'id') ?? null, text, error: failure !== undefined }]
}

/** A message of a tool: only what it says itself shows whether the call failed. */
function answerIn(message: TranscriptRecord, text: string): LinePart {
  const id =
    wordsAt(message, 'tool_call_id') ?? wordsAt(message, 'toolCallId') ?? wordsAt(message, 'tool_use_id') ?? null
  const error = message.is_error === true || message.isError === true || message.status === 'error'
  const exit = numberAt(message, 'exit_code') ?? numberAt(message, 'exitCode') ?? null
  return { kind: 'result', id, text, error, exit }
}

function usageParts(message: TranscriptRecord, id: string | null): LinePart[] {
  const meta = objectAt(message, 'response_metadata')
  const model = wordsAt(message, 'model') ?? wordsAt(meta, 'model_name') ?? null
  const usage = objectAt(message, 'usage') ?? objectAt(message, 'usage_metadata')
  const tokens = usage ? tokensIn(usage) : null
  return model === null && tokens === null ? [] : [{ kind: 'usage', id, model, tokens, costUsd: null }]
}

/** Anthropic counts cached input apart from the input, OpenAI within it. */
function tokensIn(usage: TranscriptRecord): TokenUsage | null {
  const output = numberAt(usage, 'output_tokens') ?? numberAt(usage, 'completion_tokens')
  const input = numberAt(usage, 'input_tokens')
  const prompt = numberAt(usage, 'prompt_tokens')
  if (output === undefined || (input === undefined && prompt === undefined)) return null
  const within = numberAt(
    objectAt(usage, 'prompt_tokens_details') ?? objectAt(usage, 'input_tokens_details'),
    'cached_tokens',
  )
  const cache_read = within ?? numberAt(usage, 'cache_read_input_tokens') ?? 0
  const cache_write = numberAt(usage, 'cache_creation_input_tokens') ?? 0
  const reasoning = numberAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens') ?? 0
  const given = input ?? prompt ?? 0
  return {
    input: within === undefined ? given : Math.max(0, given - within),
    output,
    cache_read,
    cache_write,
    reasoning,
  }
}
