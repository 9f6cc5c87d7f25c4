import { sha256 } from '../../files/sha256.ts'
import { orAbort } from '../../jobs/jobs.ts'
import { Fault } from '../../kernel/fault.ts'
import { cutTo } from '../../kernel/text.ts'
import { type ChatMessage, ModelFault } from '../../models/chat.ts'
import { RoomFault } from '../faults.ts'
import { type Budget, freshBudget } from '../protocol/budget.ts'
import { turnFailed } from '../protocol/rejection.ts'
import { callFormat, decisionFormat } from '../protocol/response-schema.ts'
import { advance, beginTurn, type Effect, type LoopEvent, type LoopState, type TurnEnd } from '../protocol/turn-loop.ts'
import type { AgentModel, CompletionRequest } from '../providers/agent-model.ts'
import type { ResponderContext, ResponderResult } from '../responder/answer.ts'
import type { Room } from '../room.ts'
import { StoreCorrupt } from '../store/json-store.ts'
import { toolIds } from '../tools/tool.ts'
import { withoutPaths } from '../workspace/vfs.ts'
import { checkAnswer } from './check-answer.ts'
import { runTool } from './run-tool.ts'
import type { ModelCall, ToolOutcome, TurnOutcome, TurnSpec } from './turn.ts'
import {
  newProgress,
  prepareTurn,
  type TurnContext,
  type TurnProgress,
  type TurnRun,
  turnLimits,
} from './turn-context.ts'

type TurnResult = Omit<TurnOutcome, 'provider' | 'model' | 'waitedMs' | 'startedAt' | 'endedAt'>

/** From the first model call to the verdict. It always answers: what fails is an outcome too. */
export async function executeTurn(run: TurnRun): Promise<TurnResult> {
  const { room, spec, cancellation } = run
  const progress = newProgress()
  try {
    const settings = await room.workspace.settings()
    cancellation.startTimeout(settings.chat.turnTimeoutSec * 1000)
    const turn = await prepareTurn(run, settings, progress)
    return spec.kind === 'raw' ? await runRawTurn(turn) : await runTurnLoop(turn)
  } catch (error) {
    const budget = freshBudget(await turnLimits(room, spec, run.model).catch(() => noLimits))
    return toResult(progress, failureEnd(run, error), budget)
  }
}

export async function cancelledTurn(room: Room, spec: TurnSpec, model: AgentModel): Promise<TurnResult> {
  return toResult(newProgress(), { state: 'cancelled' }, freshBudget(await turnLimits(room, spec, model)))
}

const noLimits = { steps: 0, bytesPerStep: 0, bytesPerTurn: 0, source: 'fallback' as const }

async function runRawTurn(turn: TurnContext): Promise<TurnResult> {
  const { spec, cancellation, rules, progress } = turn
  const budget = freshBudget(rules.limits)
  try {
    const messages = [{ role: 'user' as const, content: spec.message }]
    const content = await callModel(turn, { for: 'raw', completion: { messages, structured: false, turn: null } })
    return toResult(progress, { state: 'accepted', content }, budget)
  } catch (error) {
    if (cancellation.reason() === undefined && !(error instanceof ModelFault)) throw error
    return toResult(progress, failureEnd(turn, error), budget)
  }
}

async function runTurnLoop(turn: TurnContext): Promise<TurnResult> {
  let { state, effect } = beginTurn(turn.rules)
  for (;;) {
    if (effect.do === 'nothing') throw new Error('A turn that has ended does nothing more.')
    if (effect.do === 'end') return toResult(turn.progress, effect.end, state.budget)
    const event = await runEffect(turn, effect, state)
    ;({ state, effect } = advance(turn.rules, state, event))
  }
}

async function runEffect(turn: TurnContext, effect: Effect, state: LoopState): Promise<LoopEvent> {
  try {
    const event = await perform(turn, effect, state)
    return interruption(turn) ?? event
  } catch (error) {
    return interruption(turn) ?? { type: 'failed', code: failureCode(error, turn.room) }
  }
}

function interruption({ cancellation }: TurnContext): LoopEvent | undefined {
  const reason = cancellation.reason()
  if (reason === undefined) return undefined
  return reason === 'cancelled' ? { type: 'cancelled' } : { type: 'failed', code: reason }
}

