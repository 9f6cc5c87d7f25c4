import { isDeepStrictEqual } from 'node:util'
import { isCancelled, isLeft } from '../../jobs/jobs.ts'
import { noteActivity } from '../activity.ts'
import { notices, notify } from '../notifications/notify.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { agentStep } from './agent-step.ts'
import type { AgentStep, DoneCheck, Recipe, ToolStep } from './recipe.ts'
import { recipeNamed } from './recipes.ts'
import { RefUnresolved, resolveRefs } from './refs.ts'
import { type Cache, type RunFiles, type RunRecord, runFiles, type StepRecord } from './run-store.ts'
import { type StepEnd, toolStep } from './tool-step.ts'

/** Works on a run until it ends or the process does. The caller holds the lock of its owner. */
export async function workOnRun(room: Room, runId: string, signal: AbortSignal): Promise<void> {
  const work = { room, files: runFiles(room, runId), signal }
  const run = await change(work, { status: 'running' })
  const found = await recipeNamed(room, run.recipe_id)
  if (found?.sha256 !== run.recipe_sha256) return finish(work, 'failed', 'recipe_changed')
  if (await allSteps(work, run, found.recipe)) await judge(work, found.recipe)
}

interface Work {
  room: Room
  files: RunFiles
  signal: AbortSignal
}

type Step = { phase: 'a'; step: ToolStep } | { phase: 'b'; step: AgentStep }

/** False when the run has ended, or is left, before all steps are done. */
async function allSteps(work: Work, run: RunRecord, { phase_a, phase_b }: Recipe): Promise<boolean> {
  const steps: Step[] = [
    ...phase_a.map(step => ({ phase: 'a' as const, step })),
    ...phase_b.map(step => ({ phase: 'b' as const, step })),
  ]
  const done = await doneSteps(work.files)
  for (const [index, each] of steps.entries()) {
    if (done.has(index)) continue
    if (isLeft(work.signal)) return false
    const end = await oneStep(work, run, index, each)
    if (end === 'left') return false
    if (end.status === 'done') continue
    if (end.status === 'cancelled') await finish(work, 'cancelled', null)
    else await finish(work, 'failed', `step_failed:${end.step_id}:${end.error}`)
    return false
  }
  return true
}

/** Those that ended well, by their place; the last record of a step counts. */
export async function doneSteps({ steps }: Pick<RunFiles, 'steps'>): Promise<Map<number, StepRecord>> {
  const last = new Map((await steps.read()).map(record => [record.step_index, record]))
  return new Map([...last].filter(([, { status }]) => status === 'done'))
}

async function oneStep(work: Work, run: RunRecord, index: number, { phase, step }: Step): Promise<StepRecord | 'left'> {
  const { room, files, signal } = work
  const started_at = instant(room)
  await change(work, { phase, current_step_index: index })
  const named = { step_index: index, step_id: step.step_id, phase }
  await addEvent(work, 'run.step.started', named)
  const place = { room, run, index, cache: await files.cache.read(), signal }
  const end: StepEnd = signal.aborted
    ? { error: 'cancelled' }
    : phase === 'a'
      ? await toolStep(place, step)
      : await agentStep(place, step)
  const { slot } = end
  if (isLeft(signal) && !slot) return 'left'
  const cut = isCancelled(signal) && !slot
  if (slot) await files.cache.change(cache => ({ next: { ...cache, [step.output_slot]: slot }, result: null }))
  const record: StepRecord = {
    ...named,
    tool: phase === 'a' ? step.tool : null,
    agent_archetype: phase === 'b' ? step.agent_archetype : null,
    agent_id: end.agentId ?? null,
    status: slot ? 'done' : cut ? 'cancelled' : 'failed',
    output_slot: step.output_slot,
    receipt_id: end.receiptId ?? null,
    turn_id: end.turnId ?? null,
    output_hash: end.outputHash ?? null,
    output_preview: end.preview ?? '',
    input_slot_refs: phase === 'b' ? step.input_slots : [],
    started_at,
    completed_at: instant(room),
    attempt: run.attempt,
    error: slot ? null : cut ? 'cancelled' : (end.error ?? 'internal'),
  }
  await files.steps.append([record])
  const { status, error, receipt_id, turn_id } = record
  await addEvent(work, 'run.step.finished', { ...named, status, error, receipt_id, turn_id })
  return record
}

async function judge(work: Work, { dod: checks, phase_a, phase_b }: Recipe): Promise<void> {
  if (isCancelled(work.signal)) return finish(work, 'cancelled', null)
  await change(work, { phase: 'dod', current_step_index: phase_a.length + phase_b.length })
  const dod = await checkDone(work.room, checks, await work.files.cache.read())
  await change(work, { dod })
  const missed = dod.find(({ ok }) => !ok)
  await (missed ? finish(work, 'failed', `dod_failed:${missed.check}`) : finish(work, 'done', null))
}

async function finish(work: Work, status: 'done' | 'failed' | 'cancelled', error: string | null): Promise<void> {
  const { room } = work
  const whole = status === 'done' ? { phase: 'complete' as const } : {}
  const run = await change(work, { status, error, completed_at: instant(room), ...whole })
  await addEvent(work, 'run.finished', { status, error })
  const { run_id, recipe_id } = run
  const details = { run_id, recipe_id, status, error }
  await noteActivity(room, { type: 'room_run_ended', summary: `Run ${run_id} ended: ${status}`, details })
  if (status === 'failed') await notify(room, notices.runFailed(run_id))
}

function change({ room, files }: Pick<Work, 'room' | 'files'>, changes: Partial<RunRecord>): Promise<RunRecord> {
  return files.run.change<RunRecord>(run => {
    if (!run) throw new Error('The run is gone.')
    const next = { ...run, ...changes, updated_at: instant(room) }
    return { next, result: next }
  })
}

async function addEvent({ room, files }: Work, type: string, data: object): Promise<void> {
  const { length } = await files.events.read()
  await files.events.append([{ seq: length + 1, ts: instant(room), type, ...data }])
}

/** Every check with its result; all of them are made. */
async function checkDone(room: Room, checks: readonly DoneCheck[], cache: Cache): Promise<RunRecord['dod']> {
  const snapshot = await room.workspace.vfs.snapshot()
  return checks.map(check => {
    if (check.check === 'file_exists') return { ...check, ok: 'file' in snapshot.resolve(check.path) }
    const value = heldBy(cache, check.slot)
    if (check.check === 'slot_not_null') return { ...check, ok: !isNothing(value) }
    return { ...check, ok: isDeepStrictEqual(fieldOf(value, check.field), check.expected) }
  })
}

/** Of a tool its data, of an agent the whole artifact. */
function heldBy(cache: Cache, name: string): unknown {
  const slot = cache[name]
  return slot?.type === 'pointer' ? slot.data : slot
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || Object(value).text === ''
}

function fieldOf(value: unknown, field: string): unknown {
  try {
    return resolveRefs({ $ref: `slot.${field}` }, new Map([['slot', value]]))
  } catch (error) {
    if (error instanceof RefUnresolved) return undefined
    throw error
  }
}
