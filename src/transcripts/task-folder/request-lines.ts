import { instantOf, type MaterialLine, objectIn, type Piece } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { Answers } from './answers.ts'

/** Finds the model of a message: named in it, else in the metadata of the task, else in what was sent to the model. */
export function modelsOf(metadata: TranscriptRecord | null, conversation: readonly unknown[]): Models {
  const noted = listAt(metadata ?? undefined, 'model_usage')
    .filter(isObject)
    .map(({ ts, model_id }) => ({ ts, model: model_id }))
  const sent = conversation.filter(isObject).flatMap(message => {
    const model = message.role === 'user' ? modelIn(message) : null
    return model === null ? [] : [{ ts: message.ts, model }]
  })
  const known = noted.length > 0 ? noted : sent
  return {
    at(message) {
      const own = wordsAt(objectAt(message, 'modelInfo'), 'modelId')
      if (own !== undefined) return own
      const time = instantOf(message.ts) ?? 0
      const before = known.filter(({ ts }) => (instantOf(ts) ?? 0) <= time + maxDelayMs).at(-1)?.model
      return typeof before === 'string' && before.trim() !== '' ? before : null
    },
  }
}

/** A request is shown up to this many milliseconds before its text for the model is written. */
const maxDelayMs = 5000

function modelIn(message: TranscriptRecord): string | null {
  for (const block of listAt(message, 'content').filter(isObject)) {
    const text = textAt(block, 'text') ?? ''
    const start = text.startsWith('<environment_details>') ? text.indexOf('<model>') : -1
    const end = start < 0 ? -1 : text.indexOf('</model>', start)
    if (end > start) return text.slice(start + '<model>'.length, end).trim()
  }
  return null
}

/** What a request to the model took, and whether it failed. */
export function* requestLines({ message, piece, models }: ShownMessage): Generator<MaterialLine> {
  const { message_id, timestamp } = piece('assistant')
  const request = objectIn(textAt(message, 'text'))
  if (message.ask === 'api_req_failed') {
    yield {
      kind: 'event',
      message_id,
      timestamp,
      name: 'error',
      text: wordsAt(request ?? undefined, 'message') ?? null,
    }
    return
  }
  yield* spentLine(request, piece('assistant'), models.at(message))
  const reason = textAt(request ?? undefined, 'cancelReason')
  if (reason === undefined) return
  const name = reason === 'user_cancelled' ? 'interrupted' : 'error'
  const text = wordsAt(request ?? undefined, 'streamingFailedMessage') ?? null
  yield { kind: 'event', message_id, timestamp, name, text }
}

/** A request that was never answered names no tokens. */
export function* spentLine(
  spent: TranscriptRecord | null,
  { message_id, timestamp }: Piece,
  model: string | null,
): Generator<MaterialLine> {
  const given = numberAt(spent ?? undefined, 'tokensIn')
  const output = numberAt(spent ?? undefined, 'tokensOut')
  if (!spent || given === undefined || output === undefined) return
  const cache_read = numberAt(spent, 'cacheReads') ?? 0
  const cache_write = numberAt(spent, 'cacheWrites') ?? 0
  // Clients that name the protocol count what came from and went into the cache among the tokens that went in.
  const isWhole = spent.apiProtocol !== undefined && given >= cache_read + cache_write
  const input = isWhole ? given - cache_read - cache_write : given
  const cost_usd = numberAt(spent, 'cost') ?? null
  yield { kind: 'usage', message_id, timestamp, model, input, output, cache_read, cache_write, reasoning: 0, cost_usd }
}

/** Which model a message was answered by. */
export interface Models {
  at(message: TranscriptRecord): string | null
}

/** A message as Cline and its forks show it, with everything that its lines depend on. */
export interface ShownMessage {
  message: TranscriptRecord
  /** All of the task, and the place of this one. */
  messages: readonly unknown[]
  at: number
  answers: Answers
  models: Models
  piece(role: Piece['role']): Piece
}

/** What a message is about: `say` or `ask` names it. */
export function topicOf(message: TranscriptRecord): string | undefined {
  return wordsAt(message, 'ask') ?? wordsAt(message, 'say')
}
