import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DiaryContext } from '../context.ts'
import { type DayWindow, dayStatus, dayWindow, windowTexts } from '../dates/window.ts'
import { formatInZone } from '../dates/zone.ts'
import { logDiary } from '../feed.ts'
import { purgeDay } from '../forget/purge-day.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import { loadPrices } from '../prices/price-table.ts'
import { reject } from '../rejection.ts'
import { projectsOf } from '../repositories/repositories.ts'
import { type IncompleteReason, type IndexRow, Metadata } from '../schema.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { stagingFor } from '../threads/threads.ts'
import { readObject } from '../workspace/json-file.ts'
import { storeOffsets } from '../workspace/offsets.ts'
import { isWorkspace } from '../workspace/open.ts'
import type { JudgedChains } from '../workspace/session-chains.ts'
import { isSwapping } from '../workspace/swap.ts'
import { countersOf, earlierCopies, isAudited, writeAudit } from './audit.ts'
import { Changing } from './copy-session.ts'
import { withProblems } from './coverage.ts'
import { type DecidedTurns, decideTurns } from './decide-turns.ts'
import { earlierUsage } from './earlier-usage.ts'
import type { Indexed } from './index/index-homes.ts'
import { type OpenIndex, withIndex } from './open-index.ts'
import { type PlannedProject, placeOf, planDay } from './plan.ts'
import type { Counters, OnProgress } from './progress.ts'
import { publishNew, publishOver, refuseWhileRunning, sweep } from './publish.ts'
import { type Staged, type Staging, stageDay } from './stage.ts'

interface PrepareRequest {
  date: string
  timezone: string
  mode: PrepareMode | 'accept'
  progress: OnProgress
  /** The built-in chains are made while the transcripts are read anyway. */
  withChains?: boolean
  /** Only transcripts that changed since the day began are read: no other has a turn of it. */
  quick?: boolean
}

export interface Preparation {
  result: 'created' | 'reused' | 'refreshed' | 'rebuilt'
  metadata: Metadata
  /** For a day that was left as it is, the counters of its earlier preparation. */
  counters: { [name: string]: unknown }
  /** The chains of a day that was read just now, where they were wanted. */
  chains: readonly MadeChains[]
}

/** The built-in chains of a session's turns, which nobody has written yet. */
export interface MadeChains {
  project_key: string
  /** As the day was prepared that they belong to. */
  row: IndexRow
  chains: JudgedChains
}

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'log'>

const results = { create: 'created', refresh: 'refreshed', rebuild: 'rebuilt' } as const

/** Makes or renews the workspace of a day from the agents' transcripts (diary.md §5). */
export async function prepareDay(ctx: Context, request: PrepareRequest): Promise<Preparation> {
  const started = performance.now()
  const { date, timezone, mode, progress, withChains = false, quick = false } = request
  const { diary } = ctx
  const window = dayWindow(date, timezone)
  const now = ctx.clock()
  const metadata: Metadata = {
    schema_version: 1,
    report_date: date,
    timezone,
    status: dayStatus(date, timezone, now),
    prepared_at: formatInZone(now, timezone),
    ...windowTexts(window, timezone),
  }
  const root = workspaceFolder(diary.root, date)
  const step = await stepFor(diary.root, root, metadata, mode)
  if (step === 'reuse') return { result: 'reused', metadata, counters: await countersOf(diary.root, date), chains: [] }
  if (step !== 'create') await refuseWhileRunning(root)
  await mkdir(join(diary.root, 'work'), { recursive: true, mode: 0o700 })
  await sweep(join(diary.root, 'work'), /^\.staging-/)
  const published = await withIndex(ctx, async index => {
    const made = await scanAndStage(ctx, index, { root, step, metadata, window, progress, withChains, quick })
    try {
      progress({ phase: 'publish', files: 0, files_total: 1, bytes: 0, bytes_total: 0 })
      const counters = await publish(ctx, made, { root, step, started })
      await keepOutForgotten(diary, made, ctx.clock())
      return (
        counters && {
          counters: { ...counters },
          metadata: made.metadata,
          chains: withChains ? chainsIn(made.staged) : [],
        }
      )
    } finally {
      await rm(made.folder, { recursive: true, force: true })
    }
  })
  if (published) return { result: results[step], ...published }
  // Another process was first, and its result is as good.
  return prepareDay(ctx, { ...request, mode: 'accept' })
}

/** A session may have been forgotten while its day was being prepared. */
async function keepOutForgotten(diary: DiarySettings, { metadata, staged }: NewDay, now: number): Promise<void> {
  const forgotten = loadForgotten(diary)
  const isLate = staged.sessions.some(({ row }) => forgotten.hasSession(row.source, row.source_session_id))
  if (isLate) await purgeDay(diary, metadata.report_date, forgotten, now)
}

