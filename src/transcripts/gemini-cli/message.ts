import { byteOrder } from '../../kernel/byte-order.ts'
import { noTokens, type ReplyUsage, sumTokens, type TokenUsage } from '../event.ts'
import type { ToolCall, TurnUsage } from '../reader.ts'
import {
  isObject,
  listAt,
  numberAt,
  objectAt,
  type TranscriptRecord,
  type TurnLine,
  textAt,
  wordsAt,
} from '../record.ts'
import { memberKey, ParsedRecord, type RecordView } from '../record-view.ts'
import { parseTimestamp } from '../timestamp.ts'

export const messageTypes = ['user', 'gemini', 'info', 'error', 'warning'] as const
export const recordTypes: ReadonlySet<string> = new Set([...messageTypes, 'metadata', '$set', '$rewindTo'])
/** Of these, the types that something is taken from. */
export const readTypes: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'metadata', '$set'])

const keys = {
  type: memberKey('type'),
  set: memberKey('$set'),
  rewindTo: memberKey('$rewindTo'),
  sessionId: memberKey('sessionId'),
}

/** What kind of line it is, as far as it is one that the client is known to write. */
export function recordTypeIn(view: RecordView): string | undefined {
  const type = view.text(keys.type)
  if (type !== undefined) return type
  if (view.isObject(keys.set)) return '$set'
  if (view.text(keys.rewindTo) !== undefined) return '$rewindTo'
  return view.text(keys.sessionId) === undefined ? undefined : 'metadata'
}

export function recordTypeOf(record: TranscriptRecord): string | undefined {
  return recordTypeIn(new ParsedRecord(record))
}

/** The text of a message: what was shown of it, where that differs from what the model got. */
export function messageText({ content, displayContent }: TranscriptRecord): string {
  const shown = displayContent === undefined || displayContent === null ? '' : textIn(displayContent)
  return shown.trim() === '' ? textIn(content) : shown
}

/** A text, or the texts of parts joined by LF. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : isObject(content) ? [content] : []
  return parts
    .flatMap(part => (typeof part === 'string' ? part : isObject(part) ? (textAt(part, 'text') ?? []) : []))
    .join('\n')
}

const machineTexts = ['/', '?', '<session_context>', '<hook_context>']

/** Whether a user's message is one to the agent, by what the model got: a command of the person's own is shown as it was typed. */
export function isTyped(message: TranscriptRecord): boolean {
  const given = textIn(message.content).trimStart()
  const start = given === '' ? messageText(message).trimStart() : given
  return start !== '' && !machineTexts.some(beginning => start.startsWith(beginning))
}

export function isCancelled(record: TranscriptRecord): boolean {
  return record.type === 'info' && messageText(record).trim() === 'Request cancelled.'
}

export function thoughtsIn(record: TranscriptRecord): string[] {
  return listAt(record, 'thoughts').flatMap(thought => {
    if (typeof thought === 'string') return [thought]
    if (!isObject(thought)) return []
    const words = [wordsAt(thought, 'subject'), wordsAt(thought, 'description')].filter(word => word !== undefined)
    return words.length > 0 ? [words.join(': ')] : []
  })
}

export interface GeminiCall extends ToolCall {
  name: string
  /** Null while it runs. */
  answer: { text: string; status: string | null } | null
  /** The sub-agent that it started, which has a conversation of its own. */
  subagent: string | null
}

export function callsIn(record: TranscriptRecord): GeminiCall[] {
  return listAt(record, 'toolCalls')
    .filter(isObject)
    .map(call => ({
      id: textAt(call, 'id') ?? null,
      name: wordsAt(call, 'name') ?? 'unknown',
      input: call.args,
      answer: answerIn(call),
      subagent: wordsAt(call, 'agentId') ?? null,
    }))
}

const finished = new Set(['success', 'error', 'cancelled'])

function answerIn(call: TranscriptRecord): GeminiCall['answer'] {
  const status = wordsAt(call, 'status') ?? null
  const hasResult = call.result !== undefined && call.result !== null
  if (!hasResult && !(status !== null && finished.has(status))) return null
  return { text: resultText(call.result) ?? textAt(call, 'resultDisplay') ?? '', status }
}

/** What was sent to the model, wherever the client put it. */
function resultText(result: unknown): string | undefined {
  if (typeof result === 'string') return result
  const parts = Array.isArray(result) ? result.filter(isObject) : isObject(result) ? [result] : []
  const texts = parts.flatMap(part => {
    const response = objectAt(objectAt(part, 'functionResponse'), 'response')
    return textAt(response, 'output') ?? textAt(response, 'error') ?? textAt(part, 'text') ?? []
  })
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** A message that is written again has its tokens again; the last line counts. */
export function geminiUsage(lines: Iterable<TurnLine>): TurnUsage {
  const messages = new Map<string, ReplyUsage>()
  const models = new Set<string>()
  for (const { number, record } of lines) {
    if (record?.type !== 'gemini') continue
    const model = wordsAt(record, 'model') ?? null
    if (model !== null) models.add(model)
    const tokens = geminiTokens(record)
    if (!tokens) continue
    const id = textAt(record, 'id') ?? `line ${number}`
    const at = parseTimestamp(record.timestamp)
    messages.set(id, { id, at, model, tokens, cacheWrite1h: 0, isFast: false, isCutShort: false, subagent: null })
  }
  const replies = [...messages.values()]
  const tokens = replies.length === 0 ? null : replies.map(reply => reply.tokens).reduce(sumTokens, noTokens)
  return { tokens, costUsd: null, models: [...models].sort(byteOrder), replies }
}

/** The client counts cached input within the input, and what tools put into a prompt apart. */
export function geminiTokens(record: TranscriptRecord): TokenUsage | null {
  const tokens = objectAt(record, 'tokens')
  if (!tokens) return null
  const cached = numberAt(tokens, 'cached') ?? 0
  return {
    input: Math.max(0, (numberAt(tokens, 'input') ?? 0) - cached) + (numberAt(tokens, 'tool') ?? 0),
    output: numberAt(tokens, 'output') ?? 0,
    cache_read: cached,
    cache_write: 0,
    reasoning: numberAt(tokens, 'thoughts') ?? 0,
  }
}
