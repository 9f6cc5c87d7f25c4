import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../files/sha256.ts'
import { isCancelled, isLeft } from '../../jobs/jobs.ts'
import { cutTo } from '../../kernel/text.ts'
import { noteActivity } from '../activity.ts'
import { builtinProvider } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { roleKey } from '../agents/roles.ts'
import { evidenceLines } from '../evidence/parse-evidence.ts'
import { RoomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import { notices, notify } from '../notifications/notify.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { runTurn } from '../turns/run-turn.ts'
import type { ToolOutcome, TurnOutcome } from '../turns/turn.ts'
import {
  type AgentStep,
  type DoneCheck,
  type PromptType,
  type Recipe,
  RefUnresolved,
  resolveRefs,
  type ToolStep,
} from './recipe.ts'
import { recipeNamed } from './recipes.ts'
import { type Cache, type RunFiles, type RunRecord, runFiles, type Slot, type StepRecord } from './run-store.ts'
import { previewBytes, runToolStep, type StepContext, type StepEnd } from './tool-step.ts'

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
      ? await runToolStep(place, step)
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

/** One agent comments on what the run has so far; its text counts only with evidence from the run's receipts. */
async function agentStep(place: StepContext, step: AgentStep): Promise<StepEnd> {
  const { room, signal } = place
  const agent = await agentFor(room, step.agent_archetype)
  if (!agent) return { error: 'no_agent' }
  const turnId = mintId('turn', room.random)
  const who = { agentId: agent.id, turnId }
  try {
    if (needsModel(step.prompt_type) && (await room.agentModels.of(agent)).provider === builtinProvider) {
      return { agentId: agent.id, error: 'scope-exceeded' }
    }
    const outcome = await runTurn(room, await turnOf(place, step, agent, turnId), { signal })
    return outcome.state === 'accepted'
      ? { ...who, ...acceptedStep(agent, turnId, outcome) }
      : { ...who, ...failedStep(outcome) }
  } catch (error) {
    if (error instanceof RoomFault) return { ...who, error: error.wire }
    throw error
  }
}

/** The agent marked as primary for the role, else the first of the roster that has it. */
async function agentFor({ agents }: Room, archetype: string): Promise<Agent | undefined> {
  const wanted = roleKey(archetype)
  const fit = (await agents.read()).agents.filter(({ enabled, role }) => enabled && roleKey(role) === wanted)
  return fit.find(({ isPrimaryForRole }) => isPrimaryForRole) ?? fit[0]
}

async function turnOf(place: StepContext, step: AgentStep, agent: Agent, turnId: string) {
  const { room, run, cache } = place
  const inputs = step.input_slots.flatMap(name => (cache[name] ? [{ name, slot: cache[name] }] : []))
  const results: ToolOutcome[] = []
  const materials: { label: string; text: string }[] = []
  for (const { name, slot } of inputs) {
    if (slot.type === 'artifact') materials.push({ label: name, text: slot.text })
    else results.push(await outcomeOf(room, slot))
  }
  return {
    kind: 'step' as const,
    surface: 'run' as const,
    sessionId: run.session_id,
    runId: run.run_id,
    turnId,
    agent,
    message: run.task.description,
    frame: frameOf(step.prompt_type),
    results,
    materials,
  }
}

/** A tool's result as it was when its receipt was made. */
async function outcomeOf({ audit }: Room, slot: Slot & { type: 'pointer' }): Promise<ToolOutcome> {
  const receipt = await audit.find(slot.receipt_id)
  const text = await audit.output(slot.receipt_id)
  if (!receipt || text === undefined) throw new Error('A receipt of this run is gone.')
  const whole = receipt.file_refs.filter(({ start_line }) => start_line === undefined)
  return {
    receiptId: slot.receipt_id,
    toolId: receipt.tool_id,
    args: receipt.inputs,
    ok: receipt.ok,
    text,
    spans: slot.spans ?? [],
    wholeFiles: whole.map(({ path }) => path),
  }
}

function acceptedStep({ id }: Agent, turnId: string, { content, verdict }: TurnOutcome): StepEnd {
  const text = evidenceLines(content).rest.trim()
  const summary = cutTo(text, previewBytes)
  const slot: Slot = {
    type: 'artifact',
    agent_id: id,
    turn_id: turnId,
    text,
    sha256: sha256(text),
    summary,
    evidence: verdict ? JSON.parse(JSON.stringify(verdict)) : null,
  }
  return { slot, outputHash: slot.sha256, preview: summary }
}

function failedStep({ state, stopHook }: TurnOutcome): StepEnd {
  const { type = state, code } = stopHook ?? {}
  return { error: code === null || code === undefined ? type : `${type}:${code}` }
}

/** The instructions of an agent step. */
const frames: { readonly [type in PromptType]: string } = {
  brief:
    'Write a short brief for the next writer: what has to happen, in which order, what must stay as it is. Take it from the data and add nothing.',
  draft:
    'Write the text the task asks for, true to the brief and to what the data says of people, places and facts. Give the text itself, no comment on it.',
  polish:
    'Improve the draft sentence by sentence: clarity, rhythm, grammar. Change no fact and no event. Give the whole improved text.',
  check:
    'Compare with the data: name what contradicts it, where, and the smallest change that would mend it. Where nothing does, say so.',
  review: 'Say how this works on a reader: what carries, what costs something, what to look at first. Rewrite nothing.',
}

function frameOf(type: PromptType): string {
  return `${frames[type]} Stay brief.`
}

/** Writing is more than saying what results hold, which is all the built-in responder can do. */
function needsModel(type: PromptType): boolean {
  return type === 'draft' || type === 'polish'
}
