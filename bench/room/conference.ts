import { roomConferenceOpen, roomRoundRun, roomRoundShow } from '../../src/room/conference/operations.ts'
import { type BenchRoom, openBenchRoom } from './open-room.ts'
import { grounded, question, threeReads } from './replies.ts'
import { type CallTotals, noCalls, repeated, stubModel } from './stub-model.ts'

interface BenchConference {
  opened: BenchRoom
  id: string
  totals: CallTotals
  /** Runs a round with the same prompt; every reply must have been accepted. */
  round(): Promise<void>
}

/** Six agents: the Chief reads three times, then each of the six answers. */
export async function openConference(folder: string, { rounds, pauseMs = 0 }: { rounds: number; pauseMs?: number }) {
  const opened = await openBenchRoom(folder)
  const totals = noCalls()
  for (const { id } of opened.agents) {
    // A planner may only cite the outline, which is not read here.
    const answer = id === 'planner' ? 'ABSTAIN' : grounded
    const replies = id === 'chief' ? [...threeReads, answer] : [answer]
    opened.setModel(id, stubModel(repeated(replies, rounds), totals, pauseMs))
  }
  const { id } = await opened.call(roomConferenceOpen, { attendees: opened.agents.map(agent => agent.id) })
  const round = async () => {
    const { number } = await opened.call(roomRoundRun, { conferenceId: id, prompt: question })
    const { state, turns } = await opened.call(roomRoundShow, { id, n: number })
    const good = turns.filter(turn => turn.state === 'accepted' || turn.state === 'abstained')
    if (state !== 'closed' || good.length !== opened.agents.length)
      throw new Error(`Round ${number} is ${state} with ${turns.map(turn => turn.state).join(', ')}.`)
  }
  return { opened, id, totals, round } satisfies BenchConference
}