interface NewDay {
  /** The staging folder. */
  folder: string
  name: string
  metadata: Metadata
  staged: Staged
  accounted: DecidedTurns
  indexed: Indexed
}

interface Scanning {
  root: string
  step: Step
  metadata: Metadata
  window: DayWindow
  progress: OnProgress
  withChains: boolean
  quick: boolean
}

function chainsIn({ sessions }: Staged): MadeChains[] {
  return sessions.map(({ identity: { project_key }, row, chains }) => ({ project_key, row, chains }))
}

const maxTries = 4

/** Indexes and stages until no transcript changes under our hands; one that never rests is left out. */
async function scanAndStage({ diary, log }: Context, index: OpenIndex, scanning: Scanning): Promise<NewDay> {
  const { root, step, window, progress, withChains, quick } = scanning
  const prices = await loadPrices(diary, scanning.metadata.report_date)
  // A rebuilt day does not depend on what it was.
  const earlier = step === 'refresh' ? await earlierCopies(diary.root, scanning.metadata.report_date) : undefined
  const changing = new Map<string, number>()
  for (;;) {
    const indexed = await (quick ? index.updateSince(window.start, progress) : index.update(progress))
    progress({ phase: 'decide', files: 0, files_total: 1, bytes: 0, bytes_total: 0 })
    const accounted = leaveOutChanging(
      await decideTurns(index.cache, index.archive, diary.root),
      new Set([...changing].flatMap(([key, times]) => (times >= maxTries ? [key] : []))),
    )
    const forgotten = loadForgotten(diary)
    const projects = planDay(
      accounted.included,
      window,
      sessions => projectsOf(diary, sessions, log),
      earlier,
      project_key => forgotten.refsOf(scanning.metadata.report_date, project_key),
    )
    const judged = withProblems(scanning.metadata, problemsIn(projects, accounted, window))
    const random = randomBytes(8).toString('hex')
    const name = step === 'create' ? `.staging-${judged.report_date}-${random}` : `.staging-${random}`
    const folder = join(step === 'create' ? join(diary.root, 'work') : root, name)
    try {
      const { cache, archive } = index
      const keepOffsets = offsetsKeeper(diary, root)
      const threadsFor = stagingFor(diary)
      const staging = {
        cache,
        archive,
        live: indexed.live,
        prices,
        subagents: accounted.subagents,
        progress,
        withChains,
        keepOffsets,
        threadsFor,
      }
      const projectKeys = () =>
        projectsOf(diary, accounted.included.map(placeOf), log).map(({ identity }) => identity.project_key)
      const earlier_usage = await earlierUsage(accounted.included, window, { cache, archive, projectKeys })
      const metadata = earlier_usage.length > 0 ? { ...judged, earlier_usage } : judged
      const staged = await stageDay(staging, folder, metadata, projects)
      return { folder, name, metadata: staged.metadata, staged, accounted, indexed }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      if (!(error instanceof Changing)) throw error
      changing.set(error.key, (changing.get(error.key) ?? 0) + 1)
    }
  }
}

function* problemsIn(
  projects: readonly PlannedProject[],
  { excluded, unknownFormat: strange }: DecidedTurns,
  { start, end }: DayWindow,
): Generator<IncompleteReason> {
  for (const { sessions } of projects) for (const { coverage } of sessions) yield* coverage.problems
  if (excluded.some(({ reason }) => reason === 'changing' || reason === 'damaged')) yield 'left-out'
  const isOfDay = strange.some(({ firstAt, lastAt }) => (firstAt ?? end) < end && (lastAt ?? start) >= start)
  if (isOfDay) yield 'unknown-format'
}

/** Under the place a copy will have: a rename changes nothing that the index of its lines depends on. */
function offsetsKeeper(diary: DiarySettings, root: string): Staging['keepOffsets'] {
  const real = join(realpathSync(dirname(root)), basename(root))
  return (place, offsets) => storeOffsets(diary, join(real, place), offsets)
}

/** Leaves out transcripts that could never be copied as they were indexed. */
function leaveOutChanging(accounted: DecidedTurns, keys: ReadonlySet<string>): DecidedTurns {
  const left = accounted.included
    .filter(({ transcript }) => keys.has(transcript.key))
    .map(({ transcript: { source, key, archived } }) => ({
      source,
      path: key,
      reason: archived ? 'damaged' : 'changing',
    }))
  const { counters } = accounted
  const sessions_excluded = { ...counters.sessions_excluded }
  for (const { reason } of left) sessions_excluded[reason] = (sessions_excluded[reason] ?? 0) + 1
  const sessions_included = counters.sessions_included - left.length
  return {
    included: accounted.included.filter(({ transcript }) => !keys.has(transcript.key)),
    excluded: [...accounted.excluded, ...left],
    subagents: accounted.subagents,
    unknownFormat: accounted.unknownFormat,
    counters: { ...counters, sessions_included, sessions_excluded },
  }
}

