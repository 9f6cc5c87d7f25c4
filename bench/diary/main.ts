// npm run bench:diary [-- --only index,read] [--json | --markdown]; DAYBOOK_BENCH=full for a home of a gibibyte

import { cpus, loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { bundleChild } from '../harness/bundle.ts'
import type { Figure } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
import { table } from '../harness/table.ts'
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
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const chosen = flags.only?.split(',').map(name => measures.find(({ id }) => id === name.trim()))
if (chosen?.includes(undefined)) {
  const names = measures.map(({ id }) => id).join(', ')
  process.stderr.write(`--only takes names from this list, separated by commas: ${names}\n`)
  process.exit(2)
}

const started = performance.now()
const load = loadavg()[0] ?? 0
const remarks: string[] = []
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
const figures: Figure[] = []
for (const measure of chosen ?? measures) {
  if (!measure) continue
  say(measure.about)
  figures.push(...(await measure.run(bench)))
}
if (load > cpus().length / 2)
  remarks.push(`Other work kept the machine busy: its load was ${load.toFixed(1)} at the start.`)
const seconds = Math.round((performance.now() - started) / 1000)
const command = `${isFull ? 'DAYBOOK_BENCH=full ' : ''}npm run bench:diary`
const date = new Date().toISOString().slice(0, 10)
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ date, machine: machineKind(), command, seconds, figures, remarks }, null, 2)}\n`
    : rendered(),
)

function rendered(): string {
  const style = flags.markdown ? 'markdown' : 'text'
  return `${[`${date}, ${machineKind()}. \`${command}\`, ${seconds} s.`, table(figureColumns, figures, style), targetsMet(figures), ...remarks].join('\n\n')}\n`
}

function say(line: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
}
