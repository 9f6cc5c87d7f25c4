// npm run bench:diary [-- --only index,read] [--json | --markdown]; DAYBOOK_BENCH=full for a home of a gibibyte

import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { benchFlags, startBench } from '../harness/bench-run.ts'
import { bundleChild } from '../harness/bundle.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { allDays } from './all-days.ts'
import { installCcusage, peerName } from './ccusage.ts'
import { giants } from './giants.ts'
import { indexing } from './indexing.ts'
import type { Bench } from './measure.ts'
import { preparing } from './preparing.ts'
import { reading } from './reading.ts'
import { reporting } from './reporting.ts'
import { fullHome } from './shape.ts'

const measures = [indexing, giants, reading, preparing, reporting, allDays]
const { values: flags } = parseArgs({ options: benchFlags })
const { say, remarks, runMeasures, print } = startBench(
  'diary',
  flags,
  measures.map(({ id }) => id),
)
const isFull = process.env.DAYBOOK_BENCH === 'full'
const bench: Bench = {
  files: isFull ? fullHome : fullHome / 10,
  runs: 3,
  scratch: openWorkspace(tmpdir()),
  program: openWorkspace().program(),
  prelude: await bundleChild('bench/diary/process-cost.ts', 'process-cost'),
  bareLoop: await bundleChild('bench/diary/bare-loop.ts', 'bare-loop'),
  ccusage: await installCcusage(say).catch((error: Error) => {
    remarks.push(`${peerName} could not be installed: ${error.message.split('\n')[0]}`)
    return null
  }),
  say,
}
print(await runMeasures(measures, bench))
