import { mintId } from '../../src/room/ids.ts'
import { runTurn } from '../../src/room/turns/run-turn.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import type { Measure } from './measure.ts'
import { type BenchRoom, openBenchRoom } from './open-room.ts'
import { grounded, question, threeReads } from './replies.ts'
import { nothingSpoken, repeated, stubSpeaker } from './stub-speaker.ts'

const turns = 8

export const r10: Measure = {
  id: 'R10',
  about: 'how long turn k of a queue waits beside k turns',
  async run({ runs: count, workspace }) {
    const opened = await openBenchRoom(workspace.folder('queue'))
    const replies = [threeReads[0] ?? '', threeReads[3] ?? '', grounded]
    const agent = opened.agents.find(({ id }) => id === 'critic')
    if (!agent) throw new Error('There is nobody to speak.')
    opened.speak(agent.id, stubSpeaker(repeated(replies, turns * (count + 1)), nothingSpoken(), 50))
    const runs = await countedRuns(count, () => oneQueue(opened, agent))
    await opened.close()
    const work = `${turns} turns of 3 model calls of 50 ms and a tool run, asked for at once; the worst k of each run`
    const measure = `wait of queue position k vs k × mean turn time, k = 1…${turns - 1}`
    return [ratioFigure({ id: 'R10', measure, target: atMost(1.1), work }, compare(runs))]
  },
}

/** The clock of a turn starts when the gate lets it in and stops when the next may enter. */
async function oneQueue({ room }: BenchRoom, agent: BenchRoom['agents'][number]) {
  const asked = performance.now()
  const inside: { from: number; to: number }[] = []
  await Promise.all(
    Array.from({ length: turns }, async () => {
      let from = 0
      const spec = {
        kind: 'tools' as const,
        surface: 'chat' as const,
        sessionId: mintId('chat', room.random),
        turnId: mintId('turn', room.random),
        agent,
        message: question,
        requireTool: true,
      }
      const { state } = await runTurn(room, spec, {
        tell({ type }) {
          if (type === 'turn.started') from = performance.now()
        },
        store: async () => void inside.push({ from, to: performance.now() }),
      })
      if (state !== 'accepted') throw new Error(`A turn was ${state}.`)
    }),
  )
  inside.sort((a, b) => a.from - b.from)
  const mean = inside.reduce((sum, { from, to }) => sum + to - from, 0) / inside.length
  const waits = inside.slice(1).map(({ from }, index) => ({ subject: from - asked, baseline: (index + 1) * mean }))
  const worst = waits.toSorted((a, b) => b.subject / b.baseline - a.subject / a.baseline)[0]
  return worst ?? { subject: Number.NaN, baseline: Number.NaN }
}
