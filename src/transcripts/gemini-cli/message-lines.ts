import { instantOf, type MessageClock } from '../materialized/clock.ts'
import { type MaterialLine, otherEvent, type Piece } from '../materialized/line.ts'
import { type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { callsIn, type GeminiCall, isCancelled, isTyped, messageText, thoughtsIn } from './message.ts'
import { geminiTokens } from './usage.ts'

/** The lines of one message of a document; one without an id is named by its number. */
export function* messageLines(message: TranscriptRecord, number: string, clock: MessageClock): Generator<MaterialLine> {
  const message_id = wordsAt(message, 'id') ?? number
  const moment = clock.moment(instantOf(textAt(message, 'timestamp')))
  const { timestamp } = moment
  const text = messageText(message)
  const event = (name: 'error' | 'interrupted'): MaterialLine => ({ kind: 'event', message_id, timestamp, name, text })
  let parts = 0
  const piece = (role: Piece['role']): Piece => ({ role, message_id, part_id: `${message_id}.${++parts}`, ...moment })

  switch (message.type) {
    case 'user':
      if (text.trim() !== '') yield { kind: 'text', ...piece('user'), synthetic: !isTyped(text), text }
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
