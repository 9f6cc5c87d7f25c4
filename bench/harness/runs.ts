import { setImmediate } from 'node:timers/promises'
import { median, timed } from './samples.ts'

/** One figure of each of the two things compared, from one run. */
export type Pair = Sides<number>

/** Medians over the runs; low and high are the extremes of the ratio, so that noise shows. */
export interface Comparison extends Pair {
  ratio: number
  low: number
  high: number
}

/** Runs once to warm caches and compilers, then the measured number of times. */
export async function countedRuns<Result>(runs: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  await run(0)
  const results: Result[] = []
  for (let index = 1; index <= runs; index++) results.push(await run(index))
  return results
}

/** Compares within each run, so that a machine that slows down meanwhile slows both sides. */
export function compare(pairs: readonly Pair[]): Comparison {
  const ratios = pairs.map(({ subject, baseline }) => subject / baseline)
  return {
    subject: median(pairs.map(pair => pair.subject)),
    baseline: median(pairs.map(pair => pair.baseline)),
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  }
}

export interface Sides<Call> {
  subject: Call
  baseline: Call
}

export type Taken = Sides<number[]>

/** Milliseconds of every call of each side; the sides take turns after each block of calls. */
export function alternate(
  { subject, baseline }: Sides<(call: number) => unknown>,
  turns: { calls: number; block?: number },
): Promise<Taken> {
  return takeTurns(
    { subject: call => timed(() => subject(call)), baseline: call => timed(() => baseline(call)) },
    turns,
  )
}

/** The same for sides that know themselves what part of a call counts. */
export async function takeTurns(
  { subject, baseline }: Sides<(call: number) => Promise<number>>,
  { calls, block = 1 }: { calls: number; block?: number },
): Promise<Taken> {
  const taken: Taken = { subject: [], baseline: [] }
  for (let from = 0; from < calls; from += block) {
    const to = Math.min(calls, from + block)
    for (let call = from; call < to; call++) taken.subject.push(await subject(call))
    for (let call = from; call < to; call++) taken.baseline.push(await baseline(call))
    // SQLite answers at once, so without a pause the process would not even hear Ctrl-C.
    await setImmediate()
  }
  return taken
}

/** The typical call of each side. */
export function medians({ subject, baseline }: Taken): Pair {
  return { subject: median(subject), baseline: median(baseline) }
}
