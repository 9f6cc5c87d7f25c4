import { z } from 'zod'
import type { TurnEvent } from '../../transcripts/event.ts'
import { type Line, parseLine } from '../../transcripts/lines.ts'
import type { FileSummary, ScannedTurn, SourceReader } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { problemsIn, sizeProblems } from '../arguments.ts'
import { extractChain } from '../extract/extract.ts'
import { withSubagentEvents } from '../extract/subagent-events.ts'
import type { Problem } from '../rejection.ts'
import type { Chain, IndexRow } from '../schema.ts'
import type { ReadSettings } from '../settings.ts'
import { writeItems } from '../synthesize/synthesize.ts'
import { appendChains } from '../workspace/append-chains.ts'
import { ChainInput } from '../workspace/chain-input.ts'
import { loadFacts } from '../workspace/facts.ts'
import { type DiaryProject, loadProject, rowOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { copiedSubagents } from '../workspace/subagent-copy.ts'
import { type OpenTranscript, withTranscript } from '../workspace/transcript.ts'
import type { EvidenceTask, Mode, Producer, SynthesisTask, TaskContext } from './producer.ts'
import type { Attempt } from './run.ts'

/** The path that needs no model: rules in this process, and nothing leaves the machine. */
export const builtin: Mode = {
  name: 'builtin',
  sends: '',
  open: async () => builtinProducer,
}

export const builtinProducer: Producer = {
  name: 'builtin',
  inProcess: true,
  async evidence(task, ctx) {
    const { refused } = await writeBuiltinChains(task, ctx)
    return { ...free, problem: refused > 0 ? 'built-in chains were refused; the log names the rules' : null }
  },
  async synthesis({ project_key }: SynthesisTask, { workspace, ...ctx }: TaskContext) {
    await writeItems(ctx, { workspace, project_key, by: builtin.name })
    return free
  },
}

const free: Attempt = { tokens: null, cost_usd: null, problem: null }

type BuiltinTask = Pick<EvidenceTask, 'project_key' | 'session_ref'> & { turns: ReadonlyArray<{ turn_ref: string }> }

/** Judges the chains of a session's turns one by one and commits the good ones together. */
export async function writeBuiltinChains(
  { project_key, session_ref, turns }: BuiltinTask,
  { workspace, signal, ...ctx }: Pick<TaskContext, 'workspace' | 'signal' | 'diary' | 'clock' | 'db' | 'log'>,
): Promise<{ appended: string[]; refused: number }> {
  const project = await loadProject(workspace, project_key)
  const row = rowOf(project, session_ref)
  const turn_refs = new Set(turns.map(({ turn_ref }) => turn_ref))
  const made = await sessionChains(ctx.diary, { project, row, turn_refs }, signal)
  const chains = made.filter(chain => {
    const [problem] = problemsOf(chain)
    if (problem) ctx.log(`diary: built-in chain ${project_key} ${session_ref} ${chain.turn_ref}: ${problem.path}`)
    return problem === undefined
  })
  if (chains.length === 0) return { appended: [], refused: made.length }
  const submitted = chains.map(chain => ({ chain }))
  const { appended } = await appendChains(ctx, {
    workspace,
    project_key,
    session_ref,
    chains: submitted,
    by: builtin.name,
  })
  return { appended, refused: made.length - appended.length }
}

const Input = z.strictObject({ evidence_chain: ChainInput })

/** What `write_evidence` would have against it before it looks at any file. */
function problemsOf(evidence_chain: Chain): Problem[] {
  const args = { evidence_chain }
  return [...sizeProblems(args), ...problemsIn(Input, args)]
}

interface Wanted {
  project: DiaryProject
  row: IndexRow
  turn_refs: ReadonlySet<string>
}

/**
 * The built-in chains of some turns of a session, in index order. They are made from the transcript copy alone; a turn
 * that the copy does not have, or whose agent is unknown, gets none.
 */
export async function sessionChains(
  settings: ReadSettings,
  { project, row, turn_refs }: Wanted,
  signal: AbortSignal,
): Promise<Chain[]> {
  const reader = await loadReader(row.source)
  if (!reader) return []
  return withTranscript(settings, project, row, async transcript => {
    const { turns, root } = await scanCopy(reader, transcript, row)
    const indexByStart = new Map(turns.map(({ startLine }, index) => [startLine, index]))
    const interrupted = new Map<number, boolean>()
    const facts = await loadFacts(project, row.session_ref)
    const chains: Chain[] = []
    for (const { turn_ref, turn_start_line, turn_end_line } of row.turns) {
      const index = indexByStart.get(turn_start_line) ?? -1
      const turn = turns[index]
      if (!turn || !turn_refs.has(turn_ref) || turn_end_line > transcript.last) continue
      signal.throwIfAborted()
      const { subagents = [] } = facts.get(turnKey({ session_ref: row.session_ref, turn_ref })) ?? {}
      const events = withSubagentEvents(
        await eventsIn(reader, transcript, { ...turn, endLine: turn_end_line }),
        copiedSubagents(reader, project.folder, subagents),
      )
      const before = turns[index - 1]
      const previous_interrupted =
        interrupted.get(index - 1) ?? (before ? isInterrupted(await eventsIn(reader, transcript, before)) : false)
      interrupted.clear()
      interrupted.set(index, isInterrupted(events))
      chains.push(
        extractChain(
          events,
          { turn_ref, start_line: turn_start_line, echo_line: turn.echoLine },
          {
            root,
            first_in_file: index === 0,
            previous_interrupted,
            continued: turn.continued,
            trigger_kind: turn.kind,
          },
        ),
      )
    }
    return chains
  })
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

function isInterrupted(events: readonly TurnEvent[]): boolean {
  return events.some(({ kind }) => kind === 'interrupt')
}

async function linesOf(transcript: OpenTranscript, start: number, end: number): Promise<TurnLine[]> {
  const lines: TurnLine[] = []
  await transcript.each(start, end, ({ number, bytes }: Line) =>
    lines.push({ number, record: bytes && parseLine(bytes, number === 1) }),
  )
  return lines
}
