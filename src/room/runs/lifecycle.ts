import { join } from 'node:path'
import { z } from 'zod'
import { LockBusy, withLock } from '../../files/lock.ts'
import { runIfFree } from '../../jobs/jobs.ts'
import { text } from '../../kernel/text.ts'
import { tamperedFault } from '../audit/context.ts'
import { notFound, roomFault } from '../faults.ts'
import { mintId, runSession } from '../ids.ts'
import type { Room } from '../room.ts'
import { startJob } from '../room.ts'
import { instant } from '../room-base.ts'
import { recipeNamed } from './recipes.ts'
import { allRuns, isGoing, isRunId, type RunFiles, type RunRecord, runFiles } from './run-store.ts'
import { dataOf } from './tool-step.ts'
import { doneSteps, workOnRun } from './work.ts'

export const WantedRun = z.strictObject({
  recipe_id: z.string().max(60),
  args: z.record(z.string().max(80), z.json()).optional(),
  description: text({ max: 4000 }).optional().describe('What the run is for; shown to agents'),
  idempotencyKey: text({ max: 80, oneLine: true }).optional(),
})
export type WantedRun = z.output<typeof WantedRun>

/** Begins a run, which goes on in the background. The same key within a day is the same run. */
export async function startRun(room: Room, wanted: WantedRun): Promise<RunRecord> {
  const found = await recipeNamed(room, wanted.recipe_id)
  if (!found) throw roomFault('unknown_recipe', { recipe_id: wanted.recipe_id })
  const { recipe, sha256 } = found
  const { args = {}, description = recipe.label, idempotencyKey } = wanted
  return withLock(join(room.control, 'locks', 'runs.lock'), 'named', waitMs, async () => {
    const known = idempotencyKey !== undefined && (await runWithKey(room, idempotencyKey))
    if (known) return known
    const run_id = mintId('run', room.random)
    const now = instant(room)
    const run: RunRecord = {
      run_id,
      recipe_id: recipe.recipe_id,
      recipe_sha256: sha256,
      session_id: runSession(run_id),
      status: 'pending',
      phase: 'a',
      created_at: now,
      updated_at: now,
      completed_at: null,
      task: { description, args },
      current_step_index: 0,
      total_steps: recipe.phase_a.length + recipe.phase_b.length,
      attempt: 1,
      dod: [],
      error: null,
      ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
    }
    return drive(room, run_id, () => runFiles(room, run_id).run.change(() => ({ next: run, result: run })))
  })
}

/** Goes on with a run that did not end well, from the first step that is not done. */
export async function resumeRun(room: Room, runId: string): Promise<RunRecord> {
  const run = await runNamed(room, runId)
  requireEnded(run)
  const files = runFiles(room, runId)
  return drive(room, runId, async () => {
    await verifyDone(room, run)
    return files.run.change<RunRecord>(before => {
      const current = before ?? run
      requireEnded(current)
      const next: RunRecord = {
        ...current,
        status: 'pending',
        attempt: current.attempt + 1,
        error: null,
        dod: [],
        completed_at: null,
        updated_at: instant(room),
      }
      return { next, result: next }
    })
  })
}

/** Ends a run that is being worked on, and answers when it has ended. */
export async function cancelRun(room: Room, runId: string): Promise<RunRecord> {
  const run = await runNamed(room, runId)
  if (!isGoing(run)) throw roomFault('run_state', { status: run.status })
  const files = runFiles(room, runId)
  await room.jobs.cancel({ id: runId, lock: files.ownerLock })
  // The process that works on it holds the lock until it has ended. If its process is gone, it has been interrupted.
  await withLock(files.ownerLock, 'named', cancelMs, () => markInterrupted(room, files)).catch(ignoreBusy)
  return runNamed(room, runId)
}

export async function runNamed(room: Pick<Room, 'control' | 'clock'>, runId: string): Promise<RunRecord> {
  const run = isRunId(runId) ? await runFiles(room, runId).run.read() : undefined
  if (!run) throw notFound('run', { run_id: runId })
  return run
}

/** Marks runs whose process is gone as interrupted. */
export async function markInterruptedRuns(room: Room): Promise<string[]> {
  const marked: string[] = []
  for (const { run_id } of (await allRuns(room)).filter(isGoing)) {
    const files = runFiles(room, run_id)
    if (await runIfFree(files.ownerLock, () => markInterrupted(room, files))) marked.push(run_id)
  }
  return marked
}

const waitMs = 10_000
/** A process that has just ended a run holds its lock for a moment more. */
const ownerMs = 3000
const cancelMs = 5000
const keptMs = 24 * 3600 * 1000

async function runWithKey(room: Room, key: string): Promise<RunRecord | undefined> {
  const recent = (await allRuns(room)).filter(({ created_at }) => room.clock() - Date.parse(created_at) <= keptMs)
  return recent.find(({ idempotency_key }) => idempotency_key === key)
}

/** The record is written under the lock of its owner already, so that no other process takes the run for abandoned. */
function drive(room: Room, runId: string, begin: () => Promise<RunRecord>): Promise<RunRecord> {
  const lock = runFiles(room, runId).ownerLock
  return startJob(room, {
    id: runId,
    lock,
    waitMs: ownerMs,
    busy: 'job_running',
    async work({ answer, signal }) {
      answer(await begin())
      await workOnRun(room, runId, signal)
    },
  })
}

/** Answers whether it was going on until now. */
function markInterrupted(room: Room, { run }: Pick<RunFiles, 'run'>): Promise<boolean> {
  return run.change<boolean>(before =>
    before && isGoing(before)
      ? { next: { ...before, status: 'interrupted', updated_at: instant(room) }, result: true }
      : { result: false },
  )
}

function ignoreBusy(error: unknown): void {
  if (!(error instanceof LockBusy)) throw error
}

function requireEnded({ status }: RunRecord): void {
  if (status === 'failed' || status === 'cancelled' || status === 'interrupted') return
  throw roomFault('run_state', { status })
}

/** What is kept of a run must be what its receipts say. */
async function verifyDone(room: Room, run: RunRecord): Promise<void> {
  const files = runFiles(room, run.run_id)
  const tools = [...(await doneSteps(files)).values()].filter(({ phase }) => phase === 'a')
  if (tools.length === 0) return
  const { status, problems } = await room.audit.verifySession(run.session_id, { fresh: true })
  if (status !== 'ok') throw tamperedFault('The receipts of this run do not verify, so it is not resumed.', problems)
  const cache = await files.cache.read()
  for (const { receipt_id, output_slot } of tools) {
    const slot = cache[output_slot]
    const receipt = receipt_id === null ? undefined : await room.audit.find(receipt_id)
    const isOurs = receipt?.session_id === run.session_id && receipt.ok
    if (!isOurs || slot?.type !== 'pointer' || slot.sha256 !== receipt.outputs.sha256) {
      throw tamperedFault('A slot of this run is not what its receipt says, so it is not resumed.', [
        { code: 'slot_mismatch', file: output_slot },
      ])
    }
    const output = await room.audit.output(slot.receipt_id)
    const data = dataOf(output ?? '')
    await files.cache.change(before => ({ next: { ...before, [output_slot]: { ...slot, data } }, result: null }))
  }
}
