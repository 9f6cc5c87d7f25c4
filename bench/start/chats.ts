import { bundleProgram } from '../harness/bundle.ts'
import { atMost, type Figure, isMet, ratioFigure } from '../harness/figure.ts'
import { type Launch, startMcp, timeToTools } from '../harness/mcp-process.ts'
import { compare, countedRuns, medians, takeTurns } from '../harness/runs.ts'
import { median } from '../harness/samples.ts'
import type { Bench } from './measure.ts'

/** Every toolset alone, the daily profile, two together, and everything. */
const choices = ['core', 'records', 'diary', 'context', 'room', 'records,context', undefined]

/** P11: what a chat client waits for whenever it starts its server. */
export async function measureChatStart({ runs, calls, workspace, say }: Bench): Promise<Figure[]> {
  const trivial = { args: [await bundleProgram('bench/records/trivial-server.ts', 'trivial-server')] }
  const home = workspace.folder('home')
  const figures: Figure[] = []
  for (const toolsets of choices) {
    say(`P11: start of daybook mcp with ${toolsets ?? 'all toolsets'}`)
    const launch: Launch = {
      args: [workspace.program(), 'mcp', ...(toolsets ? ['--toolsets', toolsets] : [])],
      env: { DAYBOOK_HOME: home },
    }
    const pairs = await countedRuns(runs, async () =>
      medians(
        await takeTurns(
          { subject: () => timeToTools(launch), baseline: () => timeToTools(trivial) },
          { calls: calls(8) },
        ),
      ),
    )
    const measure = `daybook mcp, ${toolsets ?? 'all toolsets'}: start to tools/list vs one-tool server, p50`
    const work = `${await countTools(launch)} tools beside 1`
    figures.push(ratioFigure({ id: 'P11', measure, target: atMost(1.3), work }, compare(pairs)))
    figures.push(await idleMemory(launch, trivial, toolsets ?? 'all toolsets'))
  }
  return figures
}

async function countTools(launch: Launch): Promise<number> {
  const server = await startMcp(launch)
  // What tools/list answers has this shape.
  const { tools } = (await server.request('tools/list', {})) as { tools: unknown[] }
  await server.end()
  return tools.length
}

async function idleMemory(launch: Launch, trivial: Launch, choice: string): Promise<Figure> {
  const [own, other] = [await megabytes(launch), await megabytes(trivial)]
  const target = atMost(70)
  return {
    id: 'S1',
    measure: `resident memory of an idle server, ${choice}`,
    subject: `${own.toFixed(1)} MB`,
    baseline: `${other.toFixed(1)} MB`,
    value: own,
    unit: ' MB',
    target,
    met: isMet(own, target),
    work: 'after tools/list, no call yet; the baseline is the one-tool server',
  }
}

async function megabytes(launch: Launch): Promise<number> {
  const readings: number[] = []
  for (let reading = 0; reading < 5; reading++) {
    const server = await startMcp(launch)
    await server.request('tools/list', {})
    readings.push(server.memory() / 1e6)
    await server.end()
  }
  return median(readings)
}
