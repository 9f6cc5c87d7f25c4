import { itemsIn, objectsIn } from '../../kernel/json.ts'
import { canonicalJson } from '../canonical-json.ts'
import {
  instantOf,
  type MaterialLine,
  type MessageClock,
  objectIn,
  otherEvent,
  type Piece,
} from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** The lines of one message of a session. */
export function* messageLines(message: unknown, number: string, clock: MessageClock): Generator<MaterialLine> {
  const role = isObject(message) ? roles.get(message.role) : undefined
  if (!isObject(message) || role === undefined) {
    yield otherEvent(null, null, 'message')
    return
  }
  const message_id = wordsAt(message, 'id') ?? number
  const moment = clock.moment(instantOf(message.ts))
  let parts = 0
  const piece = (): Piece => ({ role, message_id, part_id: `${message_id}.${++parts}`, ...moment })
  const isSynthetic = role === 'user' && isClientNote(message)
  const content = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  for (const block of itemsIn(content)) {
    if (isObject(block)) yield* blockLines(block, piece, isSynthetic)
    else yield otherEvent(message_id, moment.timestamp, 'block')
  }
  yield* usageLines(message, message_id, moment.timestamp)
}

const roles = new Map<unknown, Piece['role']>([
  ['user', 'user'],
  ['assistant', 'assistant'],
])

/** The client's own notes to the model, of which it says what kind they are. */
function isClientNote(message: TranscriptRecord): boolean {
  const metadata = objectAt(message, 'metadata')
  return wordsAt(metadata, 'kind') !== undefined || metadata?.displayRole === 'system'
}

function* blockLines(block: TranscriptRecord, piece: () => Piece, synthetic: boolean): Generator<MaterialLine> {
  const text = textAt(block, 'text') ?? textAt(block, 'thinking') ?? ''
  switch (block.type) {
    case 'text':
      if (text.trim() !== '') yield { kind: 'text', ...piece(), synthetic, text: typedIn(text) }
      return
    case 'thinking':
      if (text.trim() !== '') yield { kind: 'thinking', ...piece(), synthetic: false, text }
      return
    case 'file':
      yield { kind: 'file', ...piece(), path: wordsAt(block, 'path') ?? null, mime: null }
      return
    case 'tool_use':
      for (const { id, input } of callsIn(block)) {
        yield { kind: 'tool_use', ...piece(), call_id: id, name: wordsAt(block, 'name') ?? 'unknown', input }
      }
      return
    case 'tool_result':
      yield* resultLines(block, piece)
      return
    default: {
      const { message_id, timestamp } = piece()
      const type = wordsAt(block, 'type') ?? 'untyped'
      yield otherEvent(message_id, timestamp, silentBlocks.has(type) ? null : type)
    }
  }
}

/** Blocks without words, which are no reason to warn. */
const silentBlocks = new Set(['image', 'redacted_thinking'])

const inputMark = /^<user_input[^>\n]{0,200}>/

/** What a person typed; the client may wrap it in a tag that names the mode it was typed in. */
function typedIn(text: string): string {
  const mark = inputMark.exec(text)?.[0]
  const end = mark === undefined ? -1 : text.lastIndexOf('</user_input>')
  return mark !== undefined && end > 0 ? text.slice(mark.length, end).trim() : text
}

/** A call may run several commands; each is a call of its own. */
function callsIn(block: TranscriptRecord): { id: string | null; input: object }[] {
  const id = wordsAt(block, 'id') ?? null
  const input = objectAt(block, 'input') ?? {}
  const commands = block.name === 'run_commands' ? listAt(input, 'commands') : []
  if (commands.length > 0) {
    return commands.map((command, at) => ({ id: partId(id, at), input: { command: commandIn(command) } }))
  }
  return [{ id, input: block.name === 'editor' ? editInput(input) : input }]
}

function partId(id: string | null, at: number): string | null {
  return id === null || at === 0 ? id : `${id}.${at + 1}`
}

