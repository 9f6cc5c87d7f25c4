import { existsSync, readFileSync, statSync } from 'node:fs'
import { canonicalJson } from '../canonical-json.ts'
import type { TokenUsage } from '../event.ts'
import { decodeLine } from '../lines.ts'
import { Unreadable } from '../reader.ts'
import { isObject, type TranscriptRecord } from '../record.ts'
import type { TimeBasis } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'

/** A line made from a database or document (transcripts.md §6). Every kind names all of its keys. */
export type MaterialLine = SessionLine | WordsLine | ToolUseLine | ToolResultLine | FileLine | EventLine | UsageLine

export const lineKinds = ['session', 'text', 'thinking', 'tool_use', 'tool_result', 'file', 'event', 'usage'] as const

/** When something was said, and how that is known. */
export interface Moment {
  timestamp: string | null
  time_basis: TimeBasis
}

/** The position of a piece of a message in its conversation. */
export interface Piece extends Moment {
  role: 'user' | 'assistant'
  message_id: string
  part_id: string
}

interface SessionLine {
  kind: 'session'
  schema: 'daybook-transcript/1'
  source: string
  session_id: string
  timestamp: string | null
  cwd: string | null
  title: string | null
  agent_version: string | null
  /** The session this one was forked from; left out where the source does not say. */
  forked_from?: string
}

interface WordsLine extends Piece {
  kind: 'text' | 'thinking'
  synthetic: boolean
  text: string
}

/** What is said of a call and its result alike. */
interface CallPiece extends Piece {
  /** The call that started the sub-agent this one was made by; left out for the session's own. */
  made_by?: string
}

interface ToolUseLine extends CallPiece {
  kind: 'tool_use'
  call_id: string | null
  name: string
  input: unknown
}

interface ToolResultLine extends CallPiece {
  kind: 'tool_result'
  call_id: string | null
  name: string
  status: 'completed' | 'error' | 'cancelled'
  output: string | null
  error: string | null
  /** How a command ended; left out where the source does not say. */
  exit?: number
  /** The conversation of the sub-agent that the call started; left out where there is none. */
  subagent?: string
  /** The call made a file that was not there. */
  created?: true
  /** The lines an edit changed, where its input does not say them. */
  diff?: string
}

interface FileLine extends Piece {
  kind: 'file'
  path: string | null
  mime: string | null
}

const eventNames = ['error', 'interrupted', 'compaction', 'subtask', 'other'] as const

interface EventLine {
  kind: 'event'
  message_id: string | null
  timestamp: string | null
  name: (typeof eventNames)[number]
  text: string | null
}

type UsageLine = TokenCounts & {
  kind: 'usage'
  message_id: string
  timestamp: string | null
  model: string | null
  cost_usd: number | null
}

/** Null throughout where the source names a model and no tokens. */
type TokenCounts = TokenUsage | { [kind in keyof TokenUsage]: null }

/** The same rows give the same bytes: keys sorted, no spaces, non-ASCII as it is. */
export function lineText(line: MaterialLine): string {
  return canonicalJson(line)
}

/** Something in the source that no rule knows; `what` names it where that shows that the format has changed. */
export function otherEvent(message_id: string | null, timestamp: string | null, what: string | null): MaterialLine {
  return { kind: 'event', message_id, timestamp, name: 'other', text: what }
}

/** The last instant that a timestamp of four digits for the year can name. */
const latest = 253_402_300_799_999

/** Milliseconds, or a timestamp, if they name a real instant. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'string') return parseTimestamp(value)
  return typeof value === 'number' && value > 0 && value <= latest ? Math.trunc(value) : null
}

/** The same moment in milliseconds where it may be counted in seconds. */
export function millisecondsIn(time: number | null): number | null {
  return time === null ? null : time < 100_000_000_000 ? time * 1000 : time
}

export function timestampOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Gives every message of a conversation a time: its own, else the last one known, else the conversation's. */
export class MessageClock {
  readonly #began: number | null
  #last: number | null = null

  constructor(began: number | null) {
    this.#began = began
  }

  moment(own: number | null): Moment {
    if (own !== null) {
      this.#last = own
      return { timestamp: timestampOf(own), time_basis: 'own' }
    }
    if (this.#last !== null) return { timestamp: timestampOf(this.#last), time_basis: 'carried' }
    return { timestamp: timestampOf(this.#began), time_basis: 'conversation' }
  }

  /** The moment of a message that has no time of its own, from what was noted beside it. */
  beside(at: number): Moment {
    this.#last = at
    return { timestamp: timestampOf(at), time_basis: 'carried' }
  }
}

/** The object that a stored value holds, written out as text or not; null where it holds none. */
export function objectIn(value: unknown): TranscriptRecord | null {
  if (isObject(value)) return value
  if (typeof value !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** The objects of a list that is stored as JSON; null where it is none. */
export function objectsIn(text: string): TranscriptRecord[] | null {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? parts.filter(isObject) : null
  } catch {
    return null
  }
}

/** A larger document would take more memory than all other reading together. */
const largestDocument = 128 * 1024 * 1024

export function documentBytes(path: string): Buffer {
  try {
    if (statSync(path).size > largestDocument) throw new Unreadable('the document is too large')
    return readFileSync(path)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the file cannot be read', { cause: error })
  }
}

/** The one object of a document. A document that is just being written is like one that cannot be read. */
export function documentIn(bytes: Buffer): TranscriptRecord {
  const value = valueIn(bytes)
  if (isObject(value)) return value
  throw new Unreadable('the document is not a conversation')
}

/** The one list of a document. */
export function listIn(bytes: Buffer): readonly unknown[] {
  const value = valueIn(bytes)
  if (Array.isArray(value)) return value
  throw new Unreadable('the document is not a conversation')
}

/** Clients that kept a conversation as one document copy it into a file of lines once it goes on, and leave it behind. */
export function isTakenOver(path: string): boolean {
  return path.endsWith('.json') && existsSync(`${path}l`)
}

function valueIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(decodeLine(bytes, true))
  } catch (error) {
    throw new Unreadable('the document is not whole', { cause: error })
  }
}
