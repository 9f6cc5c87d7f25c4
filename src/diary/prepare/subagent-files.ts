import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { sha256 } from '../../files/sha256.ts'
import { groupBy } from '../../kernel/group.ts'
import { noTokens, type ReplyUsage, sumTokens, type TurnEvent } from '../../transcripts/event.ts'
import type { SourceReader, TurnUsage } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import { type StartedSubagent, subagentsIn } from '../extract/subagents.ts'
import { ownPartOf, type SubagentCopy, subagentFolder, wholeFile } from '../workspace/subagent-copy.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'
import { type Located, readTranscript } from './transcript-bytes.ts'

/** The transcript of a sub-agent, beside that of its session. */
export interface SubagentFile {
  id: string
  transcript: Located
}

/** The transcripts of sub-agents that may belong to a session, in the order they began. */
export function filesFor(session: IndexedTranscript, all: readonly IndexedTranscript[]): SubagentFile[] {
  const files = all.flatMap(transcript => {
    const id = transcript.source === session.source ? idIn(transcript) : undefined
    return id !== undefined && mayBelong(transcript, session) ? [{ id, transcript }] : []
  })
  return files.sort((one, other) => (one.transcript.firstAt ?? 0) - (other.transcript.firstAt ?? 0))
}

/**
 * Files are named for the sub-agent, `agent-<id>.jsonl`, or end in its thread's id; in a database it is a conversation, and
 * the session of one of a team says whose it is.
 */
function idIn({ path, name, conversation, sessionId }: IndexedTranscript): string | undefined {
  if (conversation !== null) return conversation
  const run = runIn(path)
  if (run !== null) return name.startsWith('agent-') ? run : undefined
  if (isTeammate(sessionId)) return sessionId
  const stem = name.replace(/\.jsonl(?:\.zst)?$/, '')
  return stem.startsWith('agent-')
    ? stem.slice('agent-'.length)
    : /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(stem)?.[0]
}

/** The agents of a workflow are in a folder of its run: `<session>/subagents/workflows/<run>/agent-<id>.jsonl`. */
function runIn(path: string): string | null {
  const folder = dirname(path)
  return basename(dirname(folder)) === 'workflows' ? basename(folder) : null
}

/** `name@team` */
function isTeammate(id: string): boolean {
  return id.includes('@')
}

function mayBelong(
  { path, name, conversation, firstAt, sessionId }: IndexedTranscript,
  session: IndexedTranscript,
): boolean {
  // The call that started it names it.
  if (conversation !== null) return true
  // Names of teams are used again.
  if (isTeammate(sessionId) && (firstAt ?? 0) > (session.lastAt ?? 0)) return false
  const folder = dirname(session.path)
  // A file that is named for a sub-agent is beside its session or in a folder of the session's name.
  if (name.startsWith('agent-')) {
    const own = dirname(path)
    const isBelow = path.startsWith(`${join(folder, session.sessionId)}${sep}`)
    return own === folder || isBelow || basename(own) === session.sessionId
  }
  return (firstAt ?? 0) >= (session.firstAt ?? 0)
}

const lineFeed = 0x0a

/** What a sub-agent did and used, and where its transcript was copied to. */
export interface ReadSubagent extends SubagentCopy {
  events: readonly TurnEvent[]
  usage: TurnUsage
}

/** Reads the sub-agents that a turn started and that no row of the session is about; copies their transcripts. */
export class SubagentReading {
  readonly #reader: SourceReader
  /** By id, in the order they began; each is read for one call. */
  readonly #files: ReadonlyMap<string, SubagentFile[]>
  readonly #archive: Archive | null
  /** The folder of the project, and that of the copies inside it. */
  readonly #folder: string
  readonly #place: string
  /** Absolute paths of all copies. */
  readonly copies: string[] = []

  constructor(
    reader: SourceReader,
    {
      files,
      archive,
      target,
      place,
    }: { files: readonly SubagentFile[]; archive: Archive | null; target: string; place: string },
  ) {
    this.#reader = reader
    this.#files = groupBy(files, ({ id }) => id)
    this.#archive = archive
    this.#folder = target.slice(0, target.length - place.length)
    this.#place = subagentFolder(place)
  }

  /** By id, those that these started have started included. Throws `Unreadable`. */
  async of(events: readonly TurnEvent[]): Promise<Map<string, ReadSubagent>> {
    const found = new Map<string, ReadSubagent>()
    const waiting: StartedSubagent[] = subagentsIn(events)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const files = next.isRead || found.has(next.id) ? [] : this.#take(next.id)
      if (files.length === 0) continue
      const read = await this.#read(next.id, files)
      if (!read) continue
      found.set(next.id, read)
      waiting.push(...subagentsIn(read.events))
    }
    return found
  }

  /** The files of one sub-agent, or of all that a workflow ran. */
  #take(id: string): SubagentFile[] {
    const left = this.#files.get(id) ?? []
    const [first] = left
    return left.splice(0, first && runIn(first.transcript.path) !== null ? left.length : 1)
  }

  /** Null where it is unclear which lines of the files are the sub-agent's own. */
  async #read(id: string, files: readonly SubagentFile[]): Promise<ReadSubagent | null> {
    const chunks: Buffer[] = []
    for (const { transcript } of files) {
      await readTranscript(transcript, this.#archive, chunk => chunks.push(Buffer.from(chunk)))
      // The last line of one is not to run into the first of the next.
      if (files.length > 1 && chunks.at(-1)?.at(-1) !== lineFeed) chunks.push(Buffer.of(lineFeed))
    }
    const bytes = Buffer.concat(chunks)
    const own = ownPartOf(this.#reader, bytes)
    if (!own) return null
    // One of a team may be started again, with a session of its own each time.
    const [file] = files
    const name = file && isTeammate(id) ? basename(file.transcript.path, '.jsonl') : id
    const path = `${this.#place}/${name.replace(/[^\w.-]/g, '_')}.jsonl`
    const copy = join(this.#folder, path)
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
    writeFileSync(copy, bytes, { mode: 0o600 })
    this.copies.push(copy)
    const usage = this.#reader.usage({ ...wholeFile, usageBefore: own.usageBefore }, own.lines)
    return {
      id,
      path,
      sha256: sha256(bytes),
      events: this.#reader.events(wholeFile, own.lines),
      usage: { ...usage, replies: usage.replies?.map(reply => ({ ...reply, subagent: id })) ?? [] },
    }
  }
}

/** The usage of a turn with that of its sub-agents, which counts on the day of the turn. */
export function withSubagentUsage(turn: TurnUsage, read: Iterable<ReadSubagent>): TurnUsage {
  const all = [...read].map(({ usage }) => usage)
  if (all.length === 0) return turn
  const replies: ReplyUsage[] = all.flatMap(usage => (usage.replies ?? []).map(reply => ({ ...reply, at: null })))
  return {
    tokens: turn.tokens && [turn.tokens, ...replies.map(({ tokens }) => tokens)].reduce(sumTokens, noTokens),
    costUsd: [turn, ...all]
      .map(({ costUsd }) => costUsd)
      .reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost)),
    models: [...new Set([turn, ...all].flatMap(({ models }) => models))].sort(),
    replies: [...(turn.replies ?? []), ...replies],
  }
}
