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
import { pathOf } from '../tool-input.ts'

export interface StoredBubble {
  id: string
  /** When its header says that it was made. */
  at: number | null
  data: TranscriptRecord | null
}

/** The lines of all bubbles, a message and its answer at a time. */
export function* conversationLines(
  bubbles: Iterable<StoredBubble>,
  clock: MessageClock,
  models: Models,
): Generator<MaterialLine> {
  for (const turn of turnsOf(bubbles)) {
    const sent = turn.map(({ data }) => startOf(data)).find(at => at !== null) ?? null
    for (const bubble of turn) yield* bubbleLines(bubble, sent, clock, models)
  }
}

/** A message with everything up to the next. */
function* turnsOf(bubbles: Iterable<StoredBubble>): Generator<StoredBubble[]> {
  let turn: StoredBubble[] = []
  for (const bubble of bubbles) {
    if (roles.get(bubble.data?.type) === 'user' && turn.length > 0) {
      yield turn
      turn = []
    }
    turn.push(bubble)
  }
  yield turn
}

const roles = new Map<unknown, Piece['role']>([
  [1, 'user'],
  [2, 'assistant'],
])

/** The lines of one bubble: what was thought, said and done in it. */
function* bubbleLines(
  { id, data, at }: StoredBubble,
  sent: number | null,
  clock: MessageClock,
  models: Models,
): Generator<MaterialLine> {
  const role = roles.get(data?.type)
  const own = at ?? instantOf(data?.createdAt) ?? startOf(data)
  // Older clients noted of a message only when its answer was asked for.
  const moment = own === null && role === 'user' && sent !== null ? clock.beside(sent) : clock.moment(own)
  if (!data || role === undefined) {
    yield otherEvent(id, moment.timestamp, 'bubble')
    return
  }
  let parts = 0
  const piece = (): Piece => ({ role, message_id: id, part_id: `${id}.${++parts}`, ...moment })
  const thinking = wordsAt(objectAt(data, 'thinking'), 'text') ?? wordsAt(data, 'thinking')
  if (thinking !== undefined) yield { kind: 'thinking', ...piece(), synthetic: false, text: thinking }
  const text = wordsAt(data, 'text')
  if (text !== undefined) yield { kind: 'text', ...piece(), synthetic: role === 'user' && isNotice(data, text), text }
  const tool = objectAt(data, 'toolFormerData')
  // Clients also note there, without a tool, how far the work on a bubble came.
  if (tool && (wordsAt(tool, 'name') ?? wordsAt(tool, 'toolCallId')) !== undefined) yield* toolLines(tool, piece)
  const model = models.after(data)
  if (role === 'user' && model !== null)
    yield { kind: 'usage', message_id: id, timestamp: moment.timestamp, ...unknown, model }
}

/** The tokens that are stored do not say what came from a cache, so that nothing can be said of them. */
const unknown = { input: null, output: null, cache_read: null, cache_write: null, reasoning: null, cost_usd: null }

/** Older clients noted when the answer was asked for or began. */
function startOf(data: TranscriptRecord | null): number | null {
  const timing = objectAt(data ?? undefined, 'timingInfo')
  const times = [timing?.clientRpcSendTime, timing?.clientStartTime].map(instantOf)
  return times.find(at => at !== null && at > oldest) ?? null
}

/** Smaller numbers count from the start of the editor. */
const oldest = Date.UTC(2020, 0)

/** What the client says in the user's name, as when a task in the background has ended. */
function isNotice(data: TranscriptRecord, text: string): boolean {
  return (
    data.isSimulatedMsg === true ||
    /^(?:<timestamp>[^<]{0,100}<\/timestamp>)?\s*<system_notification>/.test(text.trimStart())
  )
}

/** The model a message was answered by: the one it names, else that of the conversation. */
export class Models {
  #current: string | null

  constructor(data: TranscriptRecord | null) {
    this.#current = modelName(wordsAt(objectAt(data ?? undefined, 'modelConfig'), 'modelName'))
  }

  after(data: TranscriptRecord): string | null {
    this.#current = modelName(wordsAt(objectAt(data, 'modelInfo'), 'modelName')) ?? this.#current
    return this.#current
  }
}

/** The name for whichever model the client takes is not one. */
function modelName(model: string | undefined): string | null {
  return model === undefined || model === 'default' || model === 'auto' ? null : model
}

const finished = new Map<unknown, 'completed' | 'error' | 'cancelled'>([
  ['completed', 'completed'],
  ['error', 'error'],
  ['cancelled', 'cancelled'],
  ['rejected', 'cancelled'],
])

function* toolLines(tool: TranscriptRecord, piece: () => Piece): Generator<MaterialLine> {
  const call = { call_id: textAt(tool, 'toolCallId') ?? null, name: wordsAt(tool, 'name') ?? 'unknown' }
  const given = objectIn(tool.params) ?? objectIn(tool.rawArgs) ?? tool.params ?? tool.rawArgs
  yield { kind: 'tool_use', ...piece(), ...call, input: withChanges(given, objectIn(tool.result)) ?? null }
  const status = tool.userDecision === 'rejected' ? 'cancelled' : finished.get(tool.status)
  if (status === undefined) return
  const result = tool.result ?? (status === 'error' ? tool.error : null) ?? null
  const ran = objectIn(result)
  const printed = textAt(ran ?? undefined, 'output')
  const exit = numberAt(ran ?? undefined, 'exitCode') ?? numberAt(ran ?? undefined, 'exitCodeV2')
  const said = printed ?? (typeof result === 'string' || result === null ? result : canonicalJson(result))
  const where = status === 'error' ? { output: null, error: said } : { output: said, error: null }
  const ended = exit === undefined || printed === undefined ? {} : { exit }
  yield { kind: 'tool_result', ...piece(), ...call, status, ...where, ...ended }
}

/** What a call was given; of an edit with the lines that came and went, where its result says them. */
function withChanges(given: unknown, result: TranscriptRecord | null): unknown {
  const chunks = listAt(objectAt(result ?? undefined, 'diff'), 'chunks').filter(isObject)
  const path = isObject(given) ? pathOf(given) : null
  const diff = chunks.flatMap(chunk => textAt(chunk, 'diffString') ?? []).join('\n')
  return path === null || diff === '' || !isObject(given)
    ? given
    : { ...given, changes: [{ path, type: 'update', diff }] }
}
