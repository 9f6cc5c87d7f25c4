import { basename } from 'node:path'
import { redactSecrets } from '../../evidence/secrets.ts'
import type { Matched } from '../../query/answers.ts'
import type { SearchQuery } from '../../query/query.ts'
import type { Archive } from '../archive/archive.ts'
import { startOfDay } from '../dates/window.ts'
import { oneLine } from '../extract/text.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import type { TranscriptReads } from '../settings.ts'
import { type FoundSession, type Page, readHits } from './find.ts'
import { PassageTable } from './passage-table.ts'
import { rank } from './ranking.ts'
import { historyRef, type SearchedTranscript, type SearchIndex } from './search-index.ts'

/** What a search of all transcripts is made with. */
export interface OpenHistory {
  search: SearchIndex
  cache: IndexCache
  archive: Archive | null
}

/** The project under which `read_session_lines` opens what is found, whatever day it is of. */
export const historyProject = 'history'

export interface SessionHits extends Omit<FoundSession, 'transcript' | 'firstPrompt'> {
  session_ref: string
  transcript: SearchedTranscript
  project: string
  title: string
}

export interface HistoryAnswer {
  sessions: SessionHits[]
  matched: Matched
  /** Sessions that may answer; how many of them do is known when they were read. */
  candidates: number
  next: number | null
  changed: number
}

/** Finds what was said and done in all sessions. */
export async function findInHistory(
  { search, cache, archive }: OpenHistory,
  table: PassageTable,
  query: SearchQuery,
  page: Page,
  { now, zone }: { now: number; zone: string },
): Promise<HistoryAnswer> {
  const surveyed = {
    now,
    startOf: (day: string | number) => startOfDay(day, now, zone),
    projectOf: (transcript: number) => table.transcripts[transcript]?.root ?? '',
  }
  const { ranking, found } = await table.withRoom(async room => {
    const ranked = rank(search, table, query, surveyed, room)
    return { ranking: ranked, found: await readHits(ranked, table, { cache, archive }, page) }
  })
  const { sessions, next, changed } = found
  return {
    sessions: sessions.map(({ transcript: place, firstPrompt, ...found }) => {
      const transcript = table.transcripts[place]
      if (!transcript) throw new Error('A session was found that the table does not have.')
      return {
        session_ref: historyRef(transcript.key),
        transcript,
        project: projectLabel(transcript.root),
        title: sessionTitle(firstPrompt),
        ...found,
      }
    }),
    matched: ranking.matched,
    candidates: ranking.sessions.length,
    next,
    changed,
  }
}

/** What people call the project of a session: the name of its folder. */
export function projectLabel(root: string | null): string {
  return root === null ? '' : basename(root)
}

const longestTitle = 90

/** What a session is called: the beginning of what the person said first. */
export function sessionTitle(prompt: string): string {
  const line = oneLine(redactSecrets(prompt.slice(0, 2000).toWellFormed()))
  if (line.length <= longestTitle) return line
  const cut = line.slice(0, longestTitle - 1)
  // Between words, where there is a word to end with.
  const end = cut.lastIndexOf(' ')
  return `${(end > longestTitle / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`
}

/** Where all passages are, brought up to date when the index changed. */
export function tableOf(reads: TranscriptReads, search: SearchIndex): PassageTable {
  const version = search.version()
  const known = reads.passages
  if (known?.version === version) return known.table
  const isSameFile = known?.version.split(' ')[0] === version.split(' ')[0]
  const table = new PassageTable(search, isSameFile ? known?.table : undefined)
  reads.passages = { version, table }
  return table
}
