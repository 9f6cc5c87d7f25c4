import { dirname } from 'node:path'
import { takeTurns } from '../harness/runs.ts'
import { quantile, timed } from '../harness/samples.ts'
import { type Contestant, daybookIn, type referenceMemory } from './contestants.ts'
import { type Forest, grow, rareWords } from './forest.ts'
import type { Bench } from './measure.ts'
import { storeOf } from './stores.ts'

/** How long one write or one search takes in a store of a given size. */
export interface Growth {
  records: number
  contestant: string
  what: 'write' | 'search'
  p50: number
  p99: number
  samples: number
  /** Bytes of the last answer. */
  answerBytes: number
}

type Reference = Awaited<ReturnType<typeof referenceMemory>>

/** Nobody waits longer than this for one size. */
const patience = 40_000

/** Latency over size, for both; the reference rewrites its whole file for every write, so its time is bounded. */
export async function growth(bench: Bench, reference: Reference | undefined): Promise<Growth[]> {
  const { sizes, say } = bench
  const counts = sizes.quick ? [1000, 10_000] : [1000, 10_000, 50_000]
  const rows: Growth[] = []
  for (const records of counts) {
    say(`growth: ${records} records`)
    rows.push(...(await atSize(bench, { ...sizes.small, records }, reference)))
  }
  // Only Daybook is asked at this size: the curve of the other is known by then.
  if (!sizes.quick) rows.push(...(await atSize(bench, sizes.large, undefined)))
  return rows
}

async function atSize(bench: Bench, forest: Forest, reference: Reference | undefined): Promise<Growth[]> {
  const home = dirname(bench.workspace.copyOf(await storeOf(forest, bench.say)))
  const place = bench.workspace.folder('memory')
  reference?.seed(place, grow(forest))
  const daybook = daybookIn(bench.workspace)
  const ours = await daybook.start(home)
  const theirs = await reference?.start(place)
  const deadline = performance.now() + patience
  const rows: Growth[] = []
  for (const what of ['write', 'search'] as const) {
    const turn = (contestant: Contestant | undefined, server: typeof theirs) => async (call: number) => {
      if (!contestant || !server || performance.now() > deadline) return Number.NaN
      const word = rareWords[call % rareWords.length] ?? ''
      return timed(() =>
        what === 'write' ? contestant.write(server, `Grown by ${call}`) : contestant.search(server, word),
      )
    }
    const taken = await takeTurns(
      { subject: turn(daybook, ours), baseline: turn(reference, theirs) },
      { calls: bench.sizes.calls(40) },
    )
    rows.push({ records: forest.records, what, ...summary(daybook, taken.subject, ours.lastAnswerBytes()) })
    if (reference && theirs) {
      rows.push({ records: forest.records, what, ...summary(reference, taken.baseline, theirs.lastAnswerBytes()) })
    }
  }
  await ours.end()
  await theirs?.end()
  return rows
}

function summary({ name }: Contestant, taken: number[], answerBytes: number) {
  // The first call loads what every server needs but once.
  const samples = taken.slice(1).filter(each => !Number.isNaN(each))
  return {
    contestant: name,
    p50: quantile(samples, 0.5),
    p99: quantile(samples, 0.99),
    samples: samples.length,
    answerBytes,
  }
}
