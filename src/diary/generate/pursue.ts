import { isDiskFull } from '../../kernel/disk-full.ts'
import { Rejection } from '../rejection.ts'
import type { Generation } from './generation.ts'
import { type Attempt, type TaskContext, Unavailable } from './producer.ts'

/** Something a producer is asked to do, judged by what is left to do afterwards. */
export interface Work {
  id: string
  /** Read from the artifacts, whatever was said about them. */
  remaining(): Promise<number>
  once(ctx: TaskContext): Promise<Attempt>
  /** Done as soon as anything was written: what is left was left on purpose. */
  anythingIsEnough?: boolean
}

const mostFruitless = 3
const longestPauseMs = 60_000

/** Tries until nothing is left, or until three attempts in a row brought nothing. Throws `Unavailable`. */
export async function pursue(run: Generation, work: Work): Promise<void> {
  const { live, producer } = run
  let left = await work.remaining()
  if (left === 0) return live.end(work.id, 'done')
  for (let attempt = 1, fruitless = 0; ; attempt++) {
    if (live.signal.aborted) return live.end(work.id, 'skipped', 'the run was stopped')
    if (isSpent(run)) return live.end(work.id, attempt === 1 ? 'skipped' : 'failed', 'the budget was reached')
    live.attempt(work.id)
    const made = await attempted(run, work, attempt)
    live.spent(work.id, made)
    const before = left
    left = await work.remaining()
    run.accepted += before - left
    if (left === 0 || (work.anythingIsEnough && left < before)) return live.end(work.id, 'done')
    fruitless = left < before ? 0 : fruitless + 1
    if (producer.inProcess || fruitless === mostFruitless) {
      const { silence } = producer
      if (silence && run.accepted === 0 && !live.signal.aborted) throw new Unavailable(silence.message, silence.hint)
      return live.end(work.id, 'failed', made.problem ?? 'nothing of what is missing was written')
    }
    if (fruitless > 0)
      await run.pause(Math.min(longestPauseMs, run.ctx.diary.pauseMs * 2 ** (fruitless - 1)), live.signal)
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
async function attempted(run: Generation, work: Work, attempt: number): Promise<Attempt> {
  const { live, producer, ctx, workspace } = run
  const late = new AbortController()
  const timer = producer.inProcess ? undefined : setTimeout(() => late.abort(), ctx.diary.taskTimeoutMs)
  const signal = AbortSignal.any([live.signal, late.signal])
  try {
    const made = await work.once({ ...ctx, workspace, attempt, signal, budgetLeftUsd: budgetLeft(run) })
    return late.signal.aborted ? { ...made, problem: tookTooLong } : made
  } catch (error) {
    if (error instanceof Unavailable || isDiskFull(error)) throw error
    const problem = late.signal.aborted ? tookTooLong : problemOf(error)
    if (problem === undefined && !live.signal.aborted) ctx.log(`diary: ${work.id}: ${String(error)}`)
    return { tokens: null, cost_usd: null, problem: problem ?? unexpected }
  } finally {
    clearTimeout(timer)
  }
}

const tookTooLong = 'it took too long and was ended'
const unexpected = 'it failed unexpectedly; the log tells more'

/** What is wrong with the files may be told; other errors may hold anybody's text. */
export function problemOf(error: unknown): string | undefined {
  return error instanceof Rejection ? error.problems[0]?.message : undefined
}
