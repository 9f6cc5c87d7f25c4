import { join } from 'node:path'
import { isHeld, isProcessRunning } from '../../jobs/jobs.ts'
import { quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import { reject } from '../rejection.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import { runLockFile } from '../workspace/locks.ts'
import { runFile } from './live-run.ts'
import { dayOfRun, Run } from './run.ts'

/** A run of this process or of another, in its present state. Rejects ids of runs that nothing is known about any more. */
export async function findRun({ diary, liveRuns }: Context, runId: string): Promise<Run> {
  const live = liveRuns.get(runId)
  if (live) return live.snapshot
  const root = rootOfRun(diary, runId)
  const run = await storedRun(root, runId)
  if (run.state !== 'running' || (await isGoingOn(root, run))) return run
  // It may have come to its end while we looked.
  const again = await storedRun(root, runId)
  return again.state === 'running' ? markAbandoned(again) : again
}

/** Asks a run to stop, whichever process it is in; it keeps what it has written. */
export async function cancelRun(ctx: Context & Pick<DiaryContext, 'jobs'>, runId: string): Promise<void> {
  const { state } = await findRun(ctx, runId)
  if (state !== 'running') reject('run_id', 'that run has ended already', 'nothing has to be stopped')
  await ctx.jobs.cancel({ id: runId, lock: runLockFile(rootOfRun(ctx.diary, runId)) })
}

type Context = Pick<DiaryContext, 'diary' | 'liveRuns'>

function rootOfRun({ root }: Pick<DiarySettings, 'root'>, runId: string): string {
  const day = dayOfRun(runId)
  return day === undefined ? unknown(runId) : workspaceFolder(root, day)
}

async function storedRun(root: string, runId: string): Promise<Run> {
  const stored = await readObject(join(root, runFile))
  const run = Run.safeParse(stored.state === 'read' ? stored.value : undefined)
  return run.success && run.data.run_id === runId ? run.data : unknown(runId)
}

function unknown(runId: string): never {
  return reject('run_id', `unknown run_id${quotedValue(runId)}`, 'use the run_id that diary_generate answered last')
}

/** A process that is there may be another one of the same number; the lock knows. */
async function isGoingOn(root: string, { pid }: Run): Promise<boolean> {
  return isProcessRunning(pid) && (await isHeld(runLockFile(root)))
}

function markAbandoned(run: Run): Run {
  const hint = 'what was written stays; generate again to go on from it'
  const failure = { code: 'internal', message: 'the process that ran it has ended', hint } as const
  return { ...run, state: 'failed', failure, revision: run.revision + 1 }
}