async function perform(turn: TurnContext, effect: Effect, state: LoopState): Promise<LoopEvent> {
  const { room, spec, watch, cancellation, settings, progress } = turn
  if (effect.do === 'ask') return askModel(turn, effect, state)
  if (effect.do === 'run') {
    const { tool, requestedTool, args, nonce } = effect.call
    if (requestedTool !== undefined) progress.aliases.push(requestedTool)
    watch.onEvent?.({ type: 'tool.started', toolId: tool })
    const { signal } = cancellation
    const run = await runTool(room, { ...idsOf(spec), toolId: tool, requestedTool, args, nonce, signal })
    const { toolVersion: _version, error: _error, durationMs, ...result } = run
    progress.results.push(result)
    const { receiptId, ok } = result
    watch.onEvent?.({ type: 'tool.finished', toolId: tool, receiptId, ok, duration_ms: durationMs })
    return { type: 'ran', output: result.text }
  }
  if (effect.do !== 'validate') throw new Error('A turn does not perform its end.')
  watch.onEvent?.({ type: 'turn.progress', sub: 'validate', bytes: Buffer.byteLength(effect.reply) })
  const { answer, ...kept } = await checkAnswer(room, spec, settings, effect.reply)
  progress.checked = kept
  if (answer.status === 'rejected') progress.rejectedReply = effect.reply
  return { type: 'verdict', verdict: answer }
}

function idsOf({ surface, sessionId, turnId, conferenceId, roundId, taskId, runId, blockedPaths, agent }: TurnSpec) {
  return { surface, sessionId, turnId, conferenceId, roundId, taskId, runId, blockedPaths, agentId: agent.id }
}

function failureEnd({ room, cancellation }: Pick<TurnRun, 'room' | 'cancellation'>, error: unknown): TurnEnd {
  const reason = cancellation.reason()
  if (reason === 'cancelled') return { state: 'cancelled' }
  return { state: 'error', ...turnFailed(reason ?? failureCode(error, room)) }
}

/** A name for what went wrong; texts of services and files stay out of it. */
function failureCode(error: unknown, room: Room): string {
  if (error instanceof ModelFault) return error.code
  if (error instanceof RoomFault) return error.wire
  if (error instanceof StoreCorrupt) return 'store_corrupt'
  if (error instanceof Fault) return error.code.toLowerCase()
  room.log('A turn failed inside.')
  return 'internal'
}

const maxRejectedTextBytes = 16_000

function toResult(progress: TurnProgress, end: TurnEnd, budget: Budget): TurnResult {
  const { results, modelCalls, retries, aliases, checked, rejectedReply, lastReply } = progress
  const isRejected = end.state === 'rejected' || rejectedReply !== undefined
  const shown = rejectedReply ?? lastReply
  return {
    state: end.state,
    content: 'content' in end ? end.content : '',
    ...('note' in end && end.note && { note: end.note }),
    ...('stopHook' in end && { stopHook: end.stopHook }),
    ...checked,
    ...(isRejected && shown !== undefined && { rejectedText: cutTo(shown, maxRejectedTextBytes) }),
    receipts: results.map(({ receiptId }) => receiptId),
    results,
    accessRequests: checked.accessRequests ?? [],
    budget,
    modelCalls,
    retries,
    aliases,
  }
}

type AskEffect = Effect & { do: 'ask' }

/** One model call of the loop. A nonce is used up by the reply, whatever the reply is. */
async function askModel(turn: TurnContext, asked: AskEffect, state: LoopState): Promise<LoopEvent> {
  const { spec, watch, turnMessages, nonces, progress } = turn
  const last = progress.results.at(-1)
  if (asked.injected && last) turnMessages.inject(last, asked.injected)
  const reason = asked.correction && ('code' in asked.correction ? asked.correction.code : asked.correction.reason)
  if (reason !== undefined) {
    progress.retries.push(reason)
    watch.onEvent?.({ type: 'turn.retry', reason })
  }
  const nonce = asked.for === 'final' ? null : nonces.issue()
  const isJson = spec.kind === 'json' || spec.kind === 'tools+json'
  const schema = responseSchema(turn, asked, nonce)
  const text = await callModel(turn, {
    for: asked.for === 'final' && asked.correction ? 'retry' : asked.for,
    completion: {
      messages: buildMessages(turn, asked, state, nonce),
      ...(schema && { schema }),
      structured: asked.for !== 'final' || isJson,
      turn: isJson && asked.for === 'final' ? null : await responderContext(turn, asked, state, nonce),
      ...(isJson && { builtinObject: async () => spec.answer?.builtin?.(progress.results) }),
    },
  })
  return { type: 'reply', text, nonce: asked.for === 'final' ? () => 'nonce-missing' : nonces.spend() }
}

