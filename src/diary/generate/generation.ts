import type { Workspace } from '../workspace/open.ts'
import type { LiveRun } from './live-run.ts'
import type { GenerateContext, Producer } from './producer.ts'
import type { RunOptions } from './run.ts'

/** Waits, and not longer than until the signal. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A run that has its workspace, as its phases see it. */
export interface Generation {
  ctx: GenerateContext
  workspace: Workspace
  live: LiveRun
  producer: Producer
  options: RunOptions
  pause: Pause
  /** Fires when the run is cancelled or cannot go on. */
  signal: AbortSignal
  /** Ends everything that is going on; the first reason counts. */
  stop(reason: unknown): void
  /** How much of what was missing the producer has written so far. */
  accepted: number
}
