import { createHash } from 'node:crypto'
import type { Row, Snapshot } from '../../db/sqlite-snapshot.ts'
import { openForeign } from '../materialized/foreign-database.ts'
import {
  instantOf,
  lineText,
  type MaterialLine,
  MessageClock,
  objectIn,
  otherEvent,
  timestampOf,
} from '../materialized/line.ts'
import { type Materials, type OnRow, type TranscriptFile, Unreadable } from '../reader.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { conversationLines, Models, type StoredBubble } from './bubble-lines.ts'
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
    const listed = listedSubagents(database)
    const cwdOf = (id: string) => roots.get(id) ?? null
    return {
      conversations: rows.map(row => {
        const id = idIn(row)
        const stamp = createHash('sha256')
          .update(JSON.stringify([row, sizes.get(id), cwdOf(id)]))
          .digest('hex')
        return {
          id,
          name: `${id}.jsonl`,
          stamp: stamp.slice(0, 32),
          excluded: isSubagent(row, listed) ? 'subagent' : null,
        }
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

/** The conversations that the client's list of them names as those of sub-agents. */
function listedSubagents(database: Snapshot): ReadonlySet<string> {
  const columns = database.columns('composerHeaders')
  if (!columns.has('composerId') || !columns.has('isSubagent')) return new Set()
  const rows = database.all('select cast(composerId as text) as id from composerHeaders where isSubagent = 1')
  return new Set(rows.map(({ id }) => String(id)))
}

/** A conversation that another one began; some clients name it only by the call that did. */
function isSubagent(row: Row, listed: ReadonlySet<string>): boolean {
  const id = idIn(row)
  if (listed.has(id) || id.startsWith('task-')) return true
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
  yield* conversationLines(bubbles, clock, new Models(data))
}
