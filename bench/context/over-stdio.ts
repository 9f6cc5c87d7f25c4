import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '../harness/bundle.ts'
import { atMost, type Figure, ratioFigure } from '../harness/figure.ts'
import { startMcp } from '../harness/mcp-process.ts'
import { alternate, compare, countedRuns } from '../harness/runs.ts'
import { quantile } from '../harness/samples.ts'
import { layeredProject } from './layered-project.ts'
import { type Bench, counted, type Measure } from './measure.ts'

export const q1: Measure = {
  id: 'Q1',
  about: 'project_get over stdio beside a tool that only answers',
  run: bench =>
    overStdio(bench, { id: 'Q1', tool: 'project_get', args: { id: 'default' }, state: 2000, calls: 600 }, [
      [0.5, 'p50', 2],
      [0.95, 'p95', 3],
    ]),
}

export const q2: Measure = {
  id: 'Q2',
  about: 'context_build over stdio beside a tool that only answers',
  run: bench =>
    overStdio(bench, { id: 'Q2', tool: 'context_build', args: { projectId: 'default' }, state: 200_000, calls: 150 }, [
      [0.5, 'p50, three layers, 200 kB of state', 3],
    ]),
}

interface Tool {
  id: string
  tool: string
  args: object
  /** Bytes of the stored summary. */
  state: number
  calls: number
}

async function overStdio(
  { runs: count, calls: scaled, workspace }: Bench,
  { id, tool, args, state, calls: usual }: Tool,
  shares: [share: number, name: string, most: number][],
): Promise<Figure[]> {
  const { home } = await layeredProject(workspace.folder('home'), state)
  const env = { DAYBOOK_HOME: home }
  const daybook = await startMcp({ args: [workspace.program(), 'mcp', '--toolsets', 'context'], env })
  // The trivial tool sends the very answer Daybook gives, so that both move the same bytes.
  const answer = join(home, 'answer.json')
  writeFileSync(answer, JSON.stringify(await daybook.call(tool, args)))
  const trivial = await startMcp({
    args: [await bundleProgram('bench/records/trivial-server.ts', 'trivial-server'), answer],
  })
  const calls = scaled(usual)
  const runs = await countedRuns(count, () =>
    alternate({ subject: () => daybook.call(tool, args), baseline: () => trivial.call(tool, args) }, { calls }),
  )
  const work = `${counted(calls)} calls a run, answers of ${counted(daybook.lastAnswerBytes())} and ${counted(trivial.lastAnswerBytes())} bytes`
  await daybook.end()
  await trivial.end()
  return shares.map(([share, name, most]) =>
    ratioFigure(
      { id, measure: `${tool} vs trivial tool, stdio, ${name}`, target: atMost(most), work },
      compare(runs.map(run => ({ subject: quantile(run.subject, share), baseline: quantile(run.baseline, share) }))),
    ),
  )
}
