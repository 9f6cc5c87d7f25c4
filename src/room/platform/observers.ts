import { creditObserver } from '../credits/awards.ts'
import { memoryObserver } from '../memory/observe.ts'
import { notificationObserver } from '../notifications/observe.ts'
import { telemetryObserver } from '../telemetry/observe.ts'
import { tierObserver } from '../tiers/standing.ts'
import type { TurnObserver, TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { activityObserver } from './activity.ts'
import { dailyObserver } from './daily.ts'
import type { PlatformParts } from './parts.ts'

/** Everybody who keeps books about turns; what goes wrong in one of them is noted and touches nobody else. */
export function platformObservers(parts: PlatformParts): TurnObserver[] {
  const observers: { [name: string]: TurnObserver } = {
    telemetry: telemetryObserver(parts),
    tiers: Object.assign(tierObserver(parts), { mustFinishFirst: true }),
    credits: creditObserver(parts),
    memory: memoryObserver(parts),
    notifications: notificationObserver(parts),
    activity: activityObserver(parts),
    daily: dailyObserver(parts),
  }
  return Object.entries(observers).map(([name, observe]) => guarded(name, observe, parts))
}

function guarded(name: string, observe: TurnObserver, { log }: PlatformParts): TurnObserver {
  const { begun, mustFinishFirst = false } = observe
  const noted = async (turnId: string, work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      log(`room ${name}: turn ${turnId} is not in the books (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }
  return Object.assign((spec: TurnSpec, outcome: TurnOutcome) => noted(spec.turnId, observe(spec, outcome)), {
    mustFinishFirst,
    ...(begun && { begun: (spec: TurnSpec) => noted(spec.turnId, begun(spec)) }),
  })
}