function commandIn(command: unknown): string {
  if (typeof command === 'string') return command
  if (!isObject(command)) return ''
  const words = listAt(command, 'args').filter(word => typeof word === 'string')
  return [textAt(command, 'command') ?? '', ...words].join(' ')
}

/** Without a text to replace the file is made, or lines are put into it. */
function editInput(input: TranscriptRecord): object {
  const path = wordsAt(input, 'path')
  const added = textAt(input, 'new_text')
  if (path === undefined || added === undefined) return input
  const removed = textAt(input, 'old_text')
  const isNew = removed === undefined && input.insert_line === undefined
  const diff = [...markLines('-', removed ?? ''), ...markLines('+', added)].join('\n')
  return { path, changes: [isNew ? { path, type: 'add', content: added } : { path, type: 'update', diff }] }
}

function markLines(mark: '-' | '+', text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').map(line => mark + line)
}

function* resultLines(block: TranscriptRecord, piece: () => Piece): Generator<MaterialLine> {
  const id = wordsAt(block, 'tool_use_id') ?? null
  const name = wordsAt(block, 'name') ?? 'unknown'
  const answers = (Array.isArray(block.content) ? block.content : [objectIn(block.content)]).filter(isAnswer)
  if (answers.length === 0) {
    const status = block.is_error === true ? 'error' : 'completed'
    const text = typeof block.content === 'string' ? block.content : textsIn(block.content)
    yield { kind: 'tool_result', ...piece(), call_id: id, name, ...outcome(status, text) }
    return
  }
  const isCommands = name === 'run_commands'
  for (const [at, answer] of answers.entries()) {
    if (at > 0 && !isCommands) return
    const own = isCommands ? [answer] : answers
    const text = own.map(answerText).join('\n')
    const exit = isCommands ? exitOf(answer, text) : null
    const status = own.some(({ success }) => success === false) && exit === null ? 'error' : 'completed'
    const ended = exit === null ? {} : { exit }
    yield { kind: 'tool_result', ...piece(), call_id: partId(id, at), name, ...outcome(status, text), ...ended }
  }
}

/** What one of several things a call asked for came to. */
function isAnswer(value: unknown): value is TranscriptRecord {
  return isObject(value) && value.query !== undefined && value.result !== undefined
}

function answerText(answer: TranscriptRecord): string {
  const { result, error } = answer
  const said = [result, error].filter(each => each !== undefined && each !== null && each !== '')
  return said.map(each => (typeof each === 'string' ? each : canonicalJson(each))).join('\n')
}

const exitMark = /\[Command exited with code (-?\d{1,9})\]/

/** A command that ended otherwise than with 0 is not a success. */
function exitOf({ success }: TranscriptRecord, text: string): number | null {
  const code = exitMark.exec(text)?.[1]
  if (success === true) return 0
  return code === undefined ? null : Number(code)
}

function outcome(status: 'completed' | 'error', text: string) {
  return status === 'error' ? { status, output: null, error: text } : { status, output: text, error: null }
}

function textsIn(content: unknown): string {
  const blocks = objectsIn(content)
  return blocks.flatMap(block => textAt(block, 'text') ?? []).join('\n')
}

/** What came from and went into the cache is counted among the tokens that went in. */
function* usageLines(message: TranscriptRecord, message_id: string, timestamp: string | null): Generator<MaterialLine> {
  const metrics = objectAt(message, 'metrics')
  const given = numberAt(metrics, 'inputTokens')
  const output = numberAt(metrics, 'outputTokens')
  if (given === undefined || output === undefined) return
  const cache_read = numberAt(metrics, 'cacheReadTokens') ?? 0
  const cache_write = numberAt(metrics, 'cacheWriteTokens') ?? 0
  const input = Math.max(0, given - cache_read - cache_write)
  const model = wordsAt(objectAt(message, 'modelInfo'), 'id') ?? null
  const cost_usd = numberAt(metrics, 'cost') ?? null
  yield { kind: 'usage', message_id, timestamp, model, input, output, cache_read, cache_write, reasoning: 0, cost_usd }
}