async function callModel(
  { model, cancellation, watch, settings, progress }: TurnContext,
  request: { for: ModelCall['for']; completion: Omit<CompletionRequest, 'signal' | 'progress'> },
): Promise<string> {
  const { messages, schema } = request.completion
  const sub = request.for === 'raw' ? 'final' : request.for
  const report = (bytes: number) => watch.onEvent?.({ type: 'turn.progress', sub, bytes })
  const keepsTexts = settings.debug.keepPrompts || watch.keepTexts
  const record = (reply: string | null, usage: ModelCall['usage']) =>
    progress.modelCalls.push({
      for: request.for,
      prompt: sizeAndHash(messages.map(({ content }) => content).join('\n\n')),
      reply: reply === null ? null : sizeAndHash(reply),
      usage,
      schema: schema?.name ?? null,
      ...(keepsTexts && { texts: { prompt: [...messages], reply } }),
    })
  report(0)
  try {
    const { text, usage } = await orAbort(
      model.complete({ ...request.completion, progress: report, signal: cancellation.signal }),
      cancellation.signal,
    )
    record(text, usage)
    progress.lastReply = text
    return text
  } catch (error) {
    record(null, null)
    throw error
  }
}

function sizeAndHash(text: string): { sha256: string; bytes: number } {
  return { sha256: sha256(text), bytes: Buffer.byteLength(text) }
}

function buildMessages(
  { turnMessages, progress }: TurnContext,
  asked: AskEffect,
  { budget }: LoopState,
  nonce: string | null,
): ChatMessage[] {
  if (asked.for === 'final') return turnMessages.forFinal({ ...asked, refused: progress.rejectedReply ?? '' })
  const build = asked.for === 'call' ? turnMessages.forCall : turnMessages.forDecision
  return build(nonce ?? '', budget, asked.correction)
}

/** Calls where one is required, decisions always, objects always; prose never. */
function responseSchema(
  { spec, model, tools }: TurnContext,
  asked: AskEffect,
  nonce: string | null,
): CompletionRequest['schema'] {
  const { profile } = model
  if (profile === null) return undefined
  if (asked.for !== 'final') {
    if (asked.schema === undefined || nonce === null) return undefined
    const format = asked.for === 'call' ? callFormat : decisionFormat
    return format({ tools, nonce, profile }).json_schema
  }
  const { answer } = spec
  return answer && { name: answer.name, schema: answer.schema, strict: answer.strict ?? false }
}

async function responderContext(
  turn: TurnContext,
  asked: AskEffect,
  { budget }: LoopState,
  nonce: string | null,
): Promise<ResponderContext> {
  const { room, spec, rules, tools, cancellation, progress } = turn
  const { kind } = spec
  const isFed = kind === 'phase2' || kind === 'step'
  return {
    step: asked.for,
    kind: isFed || kind === 'phase1' ? kind : 'tools',
    role: spec.agent.role,
    request: spec.message,
    nonce,
    allowedTools: tools.map(({ id }) => id),
    requireTool: rules.required,
    stepsLeft: budget.steps_max - budget.steps_used,
    results: responderResults(isFed ? (spec.results ?? []) : progress.results),
    ...(asked.for === 'final' && asked.correction && { retryReason: asked.correction.reason }),
    snapshot: withoutPaths(await room.workspace.vfs.snapshot(), spec.blockedPaths ?? []),
    signal: cancellation.signal,
  }
}

function responderResults(results: readonly ToolOutcome[]): ResponderResult[] {
  return results.flatMap(result => {
    const toolId = toolIds.find(id => id === result.toolId)
    return toolId ? [{ ...result, toolId }] : []
  })
}
