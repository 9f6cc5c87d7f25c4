import { type LargeLineGate, LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { readChunks, withFile } from '../../transcripts/read-chunks.ts'
import { type ScannedTurn, type SourceReader, Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { turnFacts } from '../extract/facts.ts'
import { withSubagentEvents } from '../extract/subagent-events.ts'
import { spendingOf } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import { eachReplyOnce } from '../prices/replies.ts'
import type { TurnFacts } from '../schema.ts'
import { lineText } from '../workspace/json-file.ts'
import { Changing, type CopiedSession, copySession, SessionContent, type TurnContent } from './copy-session.ts'
import type { PlannedSession } from './plan.ts'
import { type ReadSubagent, type SubagentFile, SubagentReading, withSubagentUsage } from './subagent-files.ts'

/** A session to be staged, with everything a thread of its own needs for it. */
export interface SessionJob {
  session: PlannedSession
  /** The selected turns, with their words. */
  selected: ScannedTurn[]
  /** The copy. */
  target: string
  /** When the transcript last changed, where that is known, so that its copy says the same. */
  changedAt: number | null
  prices: PriceTable
  /** When the day ends, in milliseconds. */
  dayEnd: number
  /** Transcripts of sub-agents that may be the session's. */
  subagentFiles: SubagentFile[]
}

export interface SessionAnswer {
  copied: CopiedSession
  /** As they are stored, which is quicker to hand over than the facts themselves. */
  factLines: string
  /** Whether a sub-agent of the session was not found. */
  lacksSubagent: boolean
  /** The copies of its sub-agents' transcripts, which are not yet synced either. */
  subagentCopies: string[]
}

/** Copies one session and answers its facts; the copy is not yet synced. Throws `Changing`. */
export async function stageSession(
  job: SessionJob,
  archive: Archive | null,
  gate?: LargeLineGate,
): Promise<SessionAnswer> {
  const { session, selected, target, changedAt } = job
  const { source, key } = session.transcript
  const reader = await loadReader(source)
  if (!reader) throw new Error(`No reader knows ${source}.`)
  const content = new SessionContent(reader, selected, gate)
  try {
    const copied = await copySession(session, archive, { target, changedAt, content })
    const files = job.subagentFiles
    const reading = new SubagentReading(reader, { files, archive, target, place: session.row.session_path })
    const facts = await sessionFacts(reader, job, content.turns, copied.span_sha256, reading)
    const lacksSubagent = facts.some(({ subagents }) => subagents.some(({ transcript }) => transcript === 'missing'))
    return { copied, factLines: facts.map(lineText).join(''), lacksSubagent, subagentCopies: reading.copies }
  } catch (error) {
    // Gone or shorter since it was indexed: the next indexing knows what is left.
    throw error instanceof Unreadable ? new Changing(key) : error
  } finally {
    content.abandon()
  }
}

/** The facts of a session's selected turns; of those whose content was not read yet, from the copy. */
async function sessionFacts(
  reader: SourceReader,
  { session, selected, target, prices, dayEnd }: SessionJob,
  read: readonly (TurnContent | null)[],
  spanHashes: readonly string[],
  reading: SubagentReading,
): Promise<TurnFacts[]> {
  const { row, transcript, root } = session
  const { source } = transcript
  const contents = selected.map((turn, nth) => read[nth] ?? contentOf(reader, turn, target))
  const subagents: Map<string, ReadSubagent>[] = []
  for (const { events } of contents) subagents.push(await reading.of(events))
  const usages = eachReplyOnce(
    contents.map(({ usage }, nth) => withSubagentUsage(usage, subagents[nth]?.values() ?? [])),
  )
  return selected.flatMap((turn, nth) => {
    const turn_ref = row.turns[nth]?.turn_ref
    const [content, usage, read] = [contents[nth], usages[nth], subagents[nth]]
    if (turn_ref === undefined || !content || !usage || !read) return []
    return [
      turnFacts({
        session_ref: row.session_ref,
        turn_ref,
        source,
        turn,
        events: withSubagentEvents(content.events, new Map([...read].map(([id, { events }]) => [id, events]))),
        usage,
        root,
        spending: spendingOf(usage, prices, source, dayEnd),
        prices,
        subagentCopies: read,
        span_sha256: spanHashes[nth] ?? '',
      }),
    ]
  })
}

function contentOf(reader: SourceReader, turn: ScannedTurn, copy: string): TurnContent {
  return { events: reader.events(turn, linesOf(copy, turn)), usage: reader.usage(turn, linesOf(copy, turn)) }
}

/** The lines of a turn, a stretch of them in memory at a time. */
function* linesOf(copy: string, turn: ScannedTurn): Generator<TurnLine> {
  const ready: TurnLine[] = []
  const splitter = new LineSplitter(
    ({ number, bytes }) => ready.push({ number, record: bytes && parseLine(bytes, number === 1) }),
    { lines: turn.startLine - 1, bytes: turn.startByte },
  )
  for (let at = turn.startByte; at < turn.endByte; at += stretch) {
    const to = Math.min(turn.endByte, at + stretch)
    withFile(copy, file => readChunks(file, at, to, chunk => splitter.push(chunk)))
    yield* ready.splice(0)
  }
  splitter.end()
  yield* ready
}

const stretch = 1024 * 1024
