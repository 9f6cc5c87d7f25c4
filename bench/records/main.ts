// npm run bench:records [-- --only P5,P7] [--quick] [--json | --markdown]
import { parseArgs } from 'node:util'
import { benchFlags, startBench } from '../harness/bench-run.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { daybookIn, referenceMemory } from './contestants.ts'
import { growth } from './growth.ts'
import { lostAcks } from './lost-acks.ts'
import { type Bench, sizesFor } from './measure.ts'
import { measures } from './measures.ts'
import { type Report, render } from './report.ts'

const comparisons = ['lost-acks', 'growth']
const { values: flags } = parseArgs({ options: { ...benchFlags, quick: { type: 'boolean', default: false } } })
const { wanted, say, remarks, style, about, runMeasures } = startBench('records', flags, [
  ...measures.map(measure => measure.id),
  ...comparisons,
])
const workspace = openWorkspace()
const bench: Bench = { sizes: sizesFor(flags.quick), workspace, say }
const figures = await runMeasures(measures, bench)
const compared = comparisons.some(wanted) ? await compareWithReference() : { lostAcks: [], growth: [] }
const report: Report = { ...about(), figures, ...compared, remarks }
process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : render(report, style))

async function compareWithReference(): Promise<Pick<Report, 'lostAcks' | 'growth'>> {
  const reference = await referenceMemory(say).catch((error: Error) => {
    remarks.push(`The reference memory server could not be installed: ${error.message.split('\n')[0]}`)
    return undefined
  })
  const contestants = [daybookIn(workspace), ...(reference ? [reference] : [])]
  return {
    lostAcks: wanted('lost-acks') ? await lostAcks(bench, contestants) : [],
    growth: wanted('growth') ? await growth(bench, reference) : [],
  }
}
