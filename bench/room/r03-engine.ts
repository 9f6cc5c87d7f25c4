import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import type { Measure } from './measure.ts'
import { openMeeting } from './meeting.ts'

const pauseMs = 200

export const r3: Measure = {
  id: 'R3',
  about: 'what the engine adds to a round whose provider takes 200 ms per call',
  async run({ runs: count, workspace }) {
    const { opened, spoken, round } = await openMeeting(workspace.folder('engine'), { rounds: count + 1, pauseMs })
    let calls = 0
    const runs = await countedRuns(count, async () => {
      const before = { ...spoken }
      const wall = await timed(round)
      calls = spoken.calls - before.calls
      return { subject: wall - (spoken.milliseconds - before.milliseconds), baseline: wall }
    })
    await opened.close()
    const work = `${calls} model calls, 3 tool runs and an issue a round; engine = wall time − time inside the provider`
    const measure = 'engine time vs wall time of a round, 200 ms per model call'
    return [ratioFigure({ id: 'R3', measure, target: atMost(0.1), work }, compare(runs))]
  },
}
