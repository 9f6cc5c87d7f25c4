import type { GenerationMode } from '../settings.ts'
import { generateDay } from './generate.ts'
import type { GenerateContext, Pause } from './generation.ts'
import { LiveRun } from './live-run.ts'
import type { Producer } from './producer.ts'
import type { RunOptions } from './run.ts'
import { addRun, forgetRun } from './runs.ts'

export interface Start {
  producer: Producer
  mode: GenerationMode
  options: RunOptions
  pause?: Pause
}

/** Starts a run that goes on in this process after the call that wanted it was answered. */
export function startRun({ diary, clock, db, log }: GenerateContext, { mode, ...begun }: Start): LiveRun {
  const live = new LiveRun({ mode, options: begun.options, clock, log })
  const ended = generateDay({ diary, clock, db, log }, { live, ...begun })
    .then(() => begun.producer.close?.())
    .catch((error: unknown) => log(`diary: ${live.id}: ${error instanceof Error ? error.stack : String(error)}`))
    .then(() => forgetRun(live))
  addRun({ db, live, ended })
  return live
}
