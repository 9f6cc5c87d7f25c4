import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleProgram } from '../harness/bundle.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { startMcp } from '../harness/mcp-process.ts'
import { alternate, compare, countedRuns } from '../harness/runs.ts'
import { quantile } from '../harness/samples.ts'
import { daybookMcp } from './daybook-mcp.ts'
import { counted, type Measure } from './measure.ts'
import { storeOf } from './stores.ts'

export const p01: Measure = {
  id: 'P1',
  about: 'get_record_ref over stdio beside a tool that only answers',
  async run({ sizes, workspace, say }) {
    const home = dirname(workspace.copyOf(await storeOf(sizes.small, say)))
    const daybook = await startMcp(daybookMcp(workspace, home))
    const args = { id: 'R002' }
    // The trivial tool sends the very answer Daybook gives, so that both move the same bytes.
    const answer = join(home, 'answer.json')
    writeFileSync(answer, JSON.stringify(await daybook.call('get_record_ref', args)))
    const trivial = await startMcp({
      args: [await bundleProgram('bench/records/trivial-server.ts', 'trivial-server'), answer],
    })
    const calls = sizes.calls(1000)
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await alternate(
        {
          subject: () => daybook.call('get_record_ref', args),
          baseline: () => trivial.call('get_record_ref', args),
        },
        { calls },
      )
      const at = (share: number) => ({
        subject: quantile(taken.subject, share),
        baseline: quantile(taken.baseline, share),
      })
      return { p50: at(0.5), p95: at(0.95) }
    })
    const work = `${counted(calls)} calls a run, answers of ${daybook.lastAnswerBytes()} and ${trivial.lastAnswerBytes()} bytes`
    await daybook.end()
    await trivial.end()
    return [
      ratioFigure(
        { id: 'P1', measure: 'get_record_ref vs trivial tool, stdio, p50', target: atMost(2), work },
        compare(runs.map(run => run.p50)),
      ),
      ratioFigure(
        { id: 'P1', measure: 'get_record_ref vs trivial tool, stdio, p95', target: atMost(3), work },
        compare(runs.map(run => run.p95)),
      ),
    ]
  },
}
