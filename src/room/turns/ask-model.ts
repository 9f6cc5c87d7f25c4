import { sha256 } from '../../files/sha256.ts'
import type { ChatMessage } from '../../models/chat.ts'
import { callFormat, decisionFormat } from '../protocol/response-schema.ts'
import type { Effect, LoopEvent, LoopState } from '../protocol/turn-states.ts'
import type { CompletionRequest } from '../providers/agent-model.ts'
import type { ResponderContext, ResponderResult } from '../responder/context.ts'
import { toolIds } from '../tools/tool.ts'
import { withoutPaths } from '../workspace/vfs.ts'
import type { ModelCall, ToolOutcome } from './turn.ts'
import type { TurnContext } from './turn-context.ts'

type AskEffect = Effect & { do: 'ask' }

/** One model call of the loop. A nonce is used up by the reply, whatever the reply is. */
export async function askModel(turn: TurnContext, asked: AskEffect, state: LoopState): Promise<LoopEvent> {
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

interface ModelRequest {
  for: ModelCall['for']
  completion: Omit<CompletionRequest, 'signal' | 'progress'>
}

export async function callModel(
  { model, cancellation, watch, settings, progress }: TurnContext,
  request: ModelRequest,
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

/** Rejects on abort even when the model ignores the signal. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
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
