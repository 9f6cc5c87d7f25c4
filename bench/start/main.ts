// npm run bench:start [-- --only chats,commands,hooks,day] [--quick] [--json | --markdown]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Figure } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
import { table } from '../harness/table.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { measureChatStart } from './chats.ts'
import { measureCommands } from './commands.ts'
import { measureFirstDay } from './first-day.ts'
import { measureHooks } from './hooks.ts'

const measures = { chats: measureChatStart, commands: measureCommands, hooks: measureHooks, day: measureFirstDay }
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(measures).join(',') },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const started = performance.now()
const load = loadavg()[0] ?? 0
const bench = {
  runs: flags.quick ? 3 : 5,
  calls: (usual: number) => (flags.quick ? Math.ceil(usual / 4) : usual),
  workspace: openWorkspace(),
  say: (line: string) => void process.stderr.write(`${line}\n`),
}
const figures: Figure[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (flags.only.split(',').includes(name)) figures.push(...(await measure(bench)))
}
const seconds = Math.round((performance.now() - started) / 1000)
const about = `${new Date().toISOString().slice(0, 10)}, ${machineKind()}, load ${load.toFixed(1)} at the start, ${seconds} s.`
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ about, figures }, null, 2)}\n`
    : `${about}\n\n${table(figureColumns, figures, flags.markdown ? 'markdown' : 'text')}\n\n${targetsMet(figures)}\n`,
)
// A gate: a missed target fails the command.
process.exitCode = figures.every(({ met }) => met) ? 0 : 1
