import { answering, mayAnswer } from '../../query/answers.ts'
import type { ErrorHistory } from '../../query/error-history.ts'
import type { Excerpt } from '../../query/excerpt.ts'
import { excerptOf } from '../../query/redacted-excerpt.ts'
import type { Archive } from '../archive/archive.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import type { PassageRole } from './collect.ts'
import { type PassageReader, withPassages } from './passage-reader.ts'
import type { PassageTable } from './passage-table.ts'
import type { Ranking } from './ranking.ts'

interface Hit extends Excerpt {
  /** Its number in the table. */
  passage: number
  line: number
  span_sha256: string
  role: 'user' | 'agent' | 'tool'
  tool: string | null
  isError: boolean
  /** Milliseconds. */
  at: number
  /** Of an error, what is known of it besides. */
  history?: ErrorHistory
}

export interface FoundSession {
  /** Its place among all sessions that may answer. */
  rank: number
  /** Index of its transcript in the table. */
  transcript: number
  /** Passages that may answer the query; the hits are the best of those that do. */
  passages: number
  hits: Hit[]
  firstAt: number | null
  lastAt: number | null
  /** What the person said first. */
  firstPrompt: string
}

export interface Page {
  /** Sessions to leave out: those of earlier pages. */
  from: number
  sessions: number
  hitsPerSession: number
  /** Passages to read at most, other than to find the first hit of a session. */
  reads?: number
  /** Characters of an answer after which no further session is read. */
  room?: number
}

interface FoundPage {
  sessions: FoundSession[]
  /** Where the next page begins; null at the end. */
  next: number | null
  /** Sessions whose transcript is not what was indexed any more. */
  changed: number
}

/** How much one call reads by default; a rare phrase takes several pages. */
const mostReads = 400

/** Reads the passages of a ranking, best first, and keeps those that do say what was asked for. */
export async function readHits(
  { sessions, matched, query }: Ranking,
  table: PassageTable,
  { cache, archive }: { cache: IndexCache; archive: Archive | null },
  page: Page,
): Promise<FoundPage> {
  const doesAnswer = answering(query, matched)
  // Single words are looked for until one is found, and the index says that it is there.
  const hasRow = query.all.flat().some(({ words, parts }) => words.length > 1 || parts.length > 1)
  const isPossible = hasRow ? mayAnswer(query, matched) : null
  const isMeant = (text: string) => isPossible?.(text) !== false && doesAnswer(text)
  const found: FoundSession[] = []
  const most = page.reads ?? mostReads
  let room = page.room ?? Number.POSITIVE_INFINITY
  let changed = 0
  let reads = 0
  let next = page.from
  for (; next < sessions.length && found.length < page.sessions && reads < most && room > 0; next++) {
    const session = sessions[next]
    const key = session && table.transcripts[session.transcript]?.key
    if (!session || key === undefined) continue
    await withPassages(cache, archive, key, async reader => {
      if (!reader) {
        changed++
        return
      }
      const passages = session.passages()
      const hits = await hitsIn(passages.each(), reader)
      if (hits.length === 0) return
      const { firstAt, lastAt } = reader.transcript
      const about = { firstAt, lastAt, firstPrompt: reader.firstPrompt() }
      found.push({ rank: next, transcript: session.transcript, passages: passages.count, hits, ...about })
      room -= hits.reduce(
        (sum, { excerpt, matches }) => sum + leastAroundHit + excerpt.length + matches.length * leastOfMatch,
        leastAroundSession,
      )
    })
  }
  return { sessions: found, next: next < sessions.length ? next : null, changed }

  async function hitsIn(passages: Iterable<number>, reader: PassageReader): Promise<Hit[]> {
    const hits: Hit[] = []
    for (const number of passages) {
      // A session is passed over only when it was read to its end: the next page does not come back to it.
      if (hits.length === page.hitsPerSession || (reads >= most && hits.length > 0)) break
      reads++
      const place = table.place(number)
      const read = await reader.read(place, isMeant)
      if (!read) continue
      const { passage, span_sha256 } = read
      hits.push({
        passage: number,
        line: place.line,
        span_sha256,
        role: nameOf(place.role),
        tool: passage.tool,
        isError: place.isError,
        at: place.at * 1000,
        ...excerptOf([passage.text], query),
      })
    }
    return hits.sort((one, other) => one.line - other.line)
  }
}

/** Characters that an answer has for each hit, match and session at least, besides excerpts. */
const leastAroundHit = 190
const leastOfMatch = 5
const leastAroundSession = 250

function nameOf(role: PassageRole): Hit['role'] {
  return role === 'prompt' ? 'user' : role
}
