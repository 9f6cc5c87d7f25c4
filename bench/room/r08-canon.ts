import { startBuild } from '../../src/room/canon/build.ts'
import { atMost, type Figure, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import type { Bench, Measure } from './measure.ts'
import { openBenchRoom } from './open-room.ts'
import { noCalls, repeated, stubModel } from './stub-model.ts'

const cards = 100
const card = (number: number) => `Compendium/Lore/CONCEPT-invented-${number}.md`
const answer = JSON.stringify({
  type: 'lore',
  scope: ['harbor'],
  hardness: 'soft',
  topics: ['rule'],
  defines: [],
  constraints: [],
  summary: 'A rule of the harbor.',
})

export const r8: Measure = {
  id: 'R8',
  about: 'the canon index after one changed card of 100 beside a full one',
  run: async bench => [await reindexed(bench, 0), await reindexed(bench, 20)],
}

async function reindexed({ runs: count, workspace }: Bench, pauseMs: number): Promise<Figure> {
  const opened = await openBenchRoom(workspace.folder('canon'))
  const { room } = opened
  const present = (await room.workspace.vfs.snapshot()).files.filter(file => file.class === 'compendium').length
  for (let number = present; number < cards; number++) opened.write(card(number), text(number, 'first'))
  const totals = noCalls()
  opened.setModel('chief', stubModel(repeated([answer], (cards + 1) * (count + 1)), totals, pauseMs))
  const build = async (expected: number, full: boolean) => {
    const before = totals.calls
    const { fallbacks, fileCount } = await (await startBuild(room, { full })).built
    if (totals.calls - before !== expected || fallbacks > 0 || fileCount !== cards)
      throw new Error(`The build asked ${totals.calls - before} times and fell back ${fallbacks} times.`)
  }
  const runs = await countedRuns(count, async index => {
    const baseline = await timed(() => build(cards, true))
    opened.write(card(50), text(50, `in run ${index}`))
    return { subject: await timed(() => build(1, false)), baseline }
  })
  await opened.close()
  const work = `1 model call beside ${cards}; both write journal, index, list of entries and an issue`
  const stub = pauseMs === 0 ? 'a stub that answers at once' : `a stub of ${pauseMs} ms per card`
  const measure = `canon re-index after 1 changed card of ${cards} vs full, ${stub}`
  return ratioFigure({ id: 'R8', measure, target: atMost(0.05), work }, compare(runs))
}

function text(number: number, change: string): string {
  return `# Rule ${number}\n\nThe harbor keeps rule ${number}, ${change}.\n${'It must be read aloud at low water.\n'.repeat(20)}`
}
