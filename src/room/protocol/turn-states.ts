import type { ToolId } from '../tools/tool.ts'
import type { DeclaredTool } from './arguments.ts'
import type { Budget, BudgetLimits, InjectedOutput } from './budget.ts'
import type { NonceCheck } from './nonces.ts'
import type { ToolCall } from './read-reply.ts'
import type { Rejection } from './rejection.ts'
import type { ResponseFormat } from './response-schema.ts'
import type { Stop } from './stop-hook.ts'

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
