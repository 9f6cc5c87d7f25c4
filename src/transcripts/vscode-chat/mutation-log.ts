import { decodeLine } from '../lines.ts'
import { Unreadable } from '../reader.ts'
import { isObject, numberAt, type TranscriptRecord } from '../record.ts'

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
    const entry = entryOn(line)
    if (entry?.kind === 0) object = entry.v
    else if (!entry || !isObject(object) || !apply(object, entry)) skipped += entry || index < lines.length - 1 ? 1 : 0
  }
  if (!isObject(object)) throw new Unreadable('the log holds no conversation')
  return { object, skipped }
}

function entryOn(line: string): TranscriptRecord | null {
  try {
    const entry: unknown = JSON.parse(line)
    return isObject(entry) ? entry : null
  } catch {
    return null
  }
}

/** Whether the entry could be applied. */
function apply(object: TranscriptRecord, entry: TranscriptRecord): boolean {
  const path = Array.isArray(entry.k) ? entry.k : []
  const last: unknown = path.at(-1)
  const holder = path.slice(0, -1).reduce<unknown>((inside, key) => valueAt(inside, key), object)
  if (!isKey(last)) return false
  switch (entry.kind) {
    case 1:
      return setAt(holder, last, entry.v)
    case 2:
      return pushAt(holder, last, Array.isArray(entry.v) ? entry.v : [], numberAt(entry, 'i'))
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
  const list: unknown[] = Array.isArray(known) ? known : []
  const kept = from === undefined ? list : list.slice(0, Math.max(0, from))
  return setAt(holder, key, [...kept, ...added])
}
