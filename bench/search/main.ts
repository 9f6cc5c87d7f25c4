// npm run bench:search [-- --only build,query,why] [--runs 3] [--json | --markdown]; DAYBOOK_BENCH=full for a home of a gibibyte

import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installCcusage, peerName } from '../diary/ccusage.ts'
import { roots } from '../diary/daybook.ts'
import { inventHome } from '../diary/home.ts'
import { counted, megabytes } from '../diary/measure.ts'
import { manyWords } from '../diary/prose.ts'
import { run } from '../diary/run-process.ts'
import { fileSizes, fullHome } from '../diary/shape.ts'
import { bundleChild } from '../harness/bundle.ts'
import type { Figure } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
import { table } from '../harness/table.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { building } from './building.ts'
import type { Bench } from './measure.ts'
import { queries } from './queries.ts'
import { ripgrepVersion } from './ripgrep.ts'
import { why } from './why.ts'

const measures = [building, queries, why]
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
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
const scratch = openWorkspace(tmpdir())
const sizes = fileSizes(isFull ? fullHome : fullHome / 10)
const home = inventHome(scratch.folder('home'), sizes, Date.parse('2026-08-01T00:00:00Z'), 60, manyWords(20_000))
say(`a home of ${counted(home.files)} files, ${megabytes(home.bytes)}, ${counted(home.lines)} lines`)
const program = openWorkspace().program()
const bench: Bench = {
  home,
  isFull,
  runs: Number(flags.runs),
  scratch,
  indexOnce: await bundleChild('bench/search/index-once.ts', 'index-once'),
  threads: join(program, '../../dist/index-worker.cjs'),
  ccusage: await installCcusage(say).catch((error: Error) => {
    remarks.push(`${peerName} could not be installed: ${error.message.split('\n')[0]}`)
    return null
  }),
  ripgrep: ripgrepVersion(),
  say,
}
if (bench.ripgrep === null) remarks.push('ripgrep is not installed, so nothing was compared with it.')
const figures: Figure[] = []
for (const measure of chosen ?? measures) {
  if (!measure) continue
  say(measure.about)
  if (measure !== building) await indexForQueries()
  figures.push(...(await measure.run(bench)))
}
if (load > cpus().length / 2)
  remarks.push(`Other work kept the machine busy: its load was ${load.toFixed(1)} at the start.`)
const seconds = Math.round((performance.now() - started) / 1000)
const command = `${isFull ? 'DAYBOOK_BENCH=full ' : ''}npm run bench:search`
const date = new Date().toISOString().slice(0, 10)
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ date, machine: machineKind(), command, seconds, figures, remarks }, null, 2)}\n`
    : rendered(),
)

/** Brings the index that questions are asked of up to date. */
async function indexForQueries(): Promise<void> {
  const { claude, codex, folder } = home
  const cache = join(folder, 'diary', 'cache')
  await run(process.execPath, [bench.indexOnce, cache, 'with', bench.threads], {
    ...process.env,
    ...roots(claude, codex),
  })
}

function rendered(): string {
  const style = flags.markdown ? 'markdown' : 'text'
  return `${[`${date}, ${machineKind()}. \`${command}\`, ${seconds} s.`, table(figureColumns, figures, style), targetsMet(figures), ...remarks].join('\n\n')}\n`
}

function say(line: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
}
