import { isDiskFull } from '../../kernel/disk-full.ts'
import type { MadeChains } from '../prepare/prepare.ts'
import { Rejection } from '../rejection.ts'
import type { Workspace } from '../workspace/open.ts'
import type { LiveRun } from './live-run.ts'
import { type GenerateContext, type Producer, type TaskContext, Unavailable } from './producer.ts'
import type { Attempt, RunOptions } from './run.ts'

/** Waits, and not longer than until the signal. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A run that has its workspace, as its phases see it. */
export interface Generation {
  ctx: GenerateContext
  workspace: Workspace
  live: LiveRun
  producer: Producer
  options: RunOptions
  pause: Pause
  /** Fires when the run is cancelled or cannot go on. */
  signal: AbortSignal
  /** Ends everything that is going on; the first reason counts. */
  stop(reason: unknown): void
  /** The built-in chains that were made when the day was prepared. */
  madeChains: readonly MadeChains[]
  /** How much of what was missing the producer has written so far. */
  accepted: number
}

/** Something a producer is asked to do, judged by what is left to do afterwards. */
interface RetriedWork {
  id: string
  /** Read from the artifacts, whatever was said about them. */
  remaining(): Promise<number>
  once(ctx: TaskContext): Promise<Attempt>
  /** Done as soon as anything was written: what is left was left on purpose. */
  anythingIsEnough?: boolean
}

const maxAttemptsWithoutProgress = 3
const longestPauseMs = 60_000

/** Tries until nothing is left, or until three attempts in a row brought nothing. Throws `Unavailable`. */
export async function retryUntilDone(run: Generation, work: RetriedWork): Promise<void> {
  const { live, producer, signal } = run
  let left = await work.remaining()
  if (left === 0) return live.end(work.id, 'done')
  for (let attempt = 1, withoutProgress = 0; ; attempt++) {
    if (signal.aborted) return live.end(work.id, 'skipped', 'the run was stopped')
    if (isSpent(run)) return live.end(work.id, attempt === 1 ? 'skipped' : 'failed', 'the budget was reached')
    live.attempt(work.id)
    const made = await runAttempt(run, work, attempt)
    live.spent(work.id, made)
    const before = left
    left = await work.remaining()
    run.accepted += before - left
    if (left === 0 || (work.anythingIsEnough && left < before)) return live.end(work.id, 'done')
    withoutProgress = left < before ? 0 : withoutProgress + 1
    if (producer.inProcess || withoutProgress === maxAttemptsWithoutProgress) {
      const { silence } = producer
      if (silence && run.accepted === 0 && !signal.aborted) throw new Unavailable(silence.message, silence.hint)
      return live.end(work.id, 'failed', made.problem ?? 'nothing of what is missing was written')
    }
    if (withoutProgress > 0)
      await run.pause(Math.min(longestPauseMs, run.ctx.diary.pauseMs * 2 ** (withoutProgress - 1)), signal)
  }
}

/** Whether nothing may be started any more. What works in this process costs nothing. */
function isSpent(run: Generation): boolean {
  return !run.producer.inProcess && budgetLeft(run) === 0
}

function budgetLeft({ live, options: { budget_usd } }: Generation): number | null {
  return budget_usd === null ? null : Math.max(0, Math.round((budget_usd - live.costUsd) * 1e9) / 1e9)
}

/** One attempt within its time; however it ends, it is answered. */
async function runAttempt(run: Generation, work: RetriedWork, attempt: number): Promise<Attempt> {
  const { producer, ctx, workspace, madeChains, signal: stopped } = run
  const late = new AbortController()
  const timer = producer.inProcess ? undefined : setTimeout(() => late.abort(), ctx.diary.taskTimeoutMs)
  const signal = AbortSignal.any([stopped, late.signal])
  try {
    const made = await work.once({ ...ctx, workspace, madeChains, attempt, signal, budgetLeftUsd: budgetLeft(run) })
    return late.signal.aborted ? { ...made, problem: tookTooLong } : made
  } catch (error) {
    if (error instanceof Unavailable || isDiskFull(error)) throw error
    const problem = late.signal.aborted ? tookTooLong : problemOf(error)
    if (problem === undefined && !stopped.aborted) ctx.log(`diary: ${work.id}: ${String(error)}`)
    return { tokens: null, cost_usd: null, problem: problem ?? unexpected }
  } finally {
    clearTimeout(timer)
  }
}

const tookTooLong = 'it took too long and was ended'
const unexpected = 'it failed unexpectedly; see the log'

/** What is wrong with the files may be shown; other errors may hold text of callers or models. */
export function problemOf(error: unknown): string | undefined {
  return error instanceof Rejection ? error.problems[0]?.message : undefined
}
