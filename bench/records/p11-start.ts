import { bundleProgram } from '../harness/bundle.ts'
import { atMost, milliseconds, ratioFigure } from '../harness/figure.ts'
import { timeToTools } from '../harness/mcp-process.ts'
import { compare, countedRuns, medians, takeTurns } from '../harness/runs.ts'
import { daybookMcp } from './daybook-mcp.ts'
import type { Measure } from './measure.ts'

export const p11: Measure = {
  id: 'P11',
  about: 'start of daybook mcp to its first tools/list beside a trivial server',
  async run({ sizes, workspace }) {
    const trivial = await bundleProgram('bench/records/trivial-server.ts', 'trivial-server')
    const home = workspace.folder('home')
    const firstEver = await timeToTools(daybookMcp(workspace, home))
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await takeTurns(
        { subject: () => timeToTools(daybookMcp(workspace, home)), baseline: () => timeToTools({ args: [trivial] }) },
        { calls: sizes.calls(8) },
      )
      return medians(taken)
    })
    const work = `18 tools beside 1; the very first start, which makes the database: ${milliseconds(firstEver)}`
    return [
      ratioFigure(
        { id: 'P11', measure: 'daybook mcp start to tools/list vs trivial server, p50', target: atMost(2.5), work },
        compare(runs),
      ),
    ]
  },
}
