import { type ScannedTurn, type SourceReader, type TurnUsage, Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { unpackMarks } from '../../transcripts/record-marks.ts'
import type { Archive } from '../archive/archive.ts'
import { type DayWindow, isIn } from '../dates/window.ts'
import { eachReplyOnce, usageRows } from '../prices/cost.ts'
import type { EarlierUsage } from '../schema.ts'
import { Changing } from './copy-session.ts'
import type { Included } from './decide-turns.ts'
import type { IndexCache } from './index/cache.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'
import { readTurn } from './transcript-bytes.ts'

/** Where transcripts are read from. */
interface Places {
  cache: IndexCache
  archive: Archive | null
  /** The keys of the projects that the sessions are of, in their order. */
  projectKeys: () => string[]
}

/** What the replies of a day used outside its turns: in those of the days before, and before a session's first. */
export async function earlierUsage(
  included: readonly Included[],
  window: DayWindow,
  { cache, archive, projectKeys }: Places,
): Promise<EarlierUsage[]> {
  const found: Array<Omit<EarlierUsage, 'project_key'> & { nth: number }> = []
  for (const [nth, { transcript, ownership }] of included.entries()) {
    const goesOn = ownership.turns.filter(index => isGoingOn(transcript.turns[index], window))
    const hasPreface = isIn(window, transcript.firstAt) && (transcript.turns[0]?.startLine ?? 1) > 1
    const reader = goesOn.length > 0 || hasPreface ? await loadReader(transcript.source) : undefined
    if (!reader) continue
    const scanned = cache.turns(transcript.key)
    const [first] = scanned
    const preface = hasPreface && first && !isCopied(transcript, first, included, cache) ? [prefaceOf(first)] : []
    const turns = [...preface, ...goesOn.flatMap(index => scanned[index] ?? [])]
    const usage = await usageIn(reader, transcript, turns, window, archive)
    const { source, sessionId } = transcript
    if (usage.length > 0) found.push({ nth, source, source_session_id: sessionId.toWellFormed(), usage })
  }
  const keys = found.length > 0 ? projectKeys() : []
  return found.map(({ nth, ...used }) => ({ project_key: keys[nth] ?? '', ...used }))
}

/** The lines before a session's first turn, as a turn of its own. */
function prefaceOf(first: ScannedTurn): ScannedTurn {
  return { ...first, startLine: 1, startByte: 0, endLine: first.startLine - 1, endByte: first.startByte, text: '' }
}

/** Whether another file has what is before a session's first turn, too, as agents copy history. */
function isCopied(
  transcript: IndexedTranscript,
  first: ScannedTurn,
  included: readonly Included[],
  cache: IndexCache,
): boolean {
  const marksOf = (key: string) => unpackMarks(cache.marks(key) ?? new Uint8Array(0))
  const own = new Set(marksOf(transcript.key).flatMap(({ id, at }) => (at < first.at ? [id] : [])))
  if (own.size === 0) return false
  return included.some(({ transcript: { key, source, firstAt, lastAt } }) => {
    const mayHold = key !== transcript.key && source === transcript.source
    const overlaps = (firstAt ?? first.at) < first.at && (lastAt ?? 0) >= (transcript.firstAt ?? 0)
    return mayHold && overlaps && marksOf(key).some(({ id }) => own.has(id))
  })
}

/** Whether a turn began before the day and was still under way in it. */
function isGoingOn(turn: Pick<ScannedTurn, 'at' | 'lastAt'> | undefined, { start }: DayWindow): boolean {
  return turn !== undefined && turn.at < start && turn.lastAt >= start
}

async function usageIn(
  reader: SourceReader,
  transcript: IndexedTranscript,
  turns: readonly ScannedTurn[],
  window: DayWindow,
  archive: Archive | null,
): Promise<EarlierUsage['usage']> {
  const usages: TurnUsage[] = []
  for (const turn of turns) usages.push(reader.usage(turn, await linesOf(transcript, turn, archive)))
  return eachReplyOnce(usages).flatMap(({ replies = [], ...usage }) => {
    const ofDay = replies.filter(({ at }) => isIn(window, at))
    return usageRows({ ...usage, replies: ofDay })
  })
}

async function linesOf(transcript: IndexedTranscript, turn: ScannedTurn, archive: Archive | null): Promise<TurnLine[]> {
  try {
    return await readTurn(transcript, turn, archive)
  } catch (error) {
    // Gone or shorter since it was indexed: the next indexing knows what is left.
    throw error instanceof Unreadable ? new Changing(transcript.key) : error
  }
}
