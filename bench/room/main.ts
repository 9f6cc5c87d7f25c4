// npm run bench:room [-- --only R3,grounding] [--quick] [--json | --markdown]
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { benchFlags, startBench } from '../harness/bench-run.ts'
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
const { values: flags } = parseArgs({ options: { ...benchFlags, quick: { type: 'boolean', default: false } } })
const { wanted, say, runMeasures, print } = startBench('room', flags, [...measures.map(({ id }) => id), 'grounding'])
const bench: Bench = {
  runs: flags.quick ? 3 : 5,
  calls: usual => (flags.quick ? Math.ceil(usual / 4) : usual),
  workspace: openWorkspace(),
  say,
}
const figures = await runMeasures(measures, bench)
const grounding = wanted('grounding') ? await runGrounding() : undefined
print(figures, { json: { grounding }, texts: grounding === undefined ? [] : ['Grounding:', String(grounding)] })

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
