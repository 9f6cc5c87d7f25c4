import type { ToolId } from '../tools/tool.ts'
import type { DeclaredTool } from './arguments.ts'
import {
  type Budget,
  type BudgetLimits,
  freshBudget,
  type InjectedOutput,
  injectedOutput,
  spendStep,
} from './budget.ts'
import type { NonceCheck } from './nonces.ts'
import { prepareReply } from './prepare.ts'
import { holdsCall, readCall, readDecision, type ToolCall } from './read-reply.ts'
import { callRejected, groundingRequired, type Rejection, readStopHook, type Stop, turnFailed } from './rejection.ts'
import type { ResponseFormat } from './response-schema.ts'

export function beginTurn(rules: LoopRules): LoopStep {
  const state: LoopState = {
    at: 'final',
    budget: freshBudget(rules.limits),
    modelCalls: 0,
    malformed: 0,
    retries: 0,
    reply: '',
  }
  return usesTools(rules) ? askForCall(rules, state) : ask(state, 'final', { do: 'ask', for: 'final' })
}

const schemaRetries = 1

/** What happens next. The engine performs the effect and comes back with the event; it decides nothing. */
export function advance(rules: LoopRules, state: LoopState, event: LoopEvent): LoopStep {
  if (state.at === 'ended') return { state, effect: { do: 'nothing' } }
  if (event.type === 'cancelled') return end(state, { state: 'cancelled' })
  if (event.type === 'failed') return end(state, { state: 'error', ...turnFailed(event.code) })
  const next = expected[state.at](rules, state, event)
  if (!next) throw new Error(`A turn at ${state.at} does not expect ${event.type}.`)
  return next
}

type Next = (rules: LoopRules, state: LoopState, event: LoopEvent) => LoopStep | undefined

const expected: { [at in Exclude<LoopState['at'], 'ended'>]: Next } = {
  call: (rules, state, event) => (event.type === 'reply' ? afterCall(rules, state, event) : undefined),
  tool: (rules, state, event) => (event.type === 'ran' ? afterTool(rules, state, event.output) : undefined),
  decision: (rules, state, event) => (event.type === 'reply' ? afterDecision(rules, state, event) : undefined),
  final: (_, state, event) => (event.type === 'reply' ? validate(state, event.text) : undefined),
  retry: (_, state, event) => (event.type === 'reply' ? validate(state, event.text) : undefined),
  validate: (rules, state, event) => (event.type === 'verdict' ? afterVerdict(rules, state, event) : undefined),
}

function afterCall(rules: LoopRules, state: LoopState, { text, nonce }: LoopEvent & { type: 'reply' }): LoopStep {
  const read = readCall(text, { ...rules, nonce, objectsAnswer: rules.kind === 'tools+json' })
  if ('call' in read) return run(state, read.call)
  if ('rejection' in read)
    return retryOrReject(rules, state, read.rejection, again => askForCall(rules, again, read.rejection))
  return rules.kind === 'phase1' ? endGathering(state, text) : validate(state, text)
}

function afterDecision(rules: LoopRules, state: LoopState, { text, nonce }: LoopEvent & { type: 'reply' }): LoopStep {
  const read = readDecision(text, { ...rules, nonce })
  if ('call' in read) return run(state, read.call)
  if ('rejection' in read)
    return retryOrReject(rules, state, read.rejection, again =>
      ask(again, 'decision', {
        do: 'ask',
        for: 'decision',
        schema: 'tool_decision_envelope',
        correction: read.rejection,
      }),
    )
  if (rules.kind === 'phase1') return end(state, { state: 'accepted', content: '', note: 'final' })
  return ask(state, 'final', { do: 'ask', for: 'final' })
}

function afterTool(rules: LoopRules, state: LoopState, output: string): LoopStep {
  const { bytesPerStep, bytesPerTurn } = rules.limits
  const injected = injectedOutput(output, Math.min(bytesPerStep, bytesPerTurn - state.budget.bytes_used))
  const budget = spendStep(state.budget, injected.text)
  const noBytes = injected.form === 'marker' || budget.bytes_used >= budget.bytes_max
  const forced = noBytes ? 'output-limit' : budget.steps_used >= budget.steps_max ? 'step-limit' : undefined
  if (!forced)
    return ask({ ...state, budget }, 'decision', {
      do: 'ask',
      for: 'decision',
      schema: 'tool_decision_envelope',
      injected,
    })
  if (rules.kind === 'phase1') return end({ ...state, budget }, { state: 'accepted', content: '', note: forced })
  return ask({ ...state, budget, forced }, 'final', { do: 'ask', for: 'final', forced, injected })
}

function afterVerdict(rules: LoopRules, state: LoopState, { verdict }: LoopEvent & { type: 'verdict' }): LoopStep {
  if (verdict.status === 'accepted') return end(state, { state: 'accepted', content: prepareReply(state.reply) })
  if (verdict.status === 'abstained') return end(state, { state: 'abstained' })
  if (verdict.status === 'stopped') return end(state, { state: 'stopped', ...verdict.stop })
  const { reason, detail } = verdict
  if (state.retries < (reason === 'schema_invalid' ? schemaRetries : rules.evidenceRetries)) {
    const forced = state.forced && { forced: state.forced }
    const correction = { reason, ...(detail !== undefined && { detail }) }
    return ask({ ...state, retries: state.retries + 1 }, 'retry', { do: 'ask', for: 'final', ...forced, correction })
  }
  if (state.forced && holdsCall(prepareReply(state.reply))) return reject(state, calledWhenForced(state, state.forced))
  if (reason === 'schema_invalid') return end(state, { state: 'error', ...turnFailed(reason) })
  return end(state, { state: 'rejected', ...groundingRequired(reason, detail) })
}

