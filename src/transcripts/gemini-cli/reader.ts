import { createHash } from 'node:crypto'
import {
  documentBytes,
  documentIn,
  instantOf,
  isTakenOver,
  lineText,
  type MaterialLine,
  MessageClock,
  otherEvent,
  type Piece,
  timestampOf,
} from '../materialized/line.ts'
import { mixedReading } from '../materialized/mixed-reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { Materials, NeighbourState, SourceReader, TranscriptFile } from '../reader.ts'
import { isObject, listAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { geminiCalls, geminiCompact, geminiEvents } from './events.ts'
import {
  callsIn,
  type GeminiCall,
  geminiTokens,
  geminiUsage,
  isCancelled,
  isTyped,
  messageText,
  thoughtsIn,
} from './message.ts'
import { geminiForm, geminiMayHold, geminiPlaces, ProjectList, rootHashIn, stemOf } from './paths.ts'
import { GeminiScanner } from './scanner.ts'

const projects = new ProjectList()

/** Old clients wrote documents, which become lines of ours; everything is then asked of those. */
export const reader: SourceReader = {
  source: 'gemini-cli',
  places: geminiPlaces,
  formOf: geminiForm,
  mayHold: geminiMayHold,
  knownRoot: file => projects.rootOf(file),
  beside: besideOf,
  materials: file => geminiDocument(file, projects.rootOf(file)),
  scanner: (file, from) =>
    file.materialized ? new MaterializedScanner(file, from, rootHashIn(file.relative)) : new GeminiScanner(file, from),
  ...mixedReading({
    events: geminiEvents,
    usage: (_turn, lines) => geminiUsage(lines),
    calls: geminiCalls,
    compact: record => geminiCompact(record),
  }),
}

/** A document also changes by being taken over into a file of lines. */
function besideOf(file: TranscriptFile): NeighbourState | null {
  const known = projects.beside(file)
  if (!isTakenOver(file.path)) return known
  return { mark: `${known?.mark ?? ''}+lines`, changedNs: known?.changedNs ?? 0n }
}

/** Opens a conversation that an old client wrote as one document. */
function geminiDocument(file: TranscriptFile, root: string | null): Materials {
  const bytes = documentBytes(file.path)
  const stem = stemOf(file.relative)
  const document = documentIn(bytes)
  const stamp = createHash('sha256').update(bytes).update(`\n${root}`).digest('hex').slice(0, 32)
  const excluded = document.kind === 'subagent' ? 'subagent' : null
  return {
    conversations: isTakenOver(file.path) ? [] : [{ id: stem, name: `${stem}.jsonl`, stamp, excluded }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      for (const line of documentLines(document, stem)) yield lineText(line)
    },
    close: () => {},
  }
}

function* documentLines(document: TranscriptRecord, stem: string): Generator<MaterialLine> {
  const began = instantOf(textAt(document, 'startTime'))
  const [directory] = listAt(document, 'directories')
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'gemini-cli',
    session_id: wordsAt(document, 'sessionId') ?? stem,
    timestamp: timestampOf(began),
    cwd: typeof directory === 'string' && directory.trim() !== '' ? directory : null,
    title: wordsAt(document, 'summary') ?? null,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  if (!Array.isArray(document.messages)) yield otherEvent(null, timestampOf(began), 'messages')
  for (const [index, message] of listAt(document, 'messages').entries()) {
    if (isObject(message)) yield* messageLines(message, `${index + 1}`, clock)
    else yield otherEvent(null, null, 'message')
  }
}

/** The lines of one message of a document; one without an id is named by its number. */
function* messageLines(message: TranscriptRecord, number: string, clock: MessageClock): Generator<MaterialLine> {
  const message_id = wordsAt(message, 'id') ?? number
  const moment = clock.moment(instantOf(textAt(message, 'timestamp')))
  const { timestamp } = moment
  const text = messageText(message)
  const event = (name: 'error' | 'interrupted'): MaterialLine => ({ kind: 'event', message_id, timestamp, name, text })
  let parts = 0
  const piece = (role: Piece['role']): Piece => ({ role, message_id, part_id: `${message_id}.${++parts}`, ...moment })

  switch (message.type) {
    case 'user':
      if (text.trim() !== '') yield { kind: 'text', ...piece('user'), synthetic: !isTyped(message), text }
      return
    case 'gemini': {
      for (const thought of thoughtsIn(message)) {
        yield { kind: 'thinking', ...piece('assistant'), synthetic: false, text: thought }
      }
      if (text.trim() !== '') yield { kind: 'text', ...piece('assistant'), synthetic: false, text }
      for (const call of callsIn(message)) yield* callLines(call, () => piece('assistant'))
      const tokens = geminiTokens(message)
      const model = wordsAt(message, 'model') ?? null
      if (tokens) yield { kind: 'usage', message_id, timestamp, model, ...tokens, cost_usd: null }
      return
    }
    case 'error':
      yield event('error')
      return
    case 'info':
    case 'warning':
      yield isCancelled(message) ? event('interrupted') : otherEvent(message_id, timestamp, null)
      return
    default:
      yield otherEvent(message_id, timestamp, wordsAt(message, 'type') ?? 'untyped')
  }
}

const statuses = new Map([
  ['error', 'error' as const],
  ['cancelled', 'cancelled' as const],
])

function* callLines({ id, name, input, answer }: GeminiCall, piece: () => Piece): Generator<MaterialLine> {
  const call = { call_id: id, name }
  yield { kind: 'tool_use', ...piece(), ...call, input: input ?? null }
  if (!answer) return
  const status = statuses.get(answer.status ?? '') ?? 'completed'
  const said = status === 'error' ? { output: null, error: answer.text } : { output: answer.text, error: null }
  yield { kind: 'tool_result', ...piece(), ...call, status, ...said }
}
