import type { ChatMessage } from '../../models/chat.ts'
import { sha256 } from '../../receipts/signing.ts'
import { callFormat, decisionFormat } from '../protocol/response-schema.ts'
import type { Effect, LoopEvent, LoopState } from '../protocol/turn-states.ts'
import type { SpokenStep } from '../providers/speaker.ts'
import type { ResponderContext, ResponderResult } from '../responder/context.ts'
import { toolIds } from '../tools/tool.ts'
import { withoutPaths } from '../workspace/without-paths.ts'
import type { Stage } from './stage.ts'
import type { ModelCall, ToolOutcome } from './turn.ts'

type Asked = Effect & { do: 'ask' }

/** One model call of the loop. A nonce is used up by the reply, whatever the reply is. */
export async function ask(stage: Stage, asked: Asked, state: LoopState): Promise<LoopEvent> {
  const { spec, watch, conversation, nonces, course } = stage
  const last = course.results.at(-1)
  if (asked.injected && last) conversation.inject(last, asked.injected)
  const reason = asked.correction && ('code' in asked.correction ? asked.correction.code : asked.correction.reason)
  if (reason !== undefined) {
    course.retries.push(reason)
    watch.tell?.({ type: 'turn.retry', reason })
  }
  const nonce = asked.for === 'final' ? null : nonces.issue()
  const isJson = spec.kind === 'json' || spec.kind === 'tools+json'
  const schema = schemaFor(stage, asked, nonce)
  const text = await say(stage, {
    for: asked.for === 'final' && asked.correction ? 'retry' : asked.for,
    step: {
      messages: messagesFor(stage, asked, state, nonce),
      ...(schema && { schema }),
      structured: asked.for !== 'final' || isJson,
      turn: isJson && asked.for === 'final' ? null : await contextOf(stage, asked, state, nonce),
      ...(isJson && { builtinObject: async () => spec.answer?.builtin?.(course.results) }),
    },
  })
  return { type: 'reply', text, nonce: asked.for === 'final' ? () => 'nonce-missing' : nonces.spend() }
}

export interface Saying {
  for: ModelCall['for']
  step: Omit<SpokenStep, 'signal' | 'progress'>
}

export async function say({ speaker, guard, watch, settings, course }: Stage, saying: Saying): Promise<string> {
  const { messages, schema } = saying.step
  const sub = saying.for === 'raw' ? 'final' : saying.for
  const progress = (bytes: number) => watch.tell?.({ type: 'turn.progress', sub, bytes })
  const keepsTexts = settings.debug.keepPrompts || watch.keepTexts
  const record = (reply: string | null, usage: ModelCall['usage']) =>
    course.modelCalls.push({
      for: saying.for,
      prompt: measured(messages.map(({ content }) => content).join('\n\n')),
      reply: reply === null ? null : measured(reply),
      usage,
      schema: schema?.name ?? null,
      ...(keepsTexts && { texts: { prompt: messages, reply } }),
    })
  progress(0)
  try {
    const { text, usage } = await unlessEnded(
      speaker.say({ ...saying.step, progress, signal: guard.signal }),
      guard.signal,
    )
    record(text, usage)
    course.lastReply = text
    return text
  } catch (error) {
    record(null, null)
    throw error
  }
}

function measured(text: string): { sha256: string; bytes: number } {
  return { sha256: sha256(text), bytes: Buffer.byteLength(text) }
}

/** A speaker that does not listen to its signal is left to itself. */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

function messagesFor(
  { conversation, course }: Stage,
  asked: Asked,
  { budget }: LoopState,
  nonce: string | null,
): ChatMessage[] {
  if (asked.for === 'final') return conversation.forFinal({ ...asked, refused: course.refused ?? '' })
  const build = asked.for === 'call' ? conversation.forCall : conversation.forDecision
  return build(nonce ?? '', budget, asked.correction)
}

/** Calls where one is required, decisions always, objects always; prose never. */
function schemaFor({ spec, speaker, tools }: Stage, asked: Asked, nonce: string | null): SpokenStep['schema'] {
  const { profile } = speaker
  if (profile === null) return undefined
  if (asked.for !== 'final') {
    if (asked.schema === undefined || nonce === null) return undefined
    const format = asked.for === 'call' ? callFormat : decisionFormat
    return format({ tools, nonce, profile }).json_schema
  }
  const { answer } = spec
  return answer && { name: answer.name, schema: answer.schema, strict: answer.strict ?? false }
}

async function contextOf(
  stage: Stage,
  asked: Asked,
  { budget }: LoopState,
  nonce: string | null,
): Promise<ResponderContext> {
  const { room, spec, rules, tools, guard, course } = stage
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
    results: resultsOf(isFed ? (spec.results ?? []) : course.results),
    ...(asked.for === 'final' && asked.correction && { retryReason: asked.correction.reason }),
    snapshot: withoutPaths(await room.workspace.vfs.snapshot(), spec.blockedPaths ?? []),
    signal: guard.signal,
  }
}

function resultsOf(results: readonly ToolOutcome[]): ResponderResult[] {
  return results.flatMap(result => {
    const toolId = toolIds.find(id => id === result.toolId)
    return toolId ? [{ ...result, toolId }] : []
  })
}
