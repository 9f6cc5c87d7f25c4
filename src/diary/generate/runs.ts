import type { DiaryContext } from '../context.ts'
import type { LiveRun } from './live-run.ts'

interface Running {
  db: DiaryContext['db']
  live: LiveRun
  ended: Promise<void>
}

/** The runs of this process, and the last of those whose end could not be written down in a workspace. */
const runs = new Map<string, Running>()

export function addRun(run: Running): void {
  runs.set(run.live.id, run)
}

export function liveRun(runId: string): LiveRun | undefined {
  return runs.get(runId)?.live
}

/** A run whose end stands in its workspace need not be remembered here. */
export function forgetRun(live: LiveRun): void {
  if (live.isKept) runs.delete(live.id)
  const ended = [...runs.values()].filter(each => each.live.snapshot.state !== 'running')
  for (const { live: old } of ended.slice(0, -mostRemembered)) runs.delete(old.id)
}

const mostRemembered = 20

/** Resolves when all runs on a store have come to their end; with `cancel` they are asked to come to it now. */
export async function endOfRuns(db: DiaryContext['db'], { cancel }: { cancel: boolean }): Promise<void> {
  const own = [...runs.values()].filter(each => each.db === db)
  if (cancel) for (const { live } of own) live.cancel()
  await Promise.all(own.map(({ ended }) => ended))
}