/** Answers undefined when another process made the day first. */
async function publish(
  ctx: Context,
  { folder, name, metadata, staged, accounted, indexed }: NewDay,
  { root, step, started }: { root: string; step: Step; started: number },
): Promise<Counters | undefined> {
  const { diary } = ctx
  const { roots, unreadable } = indexed
  const excluded = [...accounted.excluded, ...unreadable.map(each => ({ ...each, reason: 'unreadable' }))]
  const counted = (carried: { chains: readonly unknown[]; chains_dropped: number }): Counters => ({
    ...indexed.counters,
    ...accounted.counters,
    turns_in_window: staged.sessions.reduce((sum, { turns }) => sum + turns.length, 0),
    sessions_selected: staged.sessions.length,
    projects: staged.prepared.length,
    chains_carried: carried.chains.length,
    chains_dropped: carried.chains_dropped,
    elapsed_ms: Math.round(performance.now() - started),
  })
  const audit = (counters: Counters) =>
    writeAudit(diary.root, { metadata, roots, counters, sessions: staged.sessions, excluded })

  if (step === 'create') {
    const counters = counted({ chains: [], chains_dropped: 0 })
    if (!(await publishNew(folder, root))) {
      if (!existsSync(join(root, 'projects'))) throw new Error('The folder of the day holds something else.')
      return undefined
    }
    await audit(counters)
    return counters
  }
  let counters: Counters | undefined
  await publishOver({
    workspace: { root, metadata },
    staging: name,
    prepared: staged.prepared,
    carrying: step === 'refresh',
    now: ctx.clock(),
    waitMs: diary.lockTimeoutMs,
    async beforeSwap(carried) {
      await sweep(root, /^\.staging-/)
      counters = counted(carried)
      await audit(counters)
    },
  })
  return counters
}

/** Adds a preparation that changed something to the activity feed. */
export async function logPreparation(
  ctx: Pick<DiaryContext, 'db' | 'clock' | 'log' | 'diary'>,
  { result, metadata, counters }: Preparation,
): Promise<void> {
  if (result === 'reused') return
  const { turns_in_window, sessions_selected, projects } = counters
  await logDiary(
    ctx,
    { metadata },
    {
      type: 'diary_prepared',
      summary: `${metadata.report_date} ${result}: ${Number(turns_in_window)} turns`,
      details: { result, turns: turns_in_window, sessions: sessions_selected, projects },
    },
  )
}

export const prepareModes = ['reuse', 'refresh', 'rebuild'] as const
type PrepareMode = (typeof prepareModes)[number]

type Step = 'create' | 'reuse' | 'refresh' | 'rebuild'

type WantedMetadata = Omit<Metadata, 'schema_version' | 'prepared_at'>

/**
 * What has to be done with the workspace a day has, or has not (diary.md §5.4). `accept` takes what another process has
 * made just now, even if it has not recorded it yet.
 */
async function stepFor(
  diaryRoot: string,
  root: string,
  wanted: WantedMetadata,
  mode: PrepareMode | 'accept',
): Promise<Step> {
  if (!(await isWorkspace(root)) && !isSwapping(root)) return isEmpty(root) ? 'create' : 'rebuild'
  if (mode === 'rebuild') return 'rebuild'
  const stored = await readObject(join(root, 'metadata.json'))
  const metadata = Metadata.safeParse(stored.state === 'read' ? stored.value : undefined).data
  if (!metadata || metadata.report_date !== wanted.report_date) {
    reject('workspace', `the metadata of ${wanted.report_date} is not valid`, again)
  }
  if (metadata.timezone !== wanted.timezone || !sameWindow(metadata, wanted)) {
    reject('timezone', `${wanted.report_date} was prepared in another time zone`, again)
  }
  if (mode === 'accept') return 'reuse'
  if (mode === 'refresh' || metadata.status === 'partial') return 'refresh'
  // A process killed after publishing may not have recorded where the copies came from.
  return (await isAudited(diaryRoot, metadata)) ? 'reuse' : 'refresh'
}

/** A folder that holds only locks or what was kept aside cannot be replaced by a rename. */
function isEmpty(root: string): boolean {
  try {
    return readdirSync(root).length === 0
  } catch {
    return true
  }
}

const again = 'name that zone, or run daybook diary prepare --force to rebuild the day'

function sameWindow(one: WantedMetadata, other: WantedMetadata): boolean {
  const { start, end } = one.report_window_utc
  return start === other.report_window_utc.start && end === other.report_window_utc.end
}
