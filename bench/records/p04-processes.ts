import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundleChild } from '../harness/bundle.ts'
import { atMost, digits, type Figure, isMet, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { quantile } from '../harness/samples.ts'
import { openCaller } from './caller.ts'
import { counted, type Measure } from './measure.ts'
import type { Written } from './writer.ts'

export const p04: Measure = {
  id: 'P4',
  about: 'eight processes writing to one file beside one process writing as much',
  async run({ sizes, workspace }) {
    const processes = 8
    const writesEach = sizes.calls(200)
    const program = await bundleChild('bench/records/writer.ts', 'writer')
    const waits: number[] = []
    const runs = await countedRuns(sizes.runs, async () => {
      const many = await race(program, join(workspace.folder('many'), 'daybook.db'), processes, writesEach)
      const one = await race(program, join(workspace.folder('one'), 'daybook.db'), 1, processes * writesEach)
      waits.push(...many.waits)
      return { subject: many.milliseconds, baseline: one.milliseconds }
    })
    const longest = Math.max(...waits) / 1000
    const target = atMost(5)
    const writes = counted(processes * writesEach)
    const work = `${writes} writes a run, 0 errors, all kept, ticks 1…${writes} without a gap`
    const wait: Figure = {
      id: 'P4',
      measure: 'the longest wait of a single write, all runs',
      subject: `${digits(quantile(waits, 0.99))} ms p99`,
      baseline: '',
      value: longest,
      unit: ' s',
      target,
      met: isMet(longest, target),
      work: `${counted(waits.length)} writes`,
    }
    const measure = `${processes} processes × ${writesEach} writes vs 1 × ${writes}, wall time`
    return [ratioFigure({ id: 'P4', measure, target: atMost(3), work }, compare(runs)), wait]
  },
}

/** Starts the writers together and waits for the last; starting them is not part of the time. */
async function race(program: string, file: string, processes: number, writesEach: number) {
  const children = Array.from({ length: processes }, () => fork(program, [file, String(writesEach)]))
  const exits = children.map(child => once(child, 'exit'))
  for (const ready of children.map(child => once(child, 'message'))) await ready
  const started = performance.now()
  const answers = children.map(child => once(child, 'message'))
  for (const child of children) child.send('go')
  const results = (await Promise.all(answers)).map(([written]): Written => written)
  const milliseconds = performance.now() - started
  await Promise.all(exits)
  await requireAllKept(file, processes * writesEach)
  return { milliseconds, waits: results.flatMap(({ waits }) => waits) }
}

async function requireAllKept(file: string, writes: number): Promise<void> {
  const caller = await openCaller(file)
  const { total } = await caller.call('list_records', { limit: 1 })
  const { tick } = await caller.call('get_project')
  const { ok } = await caller.call('check_records')
  await caller.close()
  if (total !== writes || tick !== writes || !ok) {
    throw new Error(`${writes} writes were acknowledged, ${total} are kept, the tick is ${tick}, sound: ${ok}.`)
  }
}
