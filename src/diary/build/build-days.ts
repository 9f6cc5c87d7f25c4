import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isCancelled, isLeft, type RunningJob } from '../../jobs/jobs.ts'
import { makeHandle } from '../../kernel/handles.ts'
import { addDays } from '../dates/calendar.ts'
import { dayStart } from '../dates/window.ts'
import { dayAt } from '../dates/zone.ts'
import { builtin } from '../generate/builtin.ts'
import { findRun } from '../generate/find-run.ts'
import { startRun } from '../generate/generate.ts'
import { runFile } from '../generate/live-run.ts'
import type { GenerateContext } from '../generate/producer.ts'
import { Run } from '../generate/run.ts'
import { changedAt } from '../prepare/index/file-state.ts'
import { type OpenIndex, withIndex } from '../prepare/open-index.ts'
import { lookAtHomes } from '../prepare/sources.ts'
import { orUndefined } from '../rejection.ts'
import { isAsRendered, reportFile } from '../report/stored-reports.ts'
import { hasReport, workspaceFolder } from '../settings.ts'
import { withThreads } from '../threads/threads.ts'
import { knownWork, newestDay, turnsOfDays } from '../work/known-work.ts'
import { readObject } from '../workspace/json-file.ts'
import { runLockFile } from '../workspace/locks.ts'
import { isWorkspace, openWorkspace, type Workspace } from '../workspace/open.ts'
import { loadProjects } from '../workspace/project.ts'
import { readProvenance } from '../workspace/provenance.ts'
import { BuildJournal, type BuildRequest, buildLock } from './journal.ts'

/** How many days a first start reads. */
export const firstDays = 7

/**
 * Starts to read days, newest first, behind the answer. It continues from what is there: days that have a report are
 * left alone unless they are not over, so a build that was cut off is simply started again.
 */
export async function startBuild(ctx: GenerateContext, request: BuildRequest): Promise<string> {
  const journal = new BuildJournal(ctx, `build-${makeHandle('day').slice(4, 16)}`)
  await mkdir(ctx.diary.root, { recursive: true, mode: 0o700 })
  return ctx.jobs.start<string>({
    id: journal.id,
    atExit: 'leave',
    work: job =>
      job.hold(buildLock(ctx.diary), lockWaitMs, async () => {
        await journal.begin(request)
        job.answer(journal.id)
        try {
          if ('changed' in request) await buildChanged(ctx, journal, job, request.ended)
          else
            await withThreads(ctx.diary, later =>
              'newest' in request
                ? buildNewest(ctx, journal, job, request.newest, later)
                : buildNamed(ctx, journal, job, request.days, later),
            )
          // Also of days that were read before.
          await ctx.daysRead()
          await journal.end('done')
        } catch (error) {
          // Left to the next process: the journal still says that it is running.
          if (isLeft(job.signal)) return
          await journal.end(isCancelled(job.signal) ? 'cancelled' : 'failed')
          if (!isCancelled(job.signal)) throw error
        }
      }),
  })
}

const lockWaitMs = 500

type Job = Pick<RunningJob<string>, 'signal'>

/** The newest day first, from the transcripts that changed since it began; then all transcripts, then the other days. */
async function buildNewest(
  ctx: GenerateContext,
  journal: BuildJournal,
  { signal }: Job,
  count: number,
  later: () => void,
): Promise<void> {
  const { diary } = ctx
  const changes = (await lookAtHomes(diary.environment)).flatMap(({ files }) =>
    files.map(({ stamp }) => changedAt(stamp)),
  )
  const first = await withIndex(ctx, index => newestDay(ctx, index, changes, journal.reading(signal)))
  if (first === undefined) return
  journal.found(first)
  await buildDay(ctx, journal, signal, first, 'quick')
  later()
  journal.step('index')
  const { days, ended } = await withIndex(ctx, async index => {
    await index.update(journal.reading(signal))
    const days = [...turnsOfDays(await knownWork(ctx, index)).keys()].sort().reverse()
    return { days, ended: (await changedDays(ctx, index, undefined)).filter(day => hasReport(ctx.diary, day)) }
  })
  // What all transcripts say about repositories may put a session of the day into another project.
  if (!(await isPlanned(ctx, first))) await buildDay(ctx, journal, signal, first, 'refresh')
  // A report that was made before its day was over lacks the rest of it.
  await rebuild(ctx, journal, signal, ended)
  await buildAll(ctx, journal, signal, days.filter(day => day !== first).slice(0, count - 1))
}

