// npm run bench:context [-- --only Q4,tokens] [--quick] [--json | --markdown]
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Figure } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
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
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const known = [...measures.map(({ id }) => id), 'tokens']
const chosen = flags.only?.split(',').map(name => known.find(each => each.toLowerCase() === name.trim().toLowerCase()))
if (chosen?.includes(undefined)) {
  process.stderr.write(`--only takes names from this list, separated by commas: ${known.join(', ')}\n`)
  process.exit(2)
}
const wanted = (name: string) => !chosen || chosen.includes(name)

const started = performance.now()
const load = loadavg()[0] ?? 0
const remarks: string[] = []
const bench: Bench = {
  runs: flags.quick ? 3 : 5,
  calls: usual => (flags.quick ? Math.ceil(usual / 4) : usual),
  workspace: openWorkspace(),
  say,
}
const figures: Figure[] = []
for (const measure of measures.filter(({ id }) => wanted(id))) {
  say(`${measure.id}: ${measure.about}`)
  figures.push(...(await measure.run(bench)))
}
const paid: Price[] = wanted('tokens') ? await prices(bench, remarks) : []
if (load > cpus().length / 2)
  remarks.push(`Other work kept the machine busy: its load was ${load.toFixed(1)} at the start.`)
const seconds = Math.round((performance.now() - started) / 1000)
const date = new Date().toISOString().slice(0, 10)
const command = ['npm run bench:context', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
  ' ',
)
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ date, machine: machineKind(), command, seconds, figures, prices: paid, remarks }, null, 2)}\n`
    : rendered(),
)

function rendered(): string {
  const style = flags.markdown ? 'markdown' : 'text'
  return `${[
    `${date}, ${machineKind()}. \`${command}\`, ${seconds} s.`,
    ...(figures.length > 0 ? [table(figureColumns, figures, style), targetsMet(figures)] : []),
    ...(paid.length > 0 ? [table(priceColumns, paid, style)] : []),
    ...remarks,
  ].join('\n\n')}\n`
}

function say(line: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
}
