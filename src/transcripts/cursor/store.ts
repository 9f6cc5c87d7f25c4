import { createHash } from 'node:crypto'
import type { Row, Snapshot } from '../../db/sqlite-snapshot.ts'
import { canonicalJson } from '../canonical-json.ts'
import { openForeign } from '../materialized/foreign-database.ts'
import {
  instantOf,
  lineText,
  type MaterialLine,
  MessageClock,
  objectIn,
  otherEvent,
  type Piece,
  timestampOf,
} from '../materialized/line.ts'
import { type Materials, type OnRow, type TranscriptFile, Unreadable } from '../reader.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { pathOf } from '../tool-input.ts'
import type { Roots } from './workspaces.ts'

/** Opens the editor's store, all of its conversations or one. */
export function cursorStore(file: TranscriptFile, roots: Roots, only?: string): Materials {
  const database = openForeign(file.path)
  try {
    const columns = database.columns('cursorDiskKV')
    if (!columns.has('key') || !columns.has('value')) throw new Unreadable('the database has other tables')
    const sizes = bubbleSizes(database, only)
    const rows = database.all(
      `select ${fields} from cursorDiskKV where ${within} and value is not null order by key`,
      ...keysOf('composerData', only),
    )
    const cwdOf = (id: string) => roots.get(id) ?? null
    return {
      conversations: rows.map(row => {
        const id = idIn(row)
        const stamp = createHash('sha256')
          .update(JSON.stringify([row, sizes.get(id), cwdOf(id)]))
          .digest('hex')
        return { id, name: `${id}.jsonl`, stamp: stamp.slice(0, 32), excluded: isSubagent(row) ? 'subagent' : null }
      }),
      *lines({ id }, seen) {
        const [row] = database.all(`select ${fields} from cursorDiskKV where key = ?`, `composerData:${id}`)
        const composer = composerOf(id, row, cwdOf(id), seen)
        for (const line of composerLines(composer, bubblesOf(database, composer, seen))) yield lineText(line)
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

const fields = 'cast(key as text) as key, cast(value as text) as value'
const within = 'key >= ? and key < ?'

/** The keys that begin with a word and a colon, or with an id and a colon after that. */
function keysOf(word: string, only: string | undefined, after = ''): [from: string, to: string] {
  if (only === undefined) return [`${word}:`, `${word};`]
  return after === '' ? [`${word}:${only}`, `${word}:${only}\u0001`] : [`${word}:${only}:`, `${word}:${only};`]
}

function idIn({ key }: Row): string {
  return String(key).slice('composerData:'.length)
}

/** A conversation that another one began. */
function isSubagent(row: Row): boolean {
  const text = textAt(row, 'value') ?? ''
  if (!text.includes('"subagentInfo"')) return false
  return wordsAt(objectAt(objectIn(text) ?? undefined, 'subagentInfo'), 'parentComposerId') !== undefined
}

/** How many bubbles each conversation has and how large they are, seen without reading what they say. */
function bubbleSizes(database: Snapshot, only: string | undefined): Map<string, Row> {
  const rest = `substr(key, ${'bubbleId:'.length + 1})`
  const rows = database.all(
    `select substr(${rest}, 1, instr(${rest}, ':') - 1) as composer, count(*) as rows, total(octet_length(value)) as bytes
    from cursorDiskKV where ${within} group by 1`,
    ...keysOf('bubbleId', only, ':'),
  )
  return new Map(rows.map(row => [String(row.composer), row]))
}

function composerOf(id: string, row: Row | undefined, cwd: string | null, seen: OnRow | undefined): Composer {
  const text = textAt(row, 'value') ?? ''
  seen?.(text)
  const data = objectIn(text)
  return { id, cwd: cwd ?? folderOf(data), data }
}

/** Newer clients say in the conversation itself where it was had. */
function folderOf(data: TranscriptRecord | null): string | null {
  const uri = objectAt(objectAt(data ?? undefined, 'workspaceIdentifier'), 'uri')
  const [repository] = listAt(data ?? undefined, 'trackedGitRepos').filter(isObject)
  return wordsAt(uri, 'fsPath') ?? wordsAt(uri, 'path') ?? wordsAt(repository, 'repoPath') ?? null
}

/** In the order of their headers; the oldest clients kept the bubbles themselves there. */
function* bubblesOf(database: Snapshot, { id, data }: Composer, seen: OnRow | undefined): Generator<StoredBubble> {
  const headers = listAt(data ?? undefined, 'fullConversationHeadersOnly').filter(isObject)
  for (const header of headers) {
    const bubble = textAt(header, 'bubbleId')
    if (bubble === undefined) continue
    const [row] = database.all(`select ${fields} from cursorDiskKV where key = ?`, `bubbleId:${id}:${bubble}`)
    const text = textAt(row, 'value') ?? ''
    seen?.(text)
    yield { id: bubble, data: objectIn(text), at: instantOf(header.createdAt) }
  }
  if (headers.length === 0) yield* listAt(data ?? undefined, 'conversation').map(inlineBubble)
}

function inlineBubble(value: unknown, index: number): StoredBubble {
  const data: TranscriptRecord | null = isObject(value) ? value : null
  return { id: textAt(data ?? undefined, 'bubbleId') ?? `${index + 1}`, data, at: null }
}

/** A conversation; its data is null where the stored value is not an object. */
interface Composer {
  id: string
  cwd: string | null
  data: TranscriptRecord | null
}

interface StoredBubble {
  id: string
  /** When its header says that it was made. */
  at: number | null
  data: TranscriptRecord | null
}

function* composerLines({ id, cwd, data }: Composer, bubbles: Iterable<StoredBubble>): Generator<MaterialLine> {
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
  const models = new Models(data)
  for (const bubble of bubbles) yield* bubbleLines(bubble, clock, models)
}

const roles = new Map<unknown, Piece['role']>([
  [1, 'user'],
  [2, 'assistant'],
])

/** The lines of one bubble: what was thought, said and done in it. */
function* bubbleLines({ id, data, at }: StoredBubble, clock: MessageClock, models: Models): Generator<MaterialLine> {
  const moment = clock.moment(at ?? instantOf(data?.createdAt) ?? startOf(data))
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
  if (text !== undefined) yield { kind: 'text', ...piece(), synthetic: role === 'user' && isNotice(text), text }
  const tool = objectAt(data, 'toolFormerData')
  if (tool) yield* toolLines(tool, piece)
  const model = models.after(data)
  if (role === 'user' && model !== null)
    yield { kind: 'usage', message_id: id, timestamp: moment.timestamp, ...unknown, model }
}

/** The tokens that are stored do not say what came from a cache, so that nothing can be said of them. */
const unknown = { input: null, output: null, cache_read: null, cache_write: null, reasoning: null, cost_usd: null }

/** Oldest clients noted when the answer began. */
function startOf(data: TranscriptRecord | null): number | null {
  const at = instantOf(objectAt(data ?? undefined, 'timingInfo')?.clientStartTime)
  return at !== null && at > oldest ? at : null
}

/** Smaller numbers count from the start of the editor. */
const oldest = Date.UTC(2020, 0)

/** What the client says in the user's name when a task in the background has ended. */
function isNotice(text: string): boolean {
  return /^(?:<timestamp>[^<]{0,100}<\/timestamp>)?\s*<system_notification>/.test(text.trimStart())
}

/** The model a message was answered by: the one it names, else that of the conversation. */
class Models {
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
