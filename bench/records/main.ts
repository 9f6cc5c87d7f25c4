// npm run bench:records [-- --only P5,P7] [--quick] [--json | --markdown]
import { parseArgs } from 'node:util'
import { machineKind } from '../harness/figure-table.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { daybookIn, referenceMemory } from './contestants.ts'
import { growth } from './growth.ts'
import { lostAcks } from './lost-acks.ts'
import { type Bench, sizesFor } from './measure.ts'
import { measures } from './measures.ts'
import { type Report, render } from './report.ts'

const comparisons = ['lost-acks', 'growth']
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const known = [...measures.map(measure => measure.id), ...comparisons]
const chosen = flags.only?.split(',').map(name => known.find(each => each.toLowerCase() === name.trim().toLowerCase()))
if (chosen?.includes(undefined)) {
  process.stderr.write(`--only takes names from this list, separated by commas: ${known.join(', ')}\n`)
  process.exit(2)
}
const wanted = (name: string) => !chosen || chosen.includes(name)

const started = performance.now()
const workspace = openWorkspace()
const bench: Bench = { sizes: sizesFor(flags.quick), workspace, say }
const report: Report = {
  date: new Date().toISOString().slice(0, 10),
  machine: machineKind(),
  command: ['npm run bench:records', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
  seconds: 0,
  figures: [],
  lostAcks: [],
  growth: [],
  remarks: [],
}

for (const measure of measures.filter(({ id }) => wanted(id))) {
  say(`${measure.id}: ${measure.about}`)
  report.figures.push(...(await measure.run(bench)))
}
if (comparisons.some(wanted)) await compareWithReference()
report.seconds = Math.round((performance.now() - started) / 1000)
process.stdout.write(
  flags.json ? `${JSON.stringify(report, null, 2)}\n` : render(report, flags.markdown ? 'markdown' : 'text'),
)

async function compareWithReference(): Promise<void> {
  const reference = await referenceMemory(say).catch((error: Error) => {
    report.remarks.push(`The reference memory server could not be installed: ${error.message.split('\n')[0]}`)
    return undefined
  })
  if (wanted('lost-acks'))
    report.lostAcks = await lostAcks(bench, [daybookIn(workspace), ...(reference ? [reference] : [])])
  if (wanted('growth')) report.growth = await growth(bench, reference)
}

function say(line: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
}
