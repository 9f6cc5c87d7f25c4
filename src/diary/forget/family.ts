import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { subagentsIn } from '../extract/subagents.ts'
import type { DecidedTurns } from '../prepare/decide-turns.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { filesFor } from '../prepare/subagent-files.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import { sessionFolders } from './tombstones.ts'

/** A session with everything that holds its text. */
export interface Family {
  source: string
  /** The ids of the session, of those that hold copies of its turns, and of sub-agents with ids of their own. */
  sessionIds: string[]
  transcripts: IndexedTranscript[]
  /** Ids of the records that began turns of the session or of its copies, and that no other session had first. */
  turnIds: string[]
  /** Sessions that it was resumed or forked from and that stay, with the turns it took over from them. */
  originals: string[]
}

interface FamilySources {
  transcripts: readonly IndexedTranscript[]
  /** Whose each turn is. */
  account: DecidedTurns
  archive: Archive | null
}

/**
 * The session's own transcripts, those that were resumed or forked from it, which hold its turns word by word, and those of all
 * their sub-agents. What the session itself was resumed or forked from stays, with the turns that it had first.
 */
export async function familyOf(source: string, sessionId: string, known: FamilySources): Promise<Family> {
  const candidates = known.transcripts.filter(each => each.source === source)
  const owned = new Map(known.account.included.map(({ transcript, ownership }) => [transcript.key, ownership.turns]))
  const ids = new Set([sessionId])
  const members = new Set<IndexedTranscript>()
  const isMember = (transcript: IndexedTranscript) =>
    ids.has(transcript.sessionId) ||
    (transcript.forkedFrom !== null && ids.has(transcript.forkedFrom)) ||
    sessionFolders(transcript.path).some(id => ids.has(id)) ||
    [...members].some(member => isCopyOf(transcript, member, owned.get(member.key) ?? []))
  for (let found = candidates.filter(isMember); found.length > 0; ) {
    for (const member of found) {
      for (const each of [member, ...(await subagentsOf(member, known))]) {
        members.add(each)
        ids.add(each.sessionId)
      }
    }
    found = candidates.filter(each => !members.has(each) && isMember(each))
  }
  const transcripts = [...members]
  const own = new Set(transcripts.flatMap(idsOf))
  const sharing = candidates.filter(each => !members.has(each) && idsOf(each).some(id => own.has(id)))
  const others = new Set(sharing.flatMap(idsOf))
  return {
    source,
    sessionIds: [...ids],
    transcripts,
    turnIds: [...own].filter(id => !others.has(id)),
    originals: [...new Set(sharing.map(each => each.sessionId))],
  }
}

/**
 * Whether a transcript goes on from another one, and not the other way round: the one that says nothing of its own was there
 * first; where both do, it is the one that owns what they share.
 */
function isCopyOf(transcript: IndexedTranscript, original: IndexedTranscript, owned: readonly number[]): boolean {
  const [copied, first] = [new Set(idsOf(transcript)), new Set(idsOf(original))]
  if (![...first].some(id => copied.has(id))) return false
  if ([...first].every(id => copied.has(id))) return true
  if ([...copied].every(id => first.has(id))) return false
  return owned.some(index => copied.has(original.turns[index]?.uuid ?? ''))
}

function idsOf({ turns }: IndexedTranscript): string[] {
  return turns.flatMap(({ uuid }) => uuid ?? [])
}

/** The transcripts of sub-agents that a session's own log says it started. */
async function subagentsOf(
  session: IndexedTranscript,
  { account, archive }: FamilySources,
): Promise<IndexedTranscript[]> {
  if (session.excluded !== null) return []
  const files = filesFor(session, account.subagents)
  if (files.length === 0) return []
  const started = new Set(await startedBy(session, archive))
  const keys = new Set(files.flatMap(({ id, transcript }) => (started.has(id) ? [transcript.key] : [])))
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
    // What it started is not known; files that name the session are known without it.
    if (!(error instanceof Unreadable)) throw error
  } finally {
    splitter.abandon()
  }
  return ids
}
