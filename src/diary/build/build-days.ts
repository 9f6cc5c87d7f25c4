import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCancelled, isLeft, type RunningJob } from '../../jobs/jobs.ts'
import { makeHandle } from '../../kernel/handles.ts'
import { dayAt } from '../dates/zone.ts'
import { builtin } from '../generate/builtin.ts'
import { findRun } from '../generate/find-run.ts'
import { startRun } from '../generate/generate.ts'
import type { GenerateContext } from '../generate/producer.ts'
import { changedAt } from '../prepare/index/file-state.ts'
import { type OpenIndex, withIndex } from '../prepare/open-index.ts'
import { lookAtHomes } from '../prepare/sources.ts'
import { orUndefined } from '../rejection.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { withThreads } from '../threads/threads.ts'
import { knownWork, turnsOfDays } from '../work/known-work.ts'
import { newestDay } from '../work/newest-day.ts'
import { runLockFile } from '../workspace/locks.ts'
import { openWorkspace } from '../workspace/open.ts'
import { loadProjects } from '../workspace/project.ts'
import type { BuildRequest } from './build.ts'
import { BuildJournal, buildLock } from './journal.ts'

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
  const changes = (await lookAtHomes(diary.surroundings)).flatMap(({ files }) =>
    files.map(({ stamp }) => changedAt(stamp)),
  )
  const first = await withIndex(ctx, index => newestDay(ctx, index, changes, journal.reading(signal)))
  if (first === undefined) return
  journal.found(first)
  await buildDay(ctx, journal, signal, first, 'quick')
  later()
  journal.step('index')
  const days = await withIndex(ctx, async index => {
    await index.update(journal.reading(signal))
    return [...turnsOfDays(await knownWork(ctx, index)).keys()].sort().reverse()
  })
  // What all transcripts say about repositories may put a session of the day into another project.
  if (!(await isPlanned(ctx, first))) await buildDay(ctx, journal, signal, first, 'refresh')
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

function hasReport({ root }: DiarySettings, day: string): boolean {
  return existsSync(join(workspaceFolder(root, day), 'daily-report.json'))
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
