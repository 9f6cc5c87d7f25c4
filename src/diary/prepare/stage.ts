import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { replaceFile, syncFile } from '../../files/replace.ts'
import type { Archive } from '../archive/archive.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { IncompleteReason, Metadata, SessionCoverage } from '../schema.ts'
import type { Prepared } from '../workspace/carry.ts'
import { fileText, lineText } from '../workspace/json-file.ts'
import { coverageFile } from '../workspace/progress.ts'
import { turnKey } from '../workspace/refs.ts'
import type { JudgedChains } from '../workspace/session-chains.ts'
import type { CopiedSession } from './copy-session.ts'
import { withProblems } from './coverage.ts'
import type { IndexCache } from './index/cache.ts'
import type { Indexed } from './index/index-homes.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'
import type { PlannedProject, PlannedSession } from './plan.ts'
import { inParallel, type OnProgress, PhaseProgress } from './progress.ts'
import { type SessionAnswer, type SessionJob, stageSession } from './stage-session.ts'
import { filesFor } from './subagent-files.ts'
import type { Located } from './transcript-bytes.ts'

export interface Staging {
  cache: IndexCache
  archive: Archive | null
  live: Indexed['live']
  prices: PriceTable
  /** The transcripts of all sub-agents. */
  subagents: readonly IndexedTranscript[]
  progress: OnProgress
  /** Whether the built-in chains are wanted, too. */
  withChains: boolean
  /** Called for every copy, by its place in the workspace, with the offsets of its lines. */
  keepOffsets: (place: string, offsets: Buffer) => void
  /** Chosen once it is known how many sessions and bytes there are; null: all is done in this thread. */
  threadsFor: (sessions: number, bytes: number) => SessionStaging | null
}

/** Threads that stage sessions. */
export interface SessionStaging {
  /** Sessions they can stage at a time. */
  width: number
  run(job: SessionJob): Promise<SessionAnswer>
  close(): Promise<void>
}

export interface StagedSession extends PlannedSession {
  copied: Omit<CopiedSession, 'offsets'>
  /** The built-in chains of its turns, where they were wanted. */
  chains: JudgedChains
  /** Whether one of its sub-agents was not found. */
  lacksSubagent: boolean
}

export interface Staged {
  /** The metadata of the day, with what staging found to be missing. */
  metadata: Metadata
  sessions: StagedSession[]
  prepared: Prepared[]
}

/** Writes a day's files into a folder of their own; everything in it is on disk afterwards. Throws `Changing`. */
export async function stageDay(
  staging: Staging,
  folder: string,
  metadata: Metadata,
  projects: readonly PlannedProject[],
): Promise<Staged> {
  const later = new LaterWork()
  const dayEnd = Date.parse(metadata.report_window_utc.end)
  const staged = await stageProjects(staging, folder, projects, dayEnd, later).finally(() => later.settled())
  const replaced = staged.sessions.flatMap(({ copied }) => copied.replaced ?? [])
  const missing = staged.sessions.some(({ lacksSubagent }) => lacksSubagent) ? ['missing-subagents' as const] : []
  const judged = withProblems(metadata, [...(metadata.incomplete ?? []), ...replaced, ...missing])
  await replaceFile(join(folder, 'metadata.json'), fileText(judged))
  return { ...staged, metadata: judged }
}

async function stageProjects(
  staging: Staging,
  folder: string,
  projects: readonly PlannedProject[],
  dayEnd: number,
  later: LaterWork,
): Promise<Omit<Staged, 'metadata'>> {
  await mkdir(join(folder, 'projects'), { recursive: true, mode: 0o700 })
  for (const { identity } of projects) await mkdir(join(folder, 'projects', identity.project_key), { mode: 0o700 })
  const answers = await stageSessions(staging, folder, projects, dayEnd, later)
  const prepared = projects.map(project => stageProject(project, folder, answers, later))
  const sessions = projects.flatMap(project =>
    project.sessions.flatMap(session => {
      const answer = answers.get(session)
      if (!answer) return []
      const { factLines: _, ...rest } = answer
      return [{ ...session, ...rest }]
    }),
  )
  return { sessions, prepared }
}

function stageProject(
  { identity, forgottenRefs, sessions }: PlannedProject,
  folder: string,
  answers: Answers,
  later: LaterWork,
): Prepared {
  const { project_key, project_label } = identity
  const home = join(folder, 'projects', project_key)
  const staged = sessions.flatMap(session => answers.get(session) ?? [])
  const rows = sessions.map(({ row }) => row)
  const put = (name: string, text: string) => later.add(() => replaceFile(join(home, name), text))
  const forgotten = forgottenRefs.length > 0 && { forgotten_refs: [...forgottenRefs] }
  put('project.json', fileText({ schema_version: 1, project_key, project_label, ...forgotten }))
  put('sessions.index.jsonl', rows.map(lineText).join(''))
  put('turn-facts.jsonl', staged.map(({ factLines }) => factLines).join(''))
  const coverage = sessions.map(session => coverageRow(session, answers.get(session)?.copied.replaced ?? null))
  put(coverageFile, coverage.map(lineText).join(''))
  return { key: project_key, rows, facts: new Map(sessions.flatMap(session => spanHashes(session, answers))) }
}

