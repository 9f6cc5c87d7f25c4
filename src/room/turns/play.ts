import { Fault } from '../../kernel/fault.ts'
import { ModelFault } from '../../models/chat.ts'
import { RoomFault } from '../faults.ts'
import { type Budget, freshBudget } from '../protocol/budget.ts'
import { turnFailed } from '../protocol/stop-hook.ts'
import { advance, beginTurn } from '../protocol/turn-loop.ts'
import type { Effect, LoopEvent, LoopState, TurnEnd } from '../protocol/turn-states.ts'
import type { Speaker } from '../providers/speaker.ts'
import type { Room } from '../room.ts'
import { StoreCorrupt } from '../store/json-store.ts'
import { cutTo } from '../text/cut.ts'
import { ask, say } from './ask.ts'
import type { Guard } from './guard.ts'
import { judge } from './judge.ts'
import { runTool } from './run-tool.ts'
import { type Course, emptyCourse, limitsOf, type Stage, setStage } from './stage.ts'
import type { TurnOutcome, TurnSpec, TurnWatch } from './turn.ts'

export interface Playing {
  room: Room
  spec: TurnSpec
  watch: TurnWatch
  guard: Guard
  speaker: Speaker
}

type Played = Omit<TurnOutcome, 'provider' | 'model' | 'waitedMs' | 'startedAt' | 'endedAt'>

/** From the first model call to the verdict. It always answers: what fails is an outcome too. */
export async function playTurn(playing: Playing): Promise<Played> {
  const { room, spec, guard } = playing
  const course = emptyCourse()
  try {
    const settings = await room.workspace.settings()
    guard.startClock(settings.chat.turnTimeoutSec * 1000)
    const stage = await setStage(playing, settings, course)
    return spec.kind === 'raw' ? await playRaw(stage) : await playLoop(stage)
  } catch (error) {
    const budget = freshBudget(await limitsOf(room, spec, playing.speaker).catch(() => fallback))
    return outcomeOf(course, failed(playing, error), budget)
  }
}

export async function withdrawnTurn(room: Room, spec: TurnSpec, speaker: Speaker): Promise<Played> {
  return outcomeOf(emptyCourse(), { state: 'cancelled' }, freshBudget(await limitsOf(room, spec, speaker)))
}

const fallback = { steps: 0, bytesPerStep: 0, bytesPerTurn: 0, source: 'fallback' as const }

async function playRaw(stage: Stage): Promise<Played> {
  const { spec, guard, rules, course } = stage
  const budget = freshBudget(rules.limits)
  try {
    const messages = [{ role: 'user' as const, content: spec.message }]
    const content = await say(stage, { for: 'raw', step: { messages, structured: false, turn: null } })
    return outcomeOf(course, { state: 'accepted', content }, budget)
  } catch (error) {
    if (guard.why() === undefined && !(error instanceof ModelFault)) throw error
    return outcomeOf(course, failed(stage, error), budget)
  }
}

async function playLoop(stage: Stage): Promise<Played> {
  let { state, effect } = beginTurn(stage.rules)
  for (;;) {
    if (effect.do === 'nothing') throw new Error('A turn that has ended does nothing more.')
    if (effect.do === 'end') return outcomeOf(stage.course, effect.end, state.budget)
    const event = await performed(stage, effect, state)
    ;({ state, effect } = advance(stage.rules, state, event))
  }
}

async function performed(stage: Stage, effect: Effect, state: LoopState): Promise<LoopEvent> {
  try {
    const event = await perform(stage, effect, state)
    return interruption(stage) ?? event
  } catch (error) {
    return interruption(stage) ?? { type: 'failed', code: codeOf(error, stage.room) }
  }
}

function interruption({ guard }: Stage): LoopEvent | undefined {
  const why = guard.why()
  if (why === undefined) return undefined
  return why === 'cancelled' ? { type: 'cancelled' } : { type: 'failed', code: why }
}

async function perform(stage: Stage, effect: Effect, state: LoopState): Promise<LoopEvent> {
  const { room, spec, watch, guard, settings, course } = stage
  if (effect.do === 'ask') return ask(stage, effect, state)
  if (effect.do === 'run') {
    const { tool, requestedTool, args, nonce } = effect.call
    if (requestedTool !== undefined) course.aliases.push(requestedTool)
    watch.tell?.({ type: 'tool.started', toolId: tool })
    const { signal } = guard
    const run = await runTool(room, { ...idsOf(spec), toolId: tool, requestedTool, args, nonce, signal })
    const { toolVersion: _version, error: _error, durationMs, ...result } = run
    course.results.push(result)
    const { receiptId, ok } = result
    watch.tell?.({ type: 'tool.finished', toolId: tool, receiptId, ok, duration_ms: durationMs })
    return { type: 'ran', output: result.text }
  }
  if (effect.do !== 'validate') throw new Error('A turn does not perform its end.')
  watch.tell?.({ type: 'turn.progress', sub: 'validate', bytes: Buffer.byteLength(effect.reply) })
  const { answer, ...kept } = await judge(room, spec, settings, effect.reply)
  course.judged = kept
  if (answer.status === 'rejected') course.refused = effect.reply
  return { type: 'verdict', verdict: answer }
}

function idsOf({ surface, sessionId, turnId, conferenceId, roundId, taskId, runId, blockedPaths, agent }: TurnSpec) {
  return { surface, sessionId, turnId, conferenceId, roundId, taskId, runId, blockedPaths, agentId: agent.id }
}

function failed({ room, guard }: Pick<Playing, 'room' | 'guard'>, error: unknown): TurnEnd {
  const why = guard.why()
  if (why === 'cancelled') return { state: 'cancelled' }
  return { state: 'error', ...turnFailed(why ?? codeOf(error, room)) }
}

/** A name for what went wrong; texts of services and files stay out of it. */
function codeOf(error: unknown, room: Room): string {
  if (error instanceof ModelFault) return error.code
  if (error instanceof RoomFault) return error.wire
  if (error instanceof StoreCorrupt) return 'store_corrupt'
  if (error instanceof Fault) return error.code.toLowerCase()
  room.log('A turn failed inside.')
  return 'internal'
}

const mostRefused = 16_000

function outcomeOf(course: Course, end: TurnEnd, budget: Budget): Played {
  const { results, modelCalls, retries, aliases, judged, refused, lastReply } = course
  const isRefused = end.state === 'rejected' || refused !== undefined
  const shown = refused ?? lastReply
  return {
    state: end.state,
    content: 'content' in end ? end.content : '',
    ...('note' in end && end.note && { note: end.note }),
    ...('stopHook' in end && { stopHook: end.stopHook }),
    ...judged,
    ...(isRefused && shown !== undefined && { rejectedText: cutTo(shown, mostRefused) }),
    receipts: results.map(({ receiptId }) => receiptId),
    results,
    accessRequests: judged.accessRequests ?? [],
    budget,
    modelCalls,
    retries,
    aliases,
  }
}
