import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Figure, isMet } from '../harness/figure.ts'
import { timed } from '../harness/samples.ts'
import { daybookIn, roots } from './daybook.ts'
import { inventHome } from './home.ts'
import { counted, type Measure, megabytes } from './measure.ts'
import { run } from './run-process.ts'

const [from, to] = ['2026-08-01', '2026-09-12']
const days = 43
const started = Date.parse(`${from}T00:00:00Z`)
/** As sessions of a day's work are: many small ones, some large. */
const sizes = Array.from({ length: 300 }, (_, n) => (n % 10 === 0 ? 7_000_000 : n % 2 === 0 ? 1_000_000 : 400_000))

export const allDays: Measure = {
  id: 'days',
  about: `${sizes.length} sessions to the reports of all their days`,
  async run(bench) {
    // Two days of room, so that no session goes on after the last.
    const home = inventHome(bench.scratch.folder('many'), sizes, started, days - 2)
    const state = bench.scratch.folder('state')
    const daybook = daybookIn(state, bench.program, bench.prelude, true)
    const { index, archive, cpu: indexCpu } = await daybook.index(home)
    const costFile = join(state, 'cost')
    const env = { ...process.env, ...roots(home.claude, home.codex), DAYBOOK_HOME: state, DAYBOOK_BENCH_COST: costFile }
    const range = ['diary', 'range', '--from', from, '--to', to, '--generate']
    const generated = await timed(() =>
      run(process.execPath, ['--import', bench.prelude, bench.program, ...range], env),
    )
    const { cpu, kilobytes } = JSON.parse(readFileSync(costFile, 'utf8'))
    const reports = readdirSync(join(state, 'diary', 'work')).filter(day => hasReport(state, day)).length
    if (reports !== days) throw new Error(`${reports} of ${days} days have a report.`)
    rmSync(home.folder, { recursive: true, force: true })
    rmSync(state, { recursive: true, force: true })
    const memory = Math.round((kilobytes * 1024) / 1_000_000)
    const work = `${counted(home.files)} sessions, ${megabytes(home.bytes)}, ${days} days; CPU of all threads ${seconds(cpu)}, at most ${memory} MB; index ${seconds(index)} and archive ${seconds(archive)} before, CPU ${seconds(indexCpu)}`
    return [figureOf(generated / 1000, work)]
  },
}

function figureOf(value: number, work: string): Figure {
  const target = atMost(20)
  const measure = 'reports of all days of 300 indexed sessions'
  return { id: 'D13', measure, subject: '', baseline: '', value, unit: ' s', target, met: isMet(value, target), work }
}

function hasReport(state: string, day: string): boolean {
  return readdirSync(join(state, 'diary', 'work', day)).includes('daily-report.json')
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
