import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TurnEvent } from '../../transcripts/event.ts'
import { type Line, parseLine } from '../../transcripts/lines.ts'
import type { FileSummary, ScannedTurn, SourceReader } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { problemsIn, sizeProblems } from '../arguments.ts'
import { chainOf, isInterrupted } from '../extract/extract.ts'
import { hasOpenCalls, lateReach, withLateResults } from '../extract/late-results.ts'
import { type SubagentEvents, withSubagentEvents } from '../extract/subagent-events.ts'
import { checkoutRoot } from '../repositories/repositories.ts'
import type { Chain, IndexRow } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { ChainInput } from './chain-input.ts'
import { loadFacts } from './facts.ts'
import type { DiaryProject } from './project.ts'
import { turnKey } from './refs.ts'
import { copiedSubagents, subagentFolder } from './subagent-copy.ts'
import { type OpenTranscript, withTranscript } from './transcript.ts'

/** What making chains from a copy needs of the settings. */
type ChainSettings = Pick<DiarySettings, 'cacheDir' | 'reads' | 'root' | 'environment'>

export interface WantedChains {
  project: Pick<DiaryProject, 'key' | 'folder'>
  row: IndexRow
  turn_refs: ReadonlySet<string>
}

/**
 * The built-in chains of some turns of a session, in index order. They are made from the transcript copy alone; a turn
 * that the copy does not have, or whose agent is unknown, gets none.
 */
export async function sessionChains(
  settings: ChainSettings,
  { project, row, turn_refs }: WantedChains,
  signal: AbortSignal,
): Promise<Chain[]> {
  const reader = await loadReader(row.source)
  if (!reader) return []
  return withTranscript(settings, project, row, async transcript => {
    const { turns, root: folder } = await scanCopy(reader, transcript, row)
    const root = folder === null ? null : checkoutRoot(settings, folder)
    const indexByStart = new Map(turns.map(({ startLine }, index) => [startLine, index]))
    const interrupted = new Map<number, boolean>()
    const subagentsOf = await subagentFinder(reader, project, row)
    const chains: Chain[] = []
    const eventsAt = async (place: IndexRow['turns'][number] | undefined) => {
      const turn = place && turns[indexByStart.get(place.turn_start_line) ?? -1]
      return turn ? eventsIn(reader, transcript, { ...turn, endLine: place.turn_end_line }) : []
    }
    for (const [nth, place] of row.turns.entries()) {
      const { turn_ref, turn_start_line, turn_end_line } = place
      const index = indexByStart.get(turn_start_line) ?? -1
      const turn = turns[index]
      if (!turn || !turn_refs.has(turn_ref) || turn_end_line > transcript.last) continue
      signal.throwIfAborted()
      const own = await eventsAt(place)
      const following: TurnEvent[][] = []
      for (let ahead = 1; hasOpenCalls(own) && ahead <= lateReach; ahead++) {
        following.push(await eventsAt(row.turns[nth + ahead]))
      }
      const events = withSubagentEvents(withLateResults(own, following).events, subagentsOf(turn_ref))
      const before = turns[index - 1]
      const previous_interrupted =
        interrupted.get(index - 1) ?? (before ? isInterrupted(await eventsIn(reader, transcript, before)) : false)
      interrupted.clear()
      interrupted.set(index, isInterrupted(events))
      chains.push(chainOf(turn, events, { turn_ref, root, first_in_file: index === 0, previous_interrupted }))
    }
    return chains
  })
}

/** What the sub-agents of a turn did that have transcripts of their own. */
async function subagentFinder(
  reader: SourceReader,
  { folder }: WantedChains['project'],
  { session_ref, session_path }: IndexRow,
): Promise<(turn_ref: string) => SubagentEvents> {
  // Most sessions have none, and then their facts need not be read.
  const facts = existsSync(join(folder, subagentFolder(session_path))) ? await loadFacts({ folder }, session_ref) : null
  return turn_ref => {
    const subagents = facts?.get(turnKey({ session_ref, turn_ref }))?.subagents ?? []
    return copiedSubagents(reader, folder, subagents)
  }
}

/** Where the turns of the whole file are: a trigger means something else when it follows an interruption. */
async function scanCopy(reader: SourceReader, transcript: OpenTranscript, row: IndexRow): Promise<FileSummary> {
  const relative = row.session_path.slice(row.session_path.lastIndexOf('/') + 1)
  const scanner = reader.scanner({ relative, materialized: await isMaterialized(transcript) })
  if (transcript.last > 0) await transcript.each(1, transcript.last, line => scanner.line(line))
  return scanner.summary()
}

/** Lines that Daybook made say so in the first of them. */
async function isMaterialized(transcript: OpenTranscript): Promise<boolean> {
  const [first] = transcript.last > 0 ? await linesOf(transcript, 1, 1) : []
  return first?.record?.schema === 'daybook-transcript/1'
}

async function eventsIn(reader: SourceReader, transcript: OpenTranscript, turn: ScannedTurn) {
  return reader.events(turn, await linesOf(transcript, turn.startLine, turn.endLine))
}

async function linesOf(transcript: OpenTranscript, start: number, end: number): Promise<TurnLine[]> {
  const lines: TurnLine[] = []
  await transcript.each(start, end, ({ number, bytes }: Line) =>
    lines.push({ number, record: bytes && parseLine(bytes, number === 1) }),
  )
  return lines
}

/** Chains that were made here, separated by what `write_evidence` would say before it looks at any file. */
export interface JudgedChains {
  sound: Chain[]
  /** Where the first fault of each other one is. */
  refused: Array<{ turn_ref: string; path: string }>
}

export function judgeChains(made: readonly Chain[]): JudgedChains {
  const judged: JudgedChains = { sound: [], refused: [] }
  for (const chain of made) {
    const args = { evidence_chain: chain }
    const [problem] = [...sizeProblems(args), ...problemsIn(Input, args)]
    if (problem) judged.refused.push({ turn_ref: chain.turn_ref, path: problem.path })
    else judged.sound.push(chain)
  }
  return judged
}

const Input = z.strictObject({ evidence_chain: ChainInput })
