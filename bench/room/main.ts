// npm run bench:room [-- --only R3,grounding] [--quick] [--json | --markdown]
import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs, promisify } from 'node:util'
import type { Figure } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
import { table } from '../harness/table.ts'
import { openWorkspace, projectRoot } from '../harness/workspace.ts'
import type { Bench } from './measure.ts'
import { r1 } from './r01-executions.ts'
import { r2 } from './r02-prompts.ts'
import { r3 } from './r03-engine.ts'
import { r4 } from './r04-append.ts'
import { r5 } from './r05-verify.ts'
import { r6 } from './r06-check.ts'
import { r7 } from './r07-tree.ts'
import { r8 } from './r08-canon.ts'
import { r9 } from './r09-memory.ts'
import { r10 } from './r10-queue.ts'
import { r11 } from './r11-receipts.ts'

const measures = [r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11]
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const known = [...measures.map(({ id }) => id), 'grounding']
const chosen = flags.only?.split(',').map(name => known.find(each => each.toLowerCase() === name.trim().toLowerCase()))
if (chosen?.includes(undefined)) {
  process.stderr.write(`--only takes names from this list, separated by commas: ${known.join(', ')}\n`)
  process.exit(2)
}
const wanted = (name: string) => !chosen || chosen.includes(name)

const started = performance.now()
const load = [loadavg()[0] ?? 0]
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
  load.push(loadavg()[0] ?? 0)
}
const grounding = wanted('grounding') ? await runGrounding() : undefined
const seconds = Math.round((performance.now() - started) / 1000)
const date = new Date().toISOString().slice(0, 10)
const command = ['npm run bench:room', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')
const span = `${Math.min(...load).toFixed(1)}–${Math.max(...load).toFixed(1)}`
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ date, machine: machineKind(), load: span, command, seconds, figures, grounding }, null, 2)}\n`
    : rendered(),
)

function rendered(): string {
  return `${[
    `${date}, ${machineKind()}, load ${span}. \`${command}\`, ${seconds} s.`,
    ...(figures.length > 0 ? [table(figureColumns, figures, flags.markdown ? 'markdown' : 'text')] : []),
    ...(figures.length > 0 ? [targetsMet(figures)] : []),
    ...(grounding === undefined ? [] : ['Grounding:', String(grounding)]),
  ].join('\n\n')}\n`
}

/** A process of its own: it ends with 1 when it misses a target, which is a figure here and no failure. */
async function runGrounding(): Promise<unknown> {
  say('grounding: replies whose truth is known')
  const cells = flags.quick ? ['--per-cell', '10'] : []
  const run = ['scripts/run-ts.mjs', 'bench/room/grounding/main.ts', ...cells, ...(flags.json ? ['--json'] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: projectRoot }).catch(
    (error: { stdout?: string }) => {
      if (!error.stdout) throw error
      return { stdout: error.stdout }
    },
  )
  return flags.json ? JSON.parse(stdout) : stdout.trim()
}

function say(line: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
}
