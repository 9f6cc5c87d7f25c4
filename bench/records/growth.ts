import { dirname } from 'node:path'
import type { McpProcess } from '../harness/mcp-process.ts'
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

/** How long the reference is asked for one kind of call at one size: it rewrites its whole file for every write. */
const patience = 20_000

/** Latency over size, for both. */
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
  const daybook = daybookIn(bench.workspace)
  const ours: Entrant = { contestant: daybook, server: await daybook.start(home) }
  const theirs = reference && (await enter(reference, bench.workspace.folder('memory'), forest))
  const rows: Growth[] = []
  for (const what of ['write', 'search'] as const) {
    const deadline = performance.now() + patience
    const taken = await takeTurns(
      {
        subject: call => ask(ours, what, call),
        baseline: async call => (theirs && performance.now() < deadline ? ask(theirs, what, call) : Number.NaN),
      },
      { calls: bench.sizes.calls(40) },
    )
    rows.push({ records: forest.records, what, ...summary(ours, taken.subject) })
    if (theirs) rows.push({ records: forest.records, what, ...summary(theirs, taken.baseline) })
  }
  await ours.server.end()
  await theirs?.server.end()
  return rows
}

interface Entrant {
  contestant: Contestant
  server: McpProcess
}

async function enter(reference: Reference, place: string, forest: Forest): Promise<Entrant> {
  reference.seed(place, grow(forest))
  return { contestant: reference, server: await reference.start(place) }
}

function ask({ contestant, server }: Entrant, what: Growth['what'], call: number): Promise<number> {
  if (what === 'write') return timed(() => contestant.write(server, `Grown by ${call}`))
  return timed(() => contestant.search(server, rareWords[call % rareWords.length] ?? ''))
}

function summary({ contestant, server }: Entrant, taken: number[]) {
  // The first call loads what every server needs but once.
  const samples = taken.slice(1).filter(each => !Number.isNaN(each))
  return {
    contestant: contestant.name,
    p50: quantile(samples, 0.5),
    p99: quantile(samples, 0.99),
    samples: samples.length,
    answerBytes: server.lastAnswerBytes(),
  }
}
