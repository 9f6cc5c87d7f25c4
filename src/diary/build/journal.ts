import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../files/replace.ts'
import type { Notices } from '../../jobs/follow.ts'
import { isHeld } from '../../jobs/jobs.ts'
import type { Clock } from '../../kernel/instants.ts'
import { formatUtc } from '../dates/zone.ts'
import type { OnProgress } from '../prepare/progress.ts'
import type { DiarySettings } from '../settings.ts'
import { fileText, readObject } from '../workspace/json-file.ts'

/** The nouns of build.json: the days that are read one after the other, newest first. */

const buildStates = ['running', 'done', 'cancelled', 'failed'] as const

export const Build = z.object({
  build_id: z.string(),
  state: z.enum(buildStates),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  pid: z.int(),
  step: z
    .enum(['newest', 'index', 'days'])
    .describe('Looking for the newest day, reading all transcripts, or building days'),
  newest: z.string().nullable().describe('The newest day with work, once it is known'),
  day: z.string().nullable().describe('The day that is built now'),
  done: z.array(z.string()),
  waiting: z.array(z.string()).describe('Newest first'),
  failed: z.array(z.object({ date: z.string(), message: z.string() })),
  progress: z
    .object({ bytes: z.int(), bytes_total: z.int() })
    .nullable()
    .describe('Of the transcripts that are being read'),
})
export type Build = z.output<typeof Build>

const buildFile = 'build.json'

/** What a build of this process is asked for: the newest days with work, certain days, or those that changed. */
export type BuildRequest =
  | { newest: number }
  | { days: readonly string[] }
  | { changed: true; ended?: string | undefined }

interface Context {
  diary: Pick<DiarySettings, 'root'>
  clock: Clock
  notices: Notices
}

/** Held by the process that builds days. */
export function buildLock({ root }: Pick<DiarySettings, 'root'>): string {
  return join(root, '.build.lock')
}

/** How far a build is: in a file for every process, and as notices for those who follow this one. */
export class BuildJournal {
  readonly id: string
  readonly #ctx: Context
  #build: Build
  #noticeAt = 0
  /** One write after the other, each of the newest state. */
  #kept = Promise.resolve()

  constructor(ctx: Context, id: string) {
    this.id = id
    this.#ctx = ctx
    this.#build = {
      build_id: id,
      state: 'running',
      started_at: formatUtc(ctx.clock()),
      ended_at: null,
      pid: process.pid,
      step: 'newest',
      newest: null,
      day: null,
      done: [],
      waiting: [],
      failed: [],
      progress: null,
    }
  }

  async begin(request: BuildRequest): Promise<void> {
    const waiting = 'days' in request ? [...request.days].sort().reverse() : []
    this.#build = { ...this.#build, step: 'newest' in request ? 'newest' : 'index', waiting }
    await this.#keep()
  }

  step(step: Build['step']): void {
    void this.#change({ step, day: null, progress: null })
  }

  found(newest: string): void {
    void this.#change({ newest })
  }

  /** Takes the progress of an indexing; it may be left at any step. */
  reading(signal: AbortSignal): OnProgress {
    return ({ bytes, bytes_total }) => {
      signal.throwIfAborted()
      this.#build = { ...this.#build, progress: bytes_total > 0 ? { bytes, bytes_total } : null }
      // Thousands of files are read one after the other; a page needs a few looks a second.
      if (Date.now() - this.#noticeAt >= noticeMs) this.#notify()
    }
  }

  waitFor(days: readonly string[]): void {
    void this.#change({ step: 'days', waiting: [...days], progress: null })
  }

  startDay(day: string): void {
    const waiting = this.#build.waiting.filter(each => each !== day)
    void this.#change({ day, waiting, progress: null })
  }

  endDay(day: string, failure: string | undefined): void {
    const { done, failed } = this.#build
    void this.#change({
      day: null,
      ...(failure === undefined
        ? { done: [...done.filter(each => each !== day), day] }
        : { failed: [...failed, { date: day, message: failure }] }),
    })
  }

  end(state: Exclude<Build['state'], 'running'>): Promise<void> {
    return this.#change({ state, day: null, waiting: [], progress: null, ended_at: formatUtc(this.#ctx.clock()) })
  }

  #change(change: Partial<Build>): Promise<void> {
    this.#build = { ...this.#build, ...change }
    this.#notify()
    return this.#keep()
  }

  #notify(): void {
    this.#noticeAt = Date.now()
    this.#ctx.notices.send({ type: 'diary_build', data: this.#build })
  }

  /** What cannot be kept on a full disk is still shown to those who follow. */
  #keep(): Promise<void> {
    const file = join(this.#ctx.diary.root, buildFile)
    this.#kept = this.#kept.then(() => replaceFile(file, fileText(this.#build))).catch(() => {})
    return this.#kept
  }
}

const noticeMs = 250

/** The last build of any process; one whose process is gone was cut off and can be started again. */
export async function lastBuild(diary: Pick<DiarySettings, 'root'>): Promise<(Build & { cut_off: boolean }) | null> {
  const stored = await readObject(join(diary.root, buildFile))
  const build = Build.safeParse(stored.state === 'read' ? stored.value : undefined).data
  if (!build) return null
  return { ...build, cut_off: build.state === 'running' && !(await isHeld(buildLock(diary))) }
}
