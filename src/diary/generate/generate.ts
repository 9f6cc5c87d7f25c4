import { setTimeout as sleep } from 'node:timers/promises'
import { LockBusy } from '../../files/lock.ts'
import { isCancelled, type RunningJob } from '../../jobs/jobs.ts'
import { asDiskFault, isDiskFull } from '../../kernel/disk-full.ts'
import { Fault } from '../../kernel/fault.ts'
import { quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import { logPreparation, type MadeChains, type Preparation, prepareDay } from '../prepare/prepare.ts'
import { Rejection, rejectAny } from '../rejection.ts'
import { renderDay } from '../report/render.ts'
import type { GenerationMode } from '../settings.ts'
import { carryFile } from '../workspace/carry.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { runLockFile, withExclusiveLock } from '../workspace/locks.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'
import { projectKeys } from '../workspace/project.ts'
import { keepCopies, previousName, reportFiles, setAside } from '../workspace/swap.ts'
import { LiveRun } from './live-run.ts'
import { extractEvidence, narrateDay, narrationTask, synthesisTask, synthesizeProject, tallyOf } from './phases.ts'
import { planProject, type Scheduled, schedule } from './plan.ts'
import { type GenerateContext, type Producer, Unavailable } from './producer.ts'
import { type Generation, type Pause, problemOf } from './retry.ts'
import type { EndState, Fresh, Phase, RunFailure, RunOptions } from './run.ts'

interface RunStart {
  producer: Producer
  mode: GenerationMode
  options: RunOptions
  pause?: Pause
  /** How the day is prepared, where `reuse` is not enough. */
  preparation?: { mode: 'refresh' } | { mode: 'reuse'; quick: true }
}

/** Starts a run that goes on in this process after the call that wanted it was answered. */
export async function startRun(ctx: GenerateContext, start: RunStart): Promise<LiveRun> {
  const { mode, options, producer } = start
  const live = new LiveRun({ mode, options, clock: ctx.clock, log: ctx.log })
  ctx.liveRuns.set(live.id, live)
  await ctx.jobs.start<void>({
    id: live.id,
    atExit: 'finish',
    async work(job) {
      job.answer()
      try {
        await generateDay(ctx, live, job, start)
        await producer.close?.()
      } finally {
        forget(ctx.liveRuns, live)
      }
    },
  })
  return live
}

/** The run of this process that makes the whole report of a day without a model; one more would do the same again. */
export function runningBuiltin(
  liveRuns: ReadonlyMap<string, LiveRun>,
  { date, timezone }: Pick<RunOptions, 'date' | 'timezone'>,
): LiveRun | undefined {
  return [...liveRuns.values()].find(({ snapshot: { state, mode, options } }) => {
    const isWhole = options.projects === null && options.fresh === null
    return (
      state === 'running' && mode === 'builtin' && isWhole && options.date === date && options.timezone === timezone
    )
  })
}

/** A run whose end is in its workspace need not be remembered here. */
function forget(liveRuns: Map<string, LiveRun>, live: LiveRun): void {
  if (live.isKept) liveRuns.delete(live.id)
  const ended = [...liveRuns.values()].filter(({ snapshot }) => snapshot.state !== 'running')
  for (const { id } of ended.slice(0, -maxRemembered)) liveRuns.delete(id)
}

const maxRemembered = 20

/**
 * Makes the report of a day, from whatever of it is there already (diary.md §15). However it ends, the run records it, and
 * it does so while it still has the day for itself.
 */
async function generateDay(ctx: GenerateContext, live: LiveRun, job: RunningJob<void>, start: RunStart): Promise<void> {
  const { producer, options, pause = waitFor } = start
  const { signal, stop } = job
  try {
    live.plan([{ id: 'prepare', phase: 'prepare' }])
    live.attempt('prepare')
    const prepared = await prepare(ctx, live, signal, start)
    await logPreparation(ctx, prepared)
    live.end('prepare', 'done')
    signal.throwIfAborted()
    const { root } = await openWorkspace(ctx.diary, options.date)
    await job.hold(runLockFile(root), lockWaitMs, async () => {
      live.keepIn(root)
      try {
        // From now on no other process prepares the day.
        const workspace = await openWorkspace(ctx.diary, options.date)
        const madeChains = chainsFor(workspace, prepared)
        const run = { ctx, workspace, live, producer, options, pause, signal, stop, madeChains, accepted: 0 }
        await live.finish(await produce(run))
      } catch (error) {
        await fail(error)
      }
    })
  } catch (error) {
    await fail(error)
  }

  function fail(error: unknown): Promise<void> {
    live.endAll('the run ended before')
    if (isCancelled(signal)) return live.finish('cancelled')
    return live.finish('failed', failureOf(error, ctx.log))
  }
}

/** Another process may be checking whether a run is going on; a run itself is not waited for. */
const lockWaitMs = 500

const waitFor: Pause = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {})