/** Days without turns are left out. */
async function buildNamed(
  ctx: GenerateContext,
  journal: BuildJournal,
  { signal }: Job,
  wanted: readonly string[],
  later: () => void,
): Promise<void> {
  later()
  journal.step('index')
  const active = await withIndex(ctx, async index => {
    await index.update(journal.reading(signal))
    return turnsOfDays(await knownWork(ctx, index))
  })
  await buildAll(
    ctx,
    journal,
    signal,
    wanted
      .filter(day => active.has(day))
      .sort()
      .reverse(),
  )
}

/** In this thread where it can: nobody waits for a page meanwhile. */
async function buildChanged(
  ctx: GenerateContext,
  journal: BuildJournal,
  { signal }: Job,
  ended: string | undefined,
): Promise<void> {
  const days = await withIndex(ctx, async index => {
    await index.update(journal.reading(signal))
    return changedDays(ctx, index, ended)
  })
  await rebuild(ctx, journal, signal, days)
}

async function rebuild(
  ctx: GenerateContext,
  journal: BuildJournal,
  signal: AbortSignal,
  days: readonly string[],
): Promise<void> {
  journal.waitFor(days)
  for (const day of days) await withoutCopies(ctx, day, () => buildDay(ctx, journal, signal, day))
}

async function buildAll(
  ctx: GenerateContext,
  journal: BuildJournal,
  signal: AbortSignal,
  days: readonly string[],
): Promise<void> {
  const today = dayAt(ctx.clock(), ctx.diary.timezone)
  const missing = days.filter(day => day === today || !hasReport(ctx.diary, day))
  journal.waitFor(missing)
  for (const day of missing) await buildDay(ctx, journal, signal, day)
}

/** One day by the built-in reader, as a run that its page can follow; a day that fails stops no other. */
async function buildDay(
  ctx: GenerateContext,
  journal: BuildJournal,
  signal: AbortSignal,
  date: string,
  how?: 'quick' | 'refresh',
): Promise<void> {
  signal.throwIfAborted()
  const { timezone } = ctx.diary
  const isToday = date === dayAt(ctx.clock(), timezone)
  if (how === 'quick' && hasReport(ctx.diary, date) && !isToday) return
  journal.startDay(date)
  const live = await startRun(ctx, {
    producer: await builtin.open(ctx),
    mode: 'builtin',
    options: {
      date,
      timezone,
      projects: null,
      concurrency: ctx.diary.concurrency ?? evidenceAtATime,
      budget_usd: null,
      fallback: 'builtin',
      fresh: null,
    },
    ...(how === 'quick' && { preparation: { mode: 'reuse' as const, quick: true as const } }),
    ...(how === 'refresh' && { preparation: { mode: 'refresh' as const } }),
  })
  const stop = () => void ctx.jobs.cancel({ id: live.id, lock: runLockFile(workspaceFolder(ctx.diary.root, date)) })
  signal.addEventListener('abort', stop, { once: true })
  await ctx.jobs.wait(live.id)
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  const run = (await orUndefined(findRun(ctx, live.id))) ?? live.snapshot
  journal.endDay(date, run.failure?.message)
}

const evidenceAtATime = 4

/** Whether a day has the projects and sessions that all transcripts together give it. */
async function isPlanned(ctx: GenerateContext, date: string): Promise<boolean> {
  const workspace = await orUndefined(openWorkspace(ctx.diary, date))
  if (!workspace) return false
  const known = await withIndex(ctx, (index: OpenIndex) => knownWork(ctx, index))
  const wanted = known.flatMap(({ turns, project_key, source, session_id }) =>
    turns.has(date) ? [`${project_key} ${source} ${session_id} ${turns.get(date)}`] : [],
  )
  const stored = (await loadProjects(workspace)).flatMap(({ key, rows }) =>
    rows.map(({ source, source_session_id, turns }) => `${key} ${source} ${source_session_id} ${turns.length}`),
  )
  return wanted.sort().join('\n') === stored.sort().join('\n')
}

