import { type LargeLineGate, LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { readChunks, withFile } from '../../transcripts/read-chunks.ts'
import { type ScannedTurn, type SourceReader, type TurnUsage, Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { activityOf } from '../extract/activity.ts'
import { chainOf, isInterrupted } from '../extract/extract.ts'
import { turnFacts } from '../extract/facts.ts'
import { lateReach, withLateResults } from '../extract/late-results.ts'
import { type UndoingTurn, withoutPutBack } from '../extract/put-back.ts'
import { withSubagentEvents } from '../extract/subagent-events.ts'
import { eachReplyOnce, spendingOf } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { Chain, TurnFacts } from '../schema.ts'
import { lineText } from '../workspace/json-file.ts'
import type { JudgedChains } from '../workspace/session-chains.ts'
import { Changing, type CopiedSession, copySession, SessionContent, type TurnContent } from './copy-session.ts'
import type { PlannedSession } from './plan.ts'
import { type ReadSubagent, type SubagentFile, SubagentReading, withSubagentUsage } from './subagent-files.ts'

/** A session to be staged, with everything a thread of its own needs for it. */
export interface SessionJob {
  session: PlannedSession
  /** The selected turns, with their words. */
  selected: SelectedTurn[]
  /** Whether the built-in chains of the turns are wanted, too. */
  withChains: boolean
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

interface SelectedTurn {
  turn: ScannedTurn
  /** The turn before it in the file. */
  before: ScannedTurn | null
  /** Whether the next one began soon afterwards, on whatever day. */
  goesOn: boolean
}

export interface SessionAnswer {
  copied: CopiedSession
  /** As they are stored, which is quicker to hand over than the facts themselves. */
  factLines: string
  /** The built-in chains in the order of the turns, where they were wanted. */
  chains: JudgedChains
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
  const { session, selected, withChains, target, changedAt } = job
  const { source, key } = session.transcript
  const reader = await loadReader(source)
  if (!reader) throw new Error(`No reader knows ${source}.`)
  const wanted = selected.flatMap(({ turn, before }) => (withChains && before ? [before, turn] : [turn]))
  const read = [...new Set(wanted)]
  const content = new SessionContent(reader, read, gate)
  try {
    const copied = await copySession(session, archive, { target, changedAt, content })
    const files = job.subagentFiles
    const reading = new SubagentReading(reader, { files, archive, target, place: session.row.session_path })
    const contents = new Map(read.map((turn, nth) => [turn, content.turns[nth] ?? contentOf(reader, turn, target)]))
    const { facts, chains } = await sayWhatHappened(job, contents, copied.span_sha256, reading)
    const lacksSubagent = facts.some(({ subagents }) => subagents.some(({ transcript }) => transcript === 'missing'))
    return {
      copied,
      factLines: facts.map(lineText).join(''),
      chains: withChains
        ? (await import('../workspace/session-chains.ts')).judgeChains(chains)
        : { sound: [], refused: [] },
      lacksSubagent,
      subagentCopies: reading.copies,
    }
  } catch (error) {
    // Gone or shorter since it was indexed: the next indexing knows what is left.
    throw error instanceof Unreadable ? new Changing(key) : error
  } finally {
    content.abandon()
  }
}

/** The facts of a session's selected turns, and their chains where these are wanted. */
async function sayWhatHappened(
  { session, selected, withChains, prices, dayEnd }: SessionJob,
  contents: ReadonlyMap<ScannedTurn, TurnContent>,
  spanHashes: readonly string[],
  reading: SubagentReading,
): Promise<{ facts: TurnFacts[]; chains: Chain[] }> {
  const { row, transcript, root } = session
  const { source } = transcript
  const subagents: Map<string, ReadSubagent>[] = []
  const usageOf: TurnUsage[] = []
  for (const { turn } of selected) {
    const content = contents.get(turn)
    if (!content) continue
    const read = await reading.of(content.events)
    subagents.push(read)
    usageOf.push(withSubagentUsage(content.usage, read.values()))
  }
  const usages = eachReplyOnce(usageOf)
  const eventsOf = selected.map(({ turn }) => contents.get(turn)?.events ?? [])
  const [undoing, chains]: [UndoingTurn[], Chain[]] = [[], []]
  for (const [nth, { turn, before, goesOn }] of selected.entries()) {
    const turn_ref = row.turns[nth]?.turn_ref
    const [usage, read] = [usages[nth], subagents[nth]]
    if (turn_ref === undefined || !usage || !read) continue
    const { events: own, apart } = withLateResults(eventsOf[nth] ?? [], eventsOf.slice(nth + 1, nth + 1 + lateReach))
    const events = withSubagentEvents(own, new Map([...read].map(([id, { events }]) => [id, events])))
    const activity = activityOf(events, root)
    const facts = turnFacts(
      {
        session_ref: row.session_ref,
        turn_ref,
        source,
        turn,
        goesOn,
        events,
        apart,
        usage,
        root,
        spending: spendingOf(usage, prices, source, dayEnd),
        prices,
        subagentCopies: read,
        span_sha256: spanHashes[nth] ?? '',
      },
      activity,
    )
    undoing.push({ facts, putBacks: activity.putBacks })
    if (!withChains) continue
    const previous_interrupted = isInterrupted((before && contents.get(before)?.events) ?? [])
    chains.push(
      chainOf(turn, events, { turn_ref, root, first_in_file: before === null, previous_interrupted }, activity),
    )
  }
  return { facts: withoutPutBack(undoing), chains }
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
