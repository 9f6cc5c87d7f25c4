import { mintId } from '../../src/room/ids.ts'
import type { Room } from '../../src/room/room.ts'
import { runTurn } from '../../src/room/turns/run-turn.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { sum } from '../harness/samples.ts'
import type { Measure } from './measure.ts'
import { type BenchRoom, openBenchRoom } from './open-room.ts'
import { grounded, question, threeReads } from './replies.ts'
import { noCalls, repeated, stubModel } from './stub-model.ts'

const turns = 8

export const r10: Measure = {
  id: 'R10',
  about: 'how long turn k of a queue waits beside k turns',
  async run({ runs: count, workspace }) {
    const opened = await openBenchRoom(workspace.folder('queue'))
    const replies = [threeReads[0] ?? '', threeReads[3] ?? '', grounded]
    const agent = opened.agents.find(({ id }) => id === 'critic')
    if (!agent) throw new Error('The room has no agent.')
    opened.setModel(agent.id, stubModel(repeated(replies, turns * (count + 1)), noCalls(), 50))
    const runs = await countedRuns(count, () => oneQueue(opened, agent))
    await opened.close()
    const work = `${turns} turns of 3 model calls of 50 ms and a tool run, asked for at once`
    const measure = 'wait of queue position k vs k × mean turn time'
    const about = { id: 'R10', target: atMost(1.1), work }
    return [
      ratioFigure({ ...about, measure: `${measure}, k = ${turns - 1}` }, compare(runs.map(({ last }) => last))),
      ratioFigure(
        { ...about, measure: 'wait of queue position k vs the very turns ahead of it, worst k' },
        compare(runs.map(({ worst }) => worst)),
      ),
    ]
  },
}

interface Stay {
  asked: number
  from: number
  to: number
}

/** A turn takes from when the queue lets it in until it has left, and waits from when it asks the queue. */
async function oneQueue({ room }: BenchRoom, agent: BenchRoom['agents'][number]) {
  const stays: Stay[] = []
  const queue: Room['turnQueue'] = {
    ...room.turnQueue,
    async enter(turn, options) {
      const asked = performance.now()
      const slot = await room.turnQueue.enter(turn, options)
      const stay = { asked, from: performance.now(), to: 0 }
      stays.push(stay)
      const release = async () => {
        await slot.release()
        stay.to = performance.now()
      }
      return { ...slot, release }
    },
  }
  await Promise.all(
    Array.from({ length: turns }, async () => {
      const ids = { sessionId: mintId('chat', room.random), turnId: mintId('turn', room.random) }
      const spec = { ...ids, kind: 'tools' as const, surface: 'chat' as const, agent, message: question }
      const { state } = await runTurn({ ...room, turnQueue: queue }, { ...spec, requireTool: true })
      if (state !== 'accepted') throw new Error(`A turn was ${state}.`)
    }),
  )
  const lengths = stays.map(({ from, to }) => to - from)
  const mean = sum(lengths) / turns
  const waits = stays.slice(1).map(({ asked, from }) => from - asked)
  const last = { subject: waits.at(-1) ?? Number.NaN, baseline: (turns - 1) * mean }
  const ahead = waits.map((subject, index) => ({ subject, baseline: sum(lengths.slice(0, index + 1)) }))
  const worst = ahead.toSorted((a, b) => b.subject / b.baseline - a.subject / a.baseline)[0]
  if (!worst) throw new Error('No turn had to wait.')
  return { worst, last }
}