/**
 * The days that a build makes which nobody asked for, newest first: of the last week those whose report is older than their work.
 * What a model, an agent or a person wrote, and a report that is final, is theirs. A day that was never read is left to a person, unless it is
 * today or yesterday.
 */
async function changedDays(ctx: GenerateContext, index: OpenIndex, ended: string | undefined): Promise<string[]> {
  const today = dayAt(ctx.clock(), ctx.diary.timezone)
  const days = new Map<string, Work>()
  for (const session of await knownWork(ctx, index)) {
    const recent = [...session.turns.keys()].filter(day => day > addDays(today, -firstDays) && day <= today)
    if (recent.length === 0) continue
    const file = index.cache.file(index.cache.locate(session.key)?.path ?? '')
    const changed = file ? changedAt(file) : 0
    // A turn belongs to the day it began on, and may still be going on after midnight.
    const lastDay = dayAt(session.last_at, ctx.diary.timezone)
    const isBusy = session.session_id !== ended && ctx.clock() - changed < busyMs
    for (const day of recent) {
      const known = days.get(day)
      days.set(day, {
        changed: Math.max(changed, known?.changed ?? 0),
        isGoingOn: (day === lastDay && isBusy) || known?.isGoingOn === true,
      })
    }
  }
  const due: string[] = []
  for (const [day, work] of days) if (await isDue(ctx, day, today, work)) due.push(day)
  return due.sort().reverse()
}

interface Work {
  /** When a transcript with turns of the day last changed. */
  changed: number
  /** Whether the last turn of one of its sessions may not be over. */
  isGoingOn: boolean
}

const busyMs = 10 * 60_000

async function isDue(ctx: GenerateContext, day: string, today: string, { changed, isGoingOn }: Work): Promise<boolean> {
  const { root, timezone } = ctx.diary
  // Once it is over a day is final with its next report, so that waits for its last turn.
  if (day !== today && isGoingOn) return false
  if (!(await isWorkspace(workspaceFolder(root, day)))) return day >= addDays(today, -1)
  const workspace = await orUndefined(openWorkspace(ctx.diary, day))
  if (workspace?.metadata?.timezone !== timezone) return false
  const { prepared_at, status } = workspace.metadata
  const preparedAt = Date.parse(prepared_at)
  if (hasReport(ctx.diary, day)) {
    const isOld = day === today ? changed > preparedAt : preparedAt < dayStart(addDays(day, 1), timezone)
    if (status === 'final' || !isOld) return false
  }
  return isBuiltin(workspace, ctx.clock() - preparedAt)
}

/** Whether nothing of a day was written by anyone but the built-in reader. */
async function isBuiltin(workspace: Workspace, ageMs: number): Promise<boolean> {
  if ((await readProvenance(workspace)).some(({ by }) => by !== builtin.name)) return false
  const stored = await readObject(join(workspace.root, runFile))
  const run = Run.safeParse(stored.state === 'read' ? stored.value : undefined).data
  // Somebody may be about to write it.
  if (!run) return !existsSync(join(workspace.root, reportFile)) && ageMs > untouchedMs
  // A run that was cut off may have replaced one file of the report and not the other.
  return run.mode === builtin.name && (run.state === 'running' || (await isAsRendered(workspace.root)))
}

const untouchedMs = 60 * 60_000

/** What the built-in reader wrote, it writes again from the same transcripts: of what it replaces by itself no copies are kept. */
async function withoutCopies(ctx: GenerateContext, day: string, work: () => Promise<void>): Promise<void> {
  const previous = join(workspaceFolder(ctx.diary.root, day), 'previous')
  const copies = () => (existsSync(previous) ? readdirSync(previous) : [])
  const before = copies()
  await work()
  const workspace = await orUndefined(openWorkspace(ctx.diary, day))
  if (!workspace || !hasReport(ctx.diary, day) || !(await isBuiltin(workspace, 0))) return
  for (const name of copies().filter(each => !before.includes(each))) {
    await rm(join(previous, name), { recursive: true, force: true })
  }
  if (before.length === 0) await rm(previous, { recursive: true, force: true })
}