function prepare(
  ctx: GenerateContext,
  live: LiveRun,
  signal: AbortSignal,
  { options, producer, preparation }: RunStart,
) {
  const { date, timezone } = options
  return prepareDay(ctx, {
    date,
    timezone,
    mode: 'reuse',
    ...preparation,
    withChains: producer.inProcess,
    progress({ files, files_total, bytes, bytes_total }) {
      // Until its publication nothing of a preparation is in place, so it may be left at any step.
      signal.throwIfAborted()
      if (bytes_total > 0) live.progress('prepare', bytes, bytes_total)
      else live.progress('prepare', files, files_total)
    },
  })
}

/** The chains that were made with the day, unless it was prepared again since. */
function chainsFor({ metadata }: Workspace, { chains, metadata: { prepared_at } }: Preparation): readonly MadeChains[] {
  return metadata?.prepared_at === prepared_at ? chains : []
}

async function produce(run: Generation): Promise<EndState> {
  const { ctx, workspace, live, options, signal } = run
  const keys = await chosenProjects(workspace, options.projects)
  if (options.fresh) await keepAside(ctx, workspace, keys, options.fresh)
  const tasks = await tasksFor(run, keys)
  live.plan([...tasks, { id: 'render', phase: 'render' }])
  if (run.producer.narration) live.plan([{ id: narrationTask, phase: 'narration' }])
  await recount(run, keys)
  try {
    await schedule(tasks, limits(options))
    const rendered = !signal.aborted && (await render(run, options.fresh === 'all'))
    if (rendered && run.producer.narration) await narrate(run)
    if (rendered) await ctx.daysRead()
    live.endAll('the run was stopped')
    const { complete } = await recount(run, keys)
    if (signal.aborted) return 'cancelled'
    return complete && rendered ? 'complete' : 'incomplete'
  } catch (error) {
    await recount(run, keys)
    throw error
  }
}

async function chosenProjects(workspace: Workspace, wanted: readonly string[] | null): Promise<string[]> {
  const keys = await projectKeys(workspace)
  if (!wanted) return keys
  rejectAny(
    wanted.flatMap((key, index) => {
      const path = `projects[${index}]`
      const hint = `use one of: ${keys.join(', ') || 'the day has no project'}`
      return keys.includes(key) ? [] : [{ path, message: `unknown project_key${quotedValue(key)}`, hint }]
    }),
  )
  return keys.filter(key => wanted.includes(key))
}

async function tasksFor(run: Generation, keys: readonly string[]): Promise<Scheduled[]> {
  const tasks: Scheduled[] = []
  for (const key of keys) {
    const { evidence, broken } = await planProject(run.workspace, key, run.producer)
    for (const task of evidence) {
      tasks.push(guardTask(run, { id: task.id, phase: 'evidence', after: [], run: () => extractEvidence(run, task) }))
    }
    const id = synthesisTask(key)
    const after = evidence.map(task => task.id)
    const work = async () => (broken ? run.live.end(id, 'blocked', broken) : synthesizeProject(run, key))
    tasks.push(guardTask(run, { id, phase: 'synthesis', after, run: work }))
  }
  return tasks
}

