import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { subagentsIn } from '../extract/subagents.ts'
import type { Account } from '../prepare/account.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { filesFor } from '../prepare/subagent-files.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'

/** A session with everything that holds its text. */
export interface Family {
  source: string
  /** Of the session, of those that hold copies of its turns, and of sub-agents that have ids of their own. */
  sessionIds: string[]
  transcripts: IndexedTranscript[]
  /** Ids of the records that began turns of the session or of its copies. */
  turnIds: string[]
}

interface Known {
  transcripts: readonly IndexedTranscript[]
  /** Whose each turn is. */
  account: Account
  archive: Archive | null
}

/**
 * The session's own transcripts, those that were resumed or forked from it, which hold its turns word by word, and those of all
 * their sub-agents. What the session itself was forked from stays.
 */
export async function familyOf(source: string, sessionId: string, known: Known): Promise<Family> {
  const candidates = known.transcripts.filter(each => each.source === source)
  const owned = new Map(known.account.included.map(({ transcript, ownership }) => [transcript.key, ownership.turns]))
  const ids = new Set([sessionId])
  const turnIds = new Set<string>()
  const members = new Set<IndexedTranscript>()
  const isMember = ({ sessionId: id, forkedFrom, turns }: IndexedTranscript) =>
    ids.has(id) ||
    (forkedFrom !== null && ids.has(forkedFrom)) ||
    turns.some(({ uuid }) => uuid !== null && turnIds.has(uuid))
  for (let found = candidates.filter(isMember); found.length > 0; ) {
    for (const member of found) {
      members.add(member)
      ids.add(member.sessionId)
      for (const index of owned.get(member.key) ?? []) {
        const uuid = member.turns[index]?.uuid ?? null
        if (uuid !== null) turnIds.add(uuid)
      }
      for (const subagent of await subagentsOf(member, known)) {
        members.add(subagent)
        ids.add(subagent.sessionId)
      }
    }
    found = candidates.filter(each => !members.has(each) && isMember(each))
  }
  return { source, sessionIds: [...ids], transcripts: [...members], turnIds: [...turnIds] }
}

/** The transcripts of sub-agents that a session's own log says it started. */
async function subagentsOf(session: IndexedTranscript, { account, archive }: Known): Promise<IndexedTranscript[]> {
  if (session.excluded !== null) return []
  const files = new Map(filesFor(session, account.subagents).map(({ id, transcript }) => [id, transcript.key]))
  if (files.size === 0) return []
  const started = new Set(await startedBy(session, archive))
  const keys = new Set([...files].flatMap(([id, key]) => (started.has(id) ? [key] : [])))
  return account.subagents.filter(({ key }) => keys.has(key))
}

async function startedBy(session: IndexedTranscript, archive: Archive | null): Promise<string[]> {
  const reader = await loadReader(session.source)
  if (!reader) return []
  const ids: string[] = []
  let next = 0
  let held: TurnLine[] = []
  const splitter = new LineSplitter(({ number, bytes }) => {
    const turn = session.turns[next]
    if (!turn || number < turn.startLine) return
    held.push({ number, record: bytes && parseLine(bytes, number === 1) })
    if (number < turn.endLine) return
    ids.push(...subagentsIn(reader.events({ ...turn, text: '' }, held)).map(({ id }) => id))
    held = []
    next++
  })
  try {
    await readTranscript(session, archive, chunk => splitter.push(chunk))
  } catch (error) {
    // What it started cannot be told; files that name the session are known without it.
    if (!(error instanceof Unreadable)) throw error
  } finally {
    splitter.abandon()
  }
  return ids
}
