import { createHash } from 'node:crypto'
import { sha256 } from '../../files/sha256.ts'
import { countEach } from '../../kernel/byte-order.ts'
import { groupBy } from '../../kernel/group.ts'
import { recordHash } from '../../transcripts/canonical-json.ts'
import { decideOwnership, exclusionOf, insideDiary, type Lookups, type Ownership } from '../../transcripts/ownership.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import type { IndexCache } from './index/cache.ts'
import type { IndexedTranscript, TurnHead } from './index/transcript-row.ts'
import { assertSessions, type SessionCounters } from './progress.ts'
import { type Located, readTranscript, readTurn } from './transcript-bytes.ts'

/** A transcript of a person's work, with what is its own in it. */
export interface Included {
  transcript: IndexedTranscript
  ownership: Ownership
  root: string | null
}

export interface LeftOut {
  source: string
  path: string
  reason: string
}

export interface DecidedTurns {
  included: Included[]
  excluded: LeftOut[]
  /** The transcripts of sub-agents, which are read with the sessions that started them. */
  subagents: IndexedTranscript[]
  /** Transcripts in which no turn was found because their format is not known. */
  unknownFormat: IndexedTranscript[]
  counters: SessionCounters
}

/** Decides over the whole index what counts and whose each turn is (transcripts.md §8). */
export async function decideTurns(
  cache: IndexCache,
  archive: Archive | null,
  diaryRoot: string,
): Promise<DecidedTurns> {
  const all = cache.transcripts()
  const lookups = lookupsIn(cache, archive, all)
  const current = await withoutStaleArchived(all, lookups.isPrefix)
  const rootOf = rootsIn(all)
  const isOwn = insideDiary(diaryRoot)
  const excluded: LeftOut[] = []
  const candidates = current.filter(transcript => {
    const reason = exclusionOf({ excluded: transcript.excluded, root: rootOf(transcript) }, isOwn)
    if (reason !== null) excluded.push(leaveOut(transcript, reason))
    return reason === null
  })
  const decided = await decideOwnership(
    candidates.map(({ key, size, ...transcript }) => ({ ...transcript, path: key, bytes: size })),
    lookups,
  )
  const included: Included[] = []
  for (const transcript of candidates) {
    const ownership = decided.get(transcript.key)
    if (!ownership || ownership.copyOf !== null) excluded.push(leaveOut(transcript, 'duplicate'))
    else included.push({ transcript, ownership, root: rootOf(transcript) })
  }
  const counters: SessionCounters = {
    sessions_found: current.length,
    sessions_included: included.length,
    sessions_excluded: countEach(excluded.map(({ reason }) => reason)),
    sessions_from_archive: included.filter(({ transcript }) => transcript.archived).length,
    inherited_turns: included.reduce((sum, { ownership }) => sum + ownership.inheritedTurns, 0),
  }
  assertSessions(counters)
  const subagents = current.filter(each => each.excluded === 'subagent')
  const strange = current.filter(each => each.excluded === 'no-trigger' && each.warnings.includes('format-drift'))
  return { included, excluded, subagents, unknownFormat: strange, counters }
}

/** A file that was only moved or compressed is not a session of its own in the archive. */
async function withoutStaleArchived(
  all: readonly IndexedTranscript[],
  isPrefix: (shorter: string, longer: string) => Promise<boolean>,
): Promise<IndexedTranscript[]> {
  const live = groupBy(
    all.filter(({ archived }) => !archived),
    sessionKey,
  )
  const current: IndexedTranscript[] = []
  for (const transcript of all) {
    const others = transcript.archived ? (live.get(sessionKey(transcript)) ?? []) : []
    if (!(await someGoesOn(transcript, others, isPrefix))) current.push(transcript)
  }
  return current
}

async function someGoesOn(
  transcript: IndexedTranscript,
  others: readonly IndexedTranscript[],
  isPrefix: (shorter: string, longer: string) => Promise<boolean>,
): Promise<boolean> {
  for (const { key, size } of others) if (size >= transcript.size && (await isPrefix(transcript.key, key))) return true
  return false
}

function sessionKey({ source, sessionId }: IndexedTranscript): string {
  return `${source} ${sessionId}`
}

/** A transcript that gives only the hash of its root gets its root from another transcript that names it. */
function rootsIn(all: readonly IndexedTranscript[]): (transcript: IndexedTranscript) => string | null {
  let byHash: Map<string, string> | undefined
  return ({ root, rootHash }) => {
    if (root !== null || rootHash === null) return root
    byHash ??= new Map(all.flatMap(other => (other.root === null ? [] : [[sha256(other.root), other.root]])))
    return byHash.get(rootHash) ?? null
  }
}

function leaveOut({ source, key }: IndexedTranscript, reason: string): LeftOut {
  return { source, path: key, reason }
}

/** What has to be looked up in the transcripts themselves. One that went away meanwhile is like no other. */
function lookupsIn(cache: IndexCache, archive: Archive | null, all: readonly IndexedTranscript[]): Lookups {
  const byKey = new Map(all.map(transcript => [transcript.key, transcript]))
  return {
    marksOf: key => cache.marks(key),
    async isPrefix(shorter, longer) {
      const [one, other] = [byKey.get(shorter), byKey.get(longer)]
      if (!one || !other) return false
      const hashes = await Promise.all([one, other].map(each => beginningHash(each, archive, one.size)))
      return hashes[0] !== null && hashes[0] === hashes[1]
    },
    async recordsOf(key, turn) {
      const transcript = byKey.get(key)
      const span = transcript?.turns[turn]
      return transcript && span ? recordsIn(transcript, span, archive) : []
    },
  }
}

async function beginningHash(transcript: Located, archive: Archive | null, size: number): Promise<string | null> {
  const hash = createHash('sha256')
  let left = size
  try {
    await readTranscript(transcript, archive, chunk => {
      hash.update(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
    })
    return left === 0 ? hash.digest('hex') : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

async function recordsIn(transcript: Located, span: TurnHead, archive: Archive | null): Promise<(string | null)[]> {
  try {
    return (await readTurn(transcript, span, archive)).map(recordHash)
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}
