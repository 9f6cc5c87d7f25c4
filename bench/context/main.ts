// npm run bench:context [-- --only Q4,tokens] [--quick] [--json | --markdown]
import { parseArgs } from 'node:util'
import { benchFlags, startBench } from '../harness/bench-run.ts'
import { table } from '../harness/table.ts'
import { openWorkspace } from '../harness/workspace.ts'
import type { Bench } from './measure.ts'
import { q1, q2 } from './over-stdio.ts'
import { q3 } from './q3-preview.ts'
import { q4 } from './q4-records.ts'
import { q5 } from './q5-summarize.ts'
import { q6 } from './q6-history.ts'
import { q7 } from './q7-processes.ts'
import { q8 } from './q8-list.ts'
import { q9 } from './q9-import.ts'
import { type Price, priceColumns, prices } from './tokens.ts'

const measures = [q1, q2, q3, q4, q5, q6, q7, q8, q9]
const { values: flags } = parseArgs({ options: { ...benchFlags, quick: { type: 'boolean', default: false } } })
const { wanted, say, remarks, style, runMeasures, print } = startBench('context', flags, [
  ...measures.map(({ id }) => id),
  'tokens',
])
const bench: Bench = {
  runs: flags.quick ? 3 : 5,
  calls: usual => (flags.quick ? Math.ceil(usual / 4) : usual),
  workspace: openWorkspace(),
  say,
}
const figures = await runMeasures(measures, bench)
const paid: Price[] = wanted('tokens') ? await prices(bench, remarks) : []
print(figures, { json: { prices: paid }, texts: paid.length > 0 ? [table(priceColumns, paid, style)] : [] })
