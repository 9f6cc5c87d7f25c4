import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { itemsIn } from '../../kernel/json.ts'
import { namedPlaces } from '../discover.ts'
import { decodeLine } from '../lines.ts'
import {
  documentBytes,
  documentIn,
  instantOf,
  isTakenOver,
  lineText,
  type MaterialLine,
  MessageClock,
  objectIn,
  otherEvent,
  timestampOf,
} from '../materialized/line.ts'
import { materializedReading } from '../materialized/reading.ts'
import {
  type Environment,
  type FileForm,
  type Materials,
  type NeighbourState,
  type Place,
  type Places,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../reader.ts'
import { isObject, listAt, numberAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { userFolder, workspaceRoot } from '../vscode-workspace.ts'
import { requestLines } from './request-lines.ts'

export const reader: SourceReader = {
  source: 'vscode-chat',
  places: chatPlaces,
  formOf: chatForm,
  mayHold: chatMayHold,
  beside: chatBeside,
  materials: file => chatDocument(file, rootOf(file)),
  ...materializedReading,
}

const editors = ['Code', 'Code - Insiders', 'VSCodium']

function chatPlaces(environment: Environment): Places {
  const places = editors.map(editor => ({ path: userFolder(environment, editor), explicit: false }))
  return namedPlaces(environment, 'DAYBOOK_VSCODE_ROOTS') ?? { disabled: false, places }
}

/** The chats of a workspace, and those of windows without one. */
function chatForm(relative: string, { path }: Place): FileForm | null {
  if (!/\.jsonl?$/.test(relative)) return null
  const folder = `${path}/${relative}`.split(/[\\/]/).at(-2) ?? ''
  return chatFolders.has(folder) ? 'material' : null
}

const chatFolders = new Set(['chatSessions', 'emptyWindowChatSessions'])

/** Beside the chats there is everything else an editor and its extensions keep. */
function chatMayHold(relative: string, { explicit }: Place): boolean {
  const [top, second, third, ...deeper] = relative.split('/')
  if (explicit) return !/(?:^|\/)(?:History|CachedData|logs|node_modules)(?:\/|$)/.test(relative)
  if (top === 'globalStorage') return third === undefined && (second === undefined || chatFolders.has(second))
  if (top !== 'workspaceStorage' || deeper.length > 0) return false
  return third === undefined || third === 'chatSessions'
}

/** `workspaceStorage/<id>/chatSessions/<session>` has its workspace two folders up. */
function rootOf({ path }: TranscriptFile): string | null {
  return workspaceRoot(dirname(dirname(path)))
}

function chatBeside(file: TranscriptFile): NeighbourState {
  const state = `${rootOf(file)} ${isTakenOver(file.path)}`
  return { mark: createHash('sha256').update(state).digest('hex').slice(0, 16), changedNs: 0n }
}

/** Opens a chat, which is one document or the log of its changes. */
function chatDocument(file: TranscriptFile, root: string | null): Materials {
  const bytes = documentBytes(file.path)
  const stem = file.relative.slice(file.relative.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '')
  const { object, skipped } = file.path.endsWith('.jsonl')
    ? replayLog(bytes)
    : { object: documentIn(bytes), skipped: 0 }
  const stamp = createHash('sha256').update(bytes).update(`\n${root}`).digest('hex').slice(0, 32)
  return {
    conversations: isTakenOver(file.path) ? [] : [{ id: stem, name: `${stem}.jsonl`, stamp, excluded: null }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      for (const line of chatLines(object, skipped, stem, root)) yield lineText(line)
    },
    close: () => {},
  }
}

function* chatLines(
  chat: TranscriptRecord,
  skipped: number,
  stem: string,
  root: string | null,
): Generator<MaterialLine> {
  const began = instantOf(chat.creationDate)
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'vscode-chat',
    session_id: wordsAt(chat, 'sessionId') ?? stem,
    timestamp: timestampOf(began),
    cwd: root,
    title: wordsAt(chat, 'customTitle') ?? null,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  if (!Array.isArray(chat.requests)) yield otherEvent(null, timestampOf(began), 'requests')
  for (let i = 0; i < skipped; i++) yield otherEvent(null, null, 'entry')
  for (const [index, request] of listAt(chat, 'requests').entries()) {
    if (isObject(request)) yield* requestLines(request, `${index + 1}`, clock)
    else yield otherEvent(null, null, 'request')
  }
}

/** What the last entry that is whole left of an object that is logged by its changes, and the entries not understood. */
interface Replayed {
  object: TranscriptRecord
  skipped: number
}

type Key = string | number

/**
 * Replays a log whose entries set (1), add to or cut (2) and delete (3) what the first one (0) holds. An entry whose end
 * is missing is still being written.
 */
export function replayLog(bytes: Buffer): Replayed {
  const lines = decodeLine(bytes, true).split('\n')
  let object: unknown
  let skipped = 0
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const entry = objectIn(line)
    if (entry?.kind === 0) object = entry.v
    else if (!entry || !isObject(object) || !apply(object, entry)) skipped += entry || index < lines.length - 1 ? 1 : 0
  }
  if (!isObject(object)) throw new Unreadable('the log holds no conversation')
  return { object, skipped }
}

/** Whether the entry could be applied. */
function apply(object: TranscriptRecord, entry: TranscriptRecord): boolean {
  const path = itemsIn(entry.k)
  const last: unknown = path.at(-1)
  const holder = path.slice(0, -1).reduce<unknown>((inside, key) => valueAt(inside, key), object)
  if (!isKey(last)) return false
  switch (entry.kind) {
    case 1:
      return setAt(holder, last, entry.v)
    case 2:
      return pushAt(holder, last, itemsIn(entry.v), numberAt(entry, 'i'))
    case 3:
      return setAt(holder, last, undefined)
    default:
      return false
  }
}

/** Names that an object has without being given them are not to be reached. */
function isKey(key: unknown): key is Key {
  return typeof key === 'number' ? Number.isInteger(key) && key >= 0 : typeof key === 'string' && key !== '__proto__'
}

function valueAt(holder: unknown, key: unknown): unknown {
  if (!isKey(key) || typeof holder !== 'object' || holder === null) return undefined
  return Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined
}

function setAt(holder: unknown, key: Key, value: unknown): boolean {
  if (Array.isArray(holder)) {
    // A list never grows by more than one, whatever number an entry names.
    if (typeof key !== 'number' || key > holder.length) return false
    holder[key] = value
    return true
  }
  return isObject(holder) && Reflect.set(holder, key, value)
}

function pushAt(holder: unknown, key: Key, added: readonly unknown[], from: number | undefined): boolean {
  const known = valueAt(holder, key)
  const list: unknown[] = itemsIn(known)
  const kept = from === undefined ? list : list.slice(0, Math.max(0, from))
  return setAt(holder, key, [...kept, ...added])
}