function askForCall(rules: LoopRules, state: LoopState, correction?: Rejection): LoopStep {
  return ask(state, 'call', {
    do: 'ask',
    for: 'call',
    ...(rules.required && { schema: 'tool_call_envelope' }),
    ...(correction && { correction }),
  })
}

function ask(state: LoopState, at: 'call' | 'decision' | 'final' | 'retry', effect: Effect & { do: 'ask' }): LoopStep {
  return { state: { ...state, at, modelCalls: state.modelCalls + 1 }, effect }
}

function run(state: LoopState, call: (Effect & { do: 'run' })['call']): LoopStep {
  return { state: { ...state, at: 'tool' }, effect: { do: 'run', call } }
}

function validate(state: LoopState, reply: string): LoopStep {
  return { state: { ...state, at: 'validate', reply }, effect: { do: 'validate', reply } }
}

function end(state: LoopState, how: TurnEnd): LoopStep {
  return { state: { ...state, at: 'ended' }, effect: { do: 'end', end: how } }
}

function reject(state: LoopState, rejection: Rejection): LoopStep {
  return end(state, { state: 'rejected', ...callRejected(rejection) })
}

function retryOrReject(
  rules: LoopRules,
  state: LoopState,
  rejection: Rejection,
  again: (state: LoopState) => LoopStep,
): LoopStep {
  if (state.malformed >= rules.malformedRetries) return reject(state, rejection)
  return again({ ...state, malformed: state.malformed + 1 })
}

/** Phase 1 only gathers: what its first reply says instead of a call is discarded, but for a stop. */
function endGathering(state: LoopState, reply: string): LoopStep {
  const stop = readStopHook(reply)
  if (stop) return end(state, { state: 'stopped', ...stop })
  const note = prepareReply(reply) === 'NO_TOOLS_NEEDED' ? 'no-tools-needed' : 'prose-discarded'
  return end(state, { state: 'accepted', content: '', note })
}

function calledWhenForced({ budget }: LoopState, forced: ForcedBy): Rejection {
  if (forced === 'step-limit') return { code: 'tool_call_invalid_format', detail: forced }
  return { code: 'tool_call_output_limit', detail: `bytes:${budget.bytes_used}/${budget.bytes_max}` }
}

export function usesTools({ kind }: { kind: LoopRules['kind'] | 'raw' }): boolean {
  return kind === 'tools' || kind === 'tools+json' || kind === 'phase1'
}

/** A raw turn has no loop: one call, any text. */
export type LoopKind = 'tools' | 'tools+json' | 'json' | 'phase1' | 'phase2' | 'step'

/** Fixed for the whole turn. */
export interface LoopRules {
  kind: LoopKind
  tools: readonly DeclaredTool[]
  allowed?: readonly ToolId[]
  required: boolean
  limits: BudgetLimits
  /** 0 to 2. */
  evidenceRetries: number
  /** 0 or 1. */
  malformedRetries: number
  /** Decisions are asked for with the flat schema. */
  flat?: boolean
}

export type ForcedBy = 'step-limit' | 'output-limit'

export interface LoopState {
  at: 'call' | 'tool' | 'decision' | 'final' | 'validate' | 'retry' | 'ended'
  budget: Budget
  modelCalls: number
  /** Retries of malformed calls so far. */
  malformed: number
  /** Retries of answers so far. */
  retries: number
  forced?: ForcedBy
  /** The last reply that was read as an answer. */
  reply: string
}

export type LoopEvent =
  | { type: 'reply'; text: string; nonce: NonceCheck }
  /** The tool ran, its receipt is stored; a failed run has an output as well. */
  | { type: 'ran'; output: string }
  | { type: 'verdict'; verdict: AnswerCheck }
  /** A provider, or `turn_timeout`. */
  | { type: 'failed'; code: string }
  | { type: 'cancelled' }

export type AnswerCheck =
  | { status: 'accepted' }
  | { status: 'abstained' }
  | { status: 'stopped'; stop: Stop }
  /** A reason of the evidence check, or `schema_invalid`. */
  | { status: 'rejected'; reason: string; detail?: string }

export type Effect =
  /** With a fresh nonce; spend it at the first reply. */
  | {
      do: 'ask'
      for: 'call' | 'decision'
      schema?: ResponseFormat['json_schema']['name']
      injected?: InjectedOutput
      correction?: Rejection
    }
  /** For prose or the object: no schema of calls, no nonce. */
  | {
      do: 'ask'
      for: 'final'
      forced?: ForcedBy
      injected?: InjectedOutput
      correction?: { reason: string; detail?: string }
    }
  | { do: 'run'; call: ToolCall }
  | { do: 'validate'; reply: string }
  | { do: 'end'; end: TurnEnd }
  | { do: 'nothing' }

export type TurnEnd =
  | { state: 'accepted'; content: string; note?: GatheringNote }
  | { state: 'abstained' | 'cancelled' }
  | ({ state: 'stopped' | 'rejected' | 'error' } & Stop)

/** Why a phase 1 ended; it has no content. */
export type GatheringNote = 'no-tools-needed' | 'prose-discarded' | 'final' | ForcedBy

export interface LoopStep {
  state: LoopState
  effect: Effect
}