function spanHashes(session: PlannedSession, answers: Answers): [string, { span_sha256: string }][] {
  const { session_ref, turns } = session.row
  return (answers.get(session)?.copied.span_sha256 ?? []).flatMap((span_sha256, nth) => {
    const turn_ref = turns[nth]?.turn_ref
    return turn_ref === undefined ? [] : [[turnKey({ session_ref, turn_ref }), { span_sha256 }]]
  })
}

function coverageRow({ row, coverage }: PlannedSession, replaced: IncompleteReason | null): SessionCoverage {
  const problems = replaced === null ? coverage.problems : [...new Set([...coverage.problems, replaced])].sort()
  return { session_ref: row.session_ref, ...coverage, problems }
}

type Answers = Map<PlannedSession, Pick<StagedSession, 'copied' | 'chains' | 'lacksSubagent'> & { factLines: string }>

async function stageSessions(
  { cache, archive, live, prices, subagents, progress, withChains, keepOffsets, threadsFor }: Staging,
  folder: string,
  projects: readonly PlannedProject[],
  dayEnd: number,
  later: LaterWork,
): Promise<Answers> {
  // Largest first, so that no thread begins a large one when the others are done.
  const planned = projects.flatMap(({ sessions }) => sessions).sort((a, b) => b.transcript.size - a.transcript.size)
  const bytes = planned.reduce((sum, { transcript }) => sum + transcript.size, 0)
  const shown = new PhaseProgress(progress, 'stage', planned.length, bytes)
  const threads = threadsFor(planned.length, bytes)
  const answers: Answers = new Map()
  const failures: unknown[] = []
  await inParallel(planned, threads?.width ?? 1, async session => {
    // What began is finished first, since the caller removes the folder after a failure.
    if (failures.length > 0) return
    const place = join('projects', session.identity.project_key, session.row.session_path)
    try {
      const scanned = cache.turns(session.transcript.key)
      const job: SessionJob = {
        session,
        selected: session.turns.flatMap(index => {
          const turn = scanned[index]
          if (!turn) return []
          const next = scanned[index + 1]
          const goesOn = next !== undefined && next.at - turn.lastAt <= soon
          return [{ turn, before: scanned[index - 1] ?? null, goesOn }]
        }),
        withChains,
        target: join(folder, place),
        changedAt: changedAt(session, live, archive),
        prices,
        dayEnd,
        subagentFiles: filesFor(session.transcript, subagents),
      }
      const isPlainJob = isPlain(session) && job.subagentFiles.every(isPlain)
      const { copied, subagentCopies, ...said } = await (threads && isPlainJob
        ? threads.run(job)
        : stageSession(job, archive))
      const { offsets, ...rest } = copied
      for (const copy of [job.target, ...subagentCopies]) later.add(() => syncFile(copy))
      keepOffsets(place, offsets)
      answers.set(session, { copied: rest, ...said })
    } catch (error) {
      failures.push(error)
    }
    shown.file(session.transcript.size)
    await letOthersRun()
  }).finally(() => threads?.close())
  if (failures.length > 0) throw failures[0]
  return answers
}

/** The others need the archive or wait between two chunks, which threads cannot. */
function isPlain({ transcript }: { transcript: Located }): boolean {
  return transcript.form === 'lines' && !transcript.archived
}

/** When the transcript last changed, so that its copy says the same. */
function changedAt({ transcript }: PlannedSession, live: Indexed['live'], archive: Archive | null): number | null {
  if (transcript.archived) return archive?.changedAt(transcript.key) ?? null
  const mtime = live.get(transcript.path)?.stamp.mtimeNs
  return mtime === undefined ? null : Number(BigInt(mtime) / 1_000_000n)
}

/** Half an hour: who answers within it was not away. */
const soon = 1_800_000

/** So much of it is under way at a time. */
const maxRunning = 8

/** Work in the background, begun in the order it was added and awaited only at the end. */
export class LaterWork {
  readonly #waiting: Array<() => Promise<void>> = []
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | null = null

  add(work: () => Promise<void>): void {
    this.#waiting.push(work)
    this.#begin()
  }

  /** When all of it is done; throws what the first that failed threw. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    if (this.#failure) throw this.#failure.error
  }

  #begin(): void {
    while (this.#running.size < maxRunning) {
      const work = this.#waiting.shift()
      if (!work) return
      const done: Promise<void> = work()
        .catch(error => {
          this.#failure ??= { error }
        })
        .finally(() => {
          this.#running.delete(done)
          this.#begin()
        })
      this.#running.add(done)
    }
  }
}
