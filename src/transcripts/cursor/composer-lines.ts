import { canonicalJson } from '../canonical-json.ts'
import { instantOf, MessageClock, timestampOf } from '../materialized/clock.ts'
import { type MaterialLine, otherEvent, type Piece } from '../materialized/line.ts'
import { objectIn } from '../materialized/stored-object.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** A conversation; its data is null where the stored value is not an object. */
export interface Composer {
  id: string
  cwd: string | null
  data: TranscriptRecord | null
}

export interface StoredBubble {
  id: string
  data: TranscriptRecord | null
}

export function* composerLines({ id, cwd, data }: Composer, bubbles: Iterable<StoredBubble>): Generator<MaterialLine> {
  const began = instantOf(data?.createdAt)
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'cursor',
    session_id: id,
    timestamp: timestampOf(began),
    cwd,
    title: wordsAt(data ?? undefined, 'name') ?? null,
    agent_version: null,
  }
  if (!data) yield otherEvent(null, null, 'composer')
  const clock = new MessageClock(began)
  for (const bubble of bubbles) yield* bubbleLines(bubble, clock)
}

const roles = new Map<unknown, Piece['role']>([
  [1, 'user'],
  [2, 'assistant'],
])

/** The lines of one bubble: what was thought, said and done in it. */
function* bubbleLines({ id, data }: StoredBubble, clock: MessageClock): Generator<MaterialLine> {
  const moment = clock.moment(instantOf(data?.createdAt))
  const role = roles.get(data?.type)
  if (!data || role === undefined) {
    yield otherEvent(id, moment.timestamp, 'bubble')
    return
  }
  let parts = 0
  const piece = (): Piece => ({ role, message_id: id, part_id: `${id}.${++parts}`, ...moment })
  const thinking = wordsAt(objectAt(data, 'thinking'), 'text') ?? wordsAt(data, 'thinking')
  if (thinking !== undefined) yield { kind: 'thinking', ...piece(), synthetic: false, text: thinking }
  const text = wordsAt(data, 'text')
  if (text !== undefined) yield { kind: 'text', ...piece(), synthetic: false, text }
  const tool = objectAt(data, 'toolFormerData')
  if (tool) yield* toolLines(tool, piece)
}

const finished = new Map<unknown, 'completed' | 'error' | 'cancelled'>([
  ['completed', 'completed'],
  ['error', 'error'],
  ['cancelled', 'cancelled'],
])

function* toolLines(tool: TranscriptRecord, piece: () => Piece): Generator<MaterialLine> {
  const call = { call_id: textAt(tool, 'toolCallId') ?? null, name: wordsAt(tool, 'name') ?? 'unknown' }
  const given = tool.rawArgs ?? tool.params
  yield { kind: 'tool_use', ...piece(), ...call, input: objectIn(given) ?? given ?? null }
  const status = finished.get(tool.status)
  if (status === undefined) return
  const result = tool.result ?? (status === 'error' ? tool.error : null) ?? null
  const said = typeof result === 'string' || result === null ? result : canonicalJson(result)
  const where = status === 'error' ? { output: null, error: said } : { output: said, error: null }
  yield { kind: 'tool_result', ...piece(), ...call, status, ...where }
}