/** A task that fails hinders no other, unless nothing can be produced this way or written at all. */
function guardTask(run: Generation, task: Scheduled): Scheduled {
  const { live, ctx, signal, stop } = run
  return {
    ...task,
    async run() {
      try {
        await task.run()
      } catch (error) {
        if (!(error instanceof Unavailable || isDiskFull(error))) {
          fail(error)
          return
        }
        live.end(task.id, 'failed', error instanceof Unavailable ? error.message : 'the disk is full')
        stop(error)
        throw error
      }
    },
  }

  function fail(error: unknown): void {
    const problem = signal.aborted ? 'the run was stopped' : problemOf(error)
    if (problem === undefined) ctx.log(`diary: ${task.id}: ${error instanceof Error ? error.stack : String(error)}`)
    live.end(task.id, 'failed', problem ?? 'it failed unexpectedly; see the log')
  }
}

function limits({ concurrency }: RunOptions): (phase: Phase) => number {
  return phase => (phase === 'evidence' ? concurrency : phase === 'synthesis' ? synthesesAtATime : 1)
}

const synthesesAtATime = 2

/** What no project covers is shown as a gap, so that there is a report in any case. */
async function render(run: Generation, anew = false): Promise<boolean> {
  let rendered = false
  const work = async () => {
    run.live.attempt('render')
    await renderDay(run.ctx, run.workspace, true, anew)
    rendered = true
    run.live.end('render', 'done')
  }
  await guardTask(run, { id: 'render', phase: 'render', after: [], run: work }).run()
  return rendered
}

async function narrate(run: Generation): Promise<void> {
  const work = async () => {
    const isNarrated = await narrateDay(run)
    if (isNarrated && !run.signal.aborted) await render(run)
  }
  await guardTask(run, { id: narrationTask, phase: 'narration', after: [], run: work }).run()
}

async function recount({ workspace, live }: Generation, keys: readonly string[]) {
  const { complete, ...counts } = await tallyOf(workspace, keys)
  live.count(counts)
  return { complete }
}

/** Why a run could not come to its end, in our own words; an unexpected error goes to the log. */
function failureOf(thrown: unknown, log: (line: string) => void): RunFailure {
  if (isDiskFull(thrown)) {
    return {
      code: 'internal',
      message: 'The disk is full',
      hint: 'free some space and generate again; what was written stays',
    }
  }
  const error = asDiskFault(thrown)
  if (error instanceof Unavailable) return { code: 'unavailable', message: error.message, hint: error.hint }
  if (error instanceof LockBusy) {
    const message = 'another run or preparation works on this day'
    return { code: 'unavailable', message, hint: 'wait until it has ended, or cancel it, and generate again' }
  }
  if (error instanceof Rejection) {
    const { message, hint } = error.problems[0] ?? { message: error.message, hint: 'correct it and generate again' }
    return { code: 'invalid', message, hint }
  }
  if (error instanceof Fault) {
    const { code, message, hint } = error
    return { code: code === 'INVALID_INPUT' ? 'invalid' : code === 'BUSY' ? 'unavailable' : 'internal', message, hint }
  }
  log(`diary: generation: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const hint = 'what was written stays; see the log, then generate again'
  return { code: 'internal', message: 'the generation failed unexpectedly', hint }
}

/** Keeps aside what is to be made again, with everything that depends on it. */
async function keepAside(
  { diary, clock }: Pick<DiaryContext, 'diary' | 'clock'>,
  { root }: Workspace,
  projectKeys: readonly string[],
  fresh: Fresh,
): Promise<void> {
  const names = [...(fresh === 'synthesis' ? [] : ['evidence']), envelopeFile, carryFile]
  const files = projectKeys.flatMap(key => names.map(name => `projects/${key}/${name}`))
  // Writers of chains and items hold the shared lock, so none of them writes now.
  await withExclusiveLock(root, diary.lockTimeoutMs, async () => {
    const previous = previousName(root, clock())
    // The report stays where it is until the new one takes its place, for there may never be one.
    if (fresh === 'all') await keepCopies(root, reportFiles, previous)
    await setAside(root, files, previous)
  })
}
