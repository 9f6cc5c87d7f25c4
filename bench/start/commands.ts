import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundleProgram } from '../harness/bundle.ts'
import { atMost, type Figure, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { median } from '../harness/samples.ts'
import type { Bench } from './measure.ts'

/** They touch no store, so nothing but Node itself is allowed for. */
const textsOnly = [
  ['--version'],
  ['--help'],
  ['records', '--help'],
  ['diary', 'generate', '--help'],
  ['room', '--help'],
]
const inStore = [
  ['projects', 'list'],
  ['records', 'tree'],
  ['records', 'show', 'R001'],
  ['records', 'search', 'clock'],
  ['context', 'show'],
  ['call', 'list_projects'],
]

/** S2 and S3: what a person or a script waits for. */
export async function measureCommands({ runs, calls, workspace, say }: Bench): Promise<Figure[]> {
  const home = workspace.folder('home')
  const daybook = (args: string[]) => timeOf([workspace.program(), ...args], home)
  const node = () => timeOf(['-e', '0'], home)
  const store = await bundleProgram('bench/start/open-store.ts', 'open-store')
  await daybook(['call', 'create_record', JSON.stringify(record)])

  const figures: Figure[] = []
  for (const args of textsOnly) {
    say(`S2: daybook ${args.join(' ')}`)
    const pairs = await countedRuns(runs, () => inTurns(calls(8), () => daybook(args), node))
    const about = { id: 'S2', measure: `daybook ${args.join(' ')} vs node -e 0, p50`, target: atMost(1.5), work: '' }
    figures.push(ratioFigure(about, compare(pairs)))
  }
  for (const args of inStore) {
    say(`S3: daybook ${args.join(' ')}`)
    let opening = 0
    const pairs = await countedRuns(runs, async () => {
      const openings: number[] = []
      const pair = await inTurns(
        calls(8),
        () => daybook(args),
        async () => {
          const bare = await node()
          openings.push((await timeOf([store, join(home, 'daybook.db')], home)) - bare)
          return bare
        },
      )
      opening = median(openings)
      // The store's part is taken off; what is left is compared with Node alone.
      return { subject: pair.subject - opening, baseline: pair.baseline }
    })
    const work = `without the ${Math.round(opening)} ms that opening the store takes`
    const about = { id: 'S3', measure: `daybook ${args.join(' ')} vs node -e 0, p50`, target: atMost(1.5), work }
    figures.push(ratioFigure(about, compare(pairs)))
  }
  return figures
}

const record = { type: 'note', title: 'The clock', summary: 'One clock.', body: 'The clock is passed in.' }

async function inTurns(calls: number, subject: () => Promise<number>, baseline: () => Promise<number>) {
  const taken: { subject: number[]; baseline: number[] } = { subject: [], baseline: [] }
  for (let call = 0; call < calls; call++) {
    taken.subject.push(await subject())
    taken.baseline.push(await baseline())
  }
  return { subject: median(taken.subject), baseline: median(taken.baseline) }
}

/** Milliseconds from starting Node with these arguments to its end; a failing command is quick and must not count. */
async function timeOf(args: string[], home: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, DAYBOOK_HOME: home }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`It ended with ${code}: ${args.join(' ')}`)
  return performance.now() - started
}
