import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { openConference } from './conference.ts'
import { countDiskWork, type DiskWork, diskWorkOf } from './disk-work.ts'
import { counted, type Measure } from './measure.ts'

const pauseMs = 200
/** Counted in the same way before the record of a round was written as lines. */
const before = 'before: 179–188 syncs, 49–51 replaced files, 1,035–1,061 KiB'

export const r3: Measure = {
  id: 'R3',
  about: 'what the engine adds to a round whose provider takes 200 ms per call',
  async run({ runs: count, workspace }) {
    const { opened, totals, round } = await openConference(workspace.folder('engine'), { rounds: count + 1, pauseMs })
    let calls = 0
    let disk: DiskWork = { syncs: 0, replaced: 0, bytes: 0 }
    await countDiskWork()
    const runs = await countedRuns(count, async () => {
      const before = { ...totals }
      const cpu = process.cpuUsage()
      let wall = 0
      disk = await diskWorkOf(async () => {
        wall = await timed(round)
      })
      const { user, system } = process.cpuUsage(cpu)
      calls = totals.calls - before.calls
      return { wall, engine: wall - (totals.milliseconds - before.milliseconds), processor: (user + system) / 1000 }
    })
    await opened.close()
    const sides = (side: 'engine' | 'processor') =>
      compare(runs.map(run => ({ subject: run[side], baseline: run.wall })))
    const round200 = 'wall time of a round, 200 ms per model call'
    const asked = `${counted(disk.syncs)} syncs, ${disk.replaced} replaced files and ${counted(Math.round(disk.bytes / 1024))} KiB written`
    const work = `${calls} model calls, 3 tool runs, an issue, ${asked} a round (${before}); engine = wall time − time inside the provider`
    const busy = 'the same rounds; what is left of the engine is waiting for the disk and for other processes'
    return [
      ratioFigure({ id: 'R3', measure: `engine time vs ${round200}`, target: atMost(0.1), work }, sides('engine')),
      ratioFigure({ id: 'R3', measure: `processor time vs ${round200}`, target: null, work: busy }, sides('processor')),
    ]
  },
}
