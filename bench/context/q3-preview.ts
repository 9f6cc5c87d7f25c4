import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { atMost, type Figure, ratioFigure, type Target } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { projectRoot } from '../harness/workspace.ts'
import { callsOn } from './calls-on.ts'
import { layeredProject } from './layered-project.ts'
import { type Bench, counted, type Measure } from './measure.ts'

export const q3: Measure = {
  id: 'Q3',
  about: 'template_preview in process beside reading the same files and joining the same bytes',
  async run(bench) {
    return [await previewed(bench, 2000, atMost(3)), await previewed(bench, 200_000, null)]
  },
}

async function previewed(
  { runs: count, calls: scaled, workspace }: Bench,
  state: number,
  target: Target | null,
): Promise<Figure> {
  const { home, files } = await layeredProject(workspace.folder('home'), state)
  const app = await openApp({
    location: join(home, 'daybook.db'),
    context: { userPrompts: join(home, 'prompts.md'), userStatements: join(home, 'statements.md') },
  })
  const call = callsOn(app)
  const { text, sections } = await call('template_preview', { projectId: 'default' })
  const shipped = ['prompts.md', 'statements.md'].map(name => join(projectRoot, 'assets', name))
  const pieces = cutInto(
    text,
    sections.map(({ bytes }: { bytes: number }) => bytes),
  )
  const calls = scaled(300)
  const runs = await countedRuns(count, async () =>
    medians(
      await alternate(
        {
          subject: () => call('template_preview', { projectId: 'default' }),
          baseline: async () => {
            for (const file of [...files, ...shipped]) await readFile(file, 'utf8')
            // Flattened, because a concatenated string is built only when it is first read.
            Buffer.from(pieces.join('\n\n'))
          },
        },
        { calls, block: 10 },
      ),
    ),
  )
  await app.close()
  const measure = `template_preview in process vs reading and joining, ${counted(state)} bytes of state, p50`
  const work = `${files.length + shipped.length} files, a block of ${counted(Buffer.byteLength(text))} bytes, ${counted(calls)} calls a run`
  return ratioFigure({ id: 'Q3', measure, target, work }, compare(runs))
}

function cutInto(text: string, sizes: number[]): string[] {
  const bytes = Buffer.from(text)
  let at = 0
  return sizes.map(size => {
    const piece = bytes.toString('utf8', at, at + size)
    at += size + 2
    return piece
  })
}
