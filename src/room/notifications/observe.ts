import type { PlatformParts } from '../platform/parts.ts'
import type { TurnObserver, TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { notices, type WishedEvent } from './notices.ts'
import { notify, notifyWished } from './notify.ts'

type Parts = Pick<PlatformParts, 'project' | 'home' | 'clock' | 'log' | 'agents'>

/** Tells people of turns they should know about. */
export function notificationObserver(parts: Parts): TurnObserver {
  const rejections = new Map<string, number>()
  const ended = async (spec: TurnSpec, outcome: TurnOutcome) => {
    const { agent, turnId } = spec
    const row = rejectionsInARow(rejections.get(agent.id) ?? 0, outcome)
    rejections.set(agent.id, row)
    if (outcome.state === 'rejected' && row >= 2) await notify(parts, notices.rejectedTwice(agent.id))
    if (outcome.stopHook?.code === 'provider_unreachable') {
      await notify(parts, notices.providerUnreachable(agent.id, outcome.provider))
    }
    const event = wishedEvent(outcome)
    if (event) await notifyWished(parts, event, { agent, turnId })
  }
  return Object.assign(ended, { begun: (spec: TurnSpec) => notifyWished(parts, 'start', spec) })
}

/** A turn that never came to an answer breaks no row. */
function rejectionsInARow(before: number, { state }: TurnOutcome): number {
  if (state === 'rejected') return before + 1
  return state === 'accepted' || state === 'abstained' || state === 'stopped' ? 0 : before
}

/** What of `notifyUserOn` the end of a turn is. */
export function wishedEvent({ state, stopHook }: TurnOutcome): WishedEvent | undefined {
  if (state === 'accepted') return 'completion'
  if (state === 'rejected' || state === 'error') return 'error'
  if (state !== 'stopped') return undefined
  if (stopHook?.type === 'conflict' || stopHook?.type === 'error') return stopHook.type
  return 'question'
}
