import type { Room } from '../room.ts'
import type { TurnObserver, TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { lastAnswers } from '../turns/turn-rows.ts'
import { notices, type WishedEvent } from './notices.ts'
import { notify, notifyWished } from './notify.ts'

type Parts = Pick<Room, 'project' | 'home' | 'db' | 'clock' | 'log' | 'agents'>

/** Tells people of turns they should know about. */
export function notificationObserver(parts: Parts): TurnObserver {
  const ended = async (spec: TurnSpec, outcome: TurnOutcome) => {
    const { agent, turnId } = spec
    if (outcome.state === 'rejected' && (await wasRejectedBefore(parts, agent.id)))
      await notify(parts, notices.rejectedTwice(agent.id))
    if (outcome.stopHook?.code === 'provider_unreachable') {
      await notify(parts, notices.providerUnreachable(agent.id, outcome.provider))
    }
    const event = wishedEvent(outcome)
    if (event) await notifyWished(parts, event, { agent, turnId })
  }
  return Object.assign(ended, { begun: (spec: TurnSpec) => notifyWished(parts, 'start', spec) })
}

/** Whether the last two turns of an agent were rejected, in whatever process; one without an answer breaks no row. */
async function wasRejectedBefore({ db, project }: Parts, agentId: string): Promise<boolean> {
  const [last, before] = await db.read(tx => lastAnswers(tx, project, agentId, 2))
  return last === 'rejected' && before === 'rejected'
}

/** What of `notifyUserOn` the end of a turn is. */
export function wishedEvent({ state, stopHook }: TurnOutcome): WishedEvent | undefined {
  if (state === 'accepted') return 'completion'
  if (state === 'rejected' || state === 'error') return 'error'
  if (state !== 'stopped') return undefined
  if (stopHook?.type === 'conflict' || stopHook?.type === 'error') return stopHook.type
  return 'question'
}
