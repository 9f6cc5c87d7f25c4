import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { bundleChild } from '../harness/bundle.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { callsOn } from './calls-on.ts'
import { counted, type Measure } from './measure.ts'

export const q7: Measure = {
  id: 'Q7',
  about: 'eight processes summarizing one project beside one process summarizing as often',
  async run({ runs: count, calls: scaled, workspace }) {
    const processes = 8
    const each = scaled(200)
    const program = await bundleChild('bench/context/writer.ts', 'context-writer')
    // A run takes some ten seconds, so that three of them must do.
    const runs = await countedRuns(Math.min(count, 3), async () => ({
      subject: await race(program, join(workspace.folder('many'), 'daybook.db'), processes, each),
      baseline: await race(program, join(workspace.folder('one'), 'daybook.db'), 1, processes * each),
    }))
    const measure = `${processes} processes × ${each} summaries vs 1 × ${counted(processes * each)}, wall time`
    const work = `${counted(processes * each)} summaries a run, 0 errors, all in the history, numbers without a gap`
    return [ratioFigure({ id: 'Q7', measure, target: atMost(3), work }, compare(runs))]
  },
}

/** Starts the writers together and waits for the last; starting them is not part of the time. */
async function race(program: string, file: string, processes: number, each: number): Promise<number> {
  const children = Array.from({ length: processes }, (_, index) => fork(program, [file, String(index), String(each)]))
  const exits = children.map(child => once(child, 'exit'))
  for (const ready of children.map(child => once(child, 'message'))) await ready
  const started = performance.now()
  const answers = children.map(child => once(child, 'message'))
  for (const child of children) child.send('go')
  await Promise.all(answers)
  const milliseconds = performance.now() - started
  await Promise.all(exits)
  await requireAllKept(file, processes * each)
  return milliseconds
}

async function requireAllKept(file: string, expected: number): Promise<void> {
  const app = await openApp({ location: file })
  const { total } = await callsOn(app)('context_history', { projectId: 'default', limit: 1 })
  await app.close()
  if (total !== expected) throw new Error(`${expected} summaries were acknowledged and ${total} are in the history.`)
}
