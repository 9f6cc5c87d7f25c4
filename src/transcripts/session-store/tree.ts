import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { byteOrder } from '../../kernel/byte-order.ts'
import { instantOf, lineText, objectIn } from '../materialized/line.ts'
import { type Materials, type NeighbourState, type OnRow, type TranscriptFile, Unreadable } from '../reader.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { conversationLines, type StoredMessage, type StoredPart, type StoredSession } from './conversation-lines.ts'

/** Opens a session of the tree of small files that clients kept before they had a database. */
export function sessionTree(source: string, path: string): Materials {
  const storage = storageOf(path)
  const id = basename(path, '.json')
  const data = objectIn(textOf(path))
  if (!data) throw new Unreadable('the session is not whole')
  const session = sessionOf(id, data, storage)
  const hash = createHash('sha256').update(JSON.stringify(session))
  for (const _ of conversationLines(
    source,
    session,
    messagesIn(storage, id, row => hash.update(row)),
  ));
  const excluded = wordsAt(data, 'parentID') === undefined ? null : 'subagent'
  return {
    conversations: [{ id, name: `${id}.jsonl`, stamp: hash.digest('hex').slice(0, 32), excluded }],
    *lines(_conversation, seen) {
      for (const line of conversationLines(source, session, messagesIn(storage, id, seen))) yield lineText(line)
    },
    close: () => {},
  }
}

/** The state of a session's messages, which its own file does not show. */
export function treeBeside({ path }: TranscriptFile): NeighbourState {
  const storage = storageOf(path)
  const hash = createHash('sha256')
  let changedNs = 0n
  const look = (file: string) => {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    hash.update(`${file} ${stat?.size} ${stat?.mtimeNs}\n`)
    if (stat && stat.mtimeNs > changedNs) changedNs = stat.mtimeNs
  }
  const messages = join(storage, 'message', basename(path, '.json'))
  for (const id of idsIn(messages)) {
    look(join(messages, `${id}.json`))
    look(join(storage, 'part', id))
  }
  return { mark: hash.digest('hex').slice(0, 16), changedNs }
}

/** `<storage>/session/<project>/<session>.json` */
function storageOf(path: string): string {
  return dirname(dirname(dirname(path)))
}

function sessionOf(id: string, data: TranscriptRecord, storage: string): StoredSession {
  return {
    id,
    cwd: wordsAt(data, 'directory') ?? worktreeOf(data, storage),
    title: textAt(data, 'title') ?? null,
    version: textAt(data, 'version') ?? null,
    created: objectAt(data, 'time')?.created,
  }
}

function worktreeOf(data: TranscriptRecord, storage: string): string | null {
  const project = wordsAt(data, 'projectID')
  // An id that is not a plain name must not lead out of the folder.
  if (project === undefined || !/^[\w-]+$/.test(project)) return null
  const file = join(storage, 'project', `${project}.json`)
  const stored = statSync(file, { throwIfNoEntry: false }) ? objectIn(textOf(file)) : null
  return wordsAt(stored ?? undefined, 'worktree') ?? null
}

function messagesIn(storage: string, session: string, seen: OnRow | undefined): Iterable<StoredMessage> {
  const folder = join(storage, 'message', session)
  const messages = idsIn(folder).map(id => {
    const text = textOf(join(folder, `${id}.json`))
    const data = objectIn(text)
    return { id, text, data, created: objectAt(data ?? undefined, 'time')?.created }
  })
  messages.sort((a, b) => (instantOf(a.created) ?? 0) - (instantOf(b.created) ?? 0) || byteOrder(a.id, b.id))
  return inOrder()

  function* inOrder(): Generator<StoredMessage> {
    for (const { id, text, data, created } of messages) {
      seen?.(text)
      yield { id, created, data, parts: partsIn(join(storage, 'part', id), seen) }
    }
  }
}

function* partsIn(folder: string, seen: OnRow | undefined): Generator<StoredPart> {
  for (const id of idsIn(folder)) {
    const text = textOf(join(folder, `${id}.json`))
    seen?.(text)
    yield { id, data: objectIn(text) }
  }
}

/** The names of a folder's documents, in order; none without the folder. */
function idsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.json'))
    return names.map(name => name.slice(0, -'.json'.length)).sort(byteOrder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Unreadable('a folder cannot be read', { cause: error })
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Unreadable('a file cannot be read', { cause: error })
  }
}
