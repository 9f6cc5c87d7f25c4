import { z } from 'zod'
import { jsonIn } from '../../kernel/json.ts'
import type { Surface } from '../../receipts/receipt.ts'
import type { Agent } from '../agents/registry.ts'
import { type GroundingVerdict, type RejectionReason, rejectionReasons } from '../evidence/verdict.ts'
import type { Budget } from '../protocol/budget.ts'
import { type RejectionCode, rejectionCodes, type StopHook } from '../protocol/rejection.ts'
import type { GatheringNote } from '../protocol/turn-loop.ts'
import type { TurnEnd, TurnKind as TurnKindSchema } from '../schema.ts'
import type { Span } from '../tools/tool.ts'

export type TurnKind = z.output<typeof TurnKindSchema>

/** The result of a tool of this turn, or of the round: the whole output, and its receipt. */
export interface ToolOutcome {
  receiptId: string
  toolId: string
  args: { readonly [name: string]: unknown }
  ok: boolean
  errorCode?: string
  text: string
  spans: readonly Span[]
  /** Files it read from end to end. */
  wholeFiles: readonly string[]
}

/** Everything that is decided before a turn begins: the input of the one engine that runs turns. */
export interface TurnSpec {
  kind: TurnKind
  surface: Surface
  sessionId: string
  turnId: string
  agent: Agent
  /** Verbatim; of a raw turn all that is sent. */
  message: string
  conferenceId?: string
  roundId?: string
  taskId?: string
  runId?: string
  /** Already read and intersected with the agent's own. */
  allowedTools?: readonly string[]
  requireTool?: boolean
  /** Accepted exchanges of the session, oldest first; kind `tools` only. */
  history?: readonly { question: string; answer: string }[]
  memory?: string
  /** Of phase 2 the buffer of the round, of a step the run's tool results. */
  results?: readonly ToolOutcome[]
  /** Texts shown as data blocks in a step. */
  materials?: readonly { label: string; text: string }[]
  /** The instructions of a step; shipped wording. */
  frame?: string
  /** Of json kinds: the shape of the answer, and what more must hold of the object. */
  answer?: {
    name: string
    schema: object
    /** The schema is one of ours, in which everything is required and closed; a caller's may be anything. */
    strict?: boolean
    /** The object that is checked and kept; details are paths and keywords, never text of the model. */
    check?(object: { [key: string]: unknown }): Promise<readonly string[]>
    /** The built-in responder's object for this schema, from the results of tools; a stop when there is none. */
    builtin?(results: readonly ToolOutcome[]): Promise<object | undefined>
  }
  /** Paths tools must not open in this turn, as the tree names them. */
  blockedPaths?: readonly string[]
  skipToolCatalog?: boolean
  skipGrounding?: boolean
  /** Of a json turn: the message and the schema are all that is sent. */
  bare?: boolean
}

const Size = z.object({ sha256: z.string(), bytes: z.int() })

/** One model call, as the journal keeps it: sizes and hashes, not texts. */
export const ModelCall = z.object({
  for: z.enum(['call', 'decision', 'final', 'retry', 'raw']),
  prompt: Size,
  reply: Size.nullable(),
  usage: z.object({ input: z.int(), output: z.int() }).nullable(),
  schema: z.string().nullable(),
  /** Only with `debug.keepPrompts`, and in a recording for replay. */
  texts: z
    .object({
      prompt: z.array(z.object({ role: z.string(), content: z.string() })),
      reply: z.string().nullable(),
    })
    .optional(),
})
export type ModelCall = z.output<typeof ModelCall>

/** How a turn ended, with all that its owner stores and shows. */
export interface TurnOutcome {
  state: z.output<typeof TurnEnd>
  /** The accepted text, the visible stop, or empty. */
  content: string
  note?: GatheringNote
  stopHook?: StopHook
  /** Of json kinds. */
  object?: { [key: string]: unknown }
  /** Errors of the last object that did not fit. */
  schemaErrors?: readonly string[]
  verdict?: GroundingVerdict
  /** The last reply that was refused, at most 16,000 bytes, to be shown as such. */
  rejectedText?: string
  receipts: readonly string[]
  results: readonly ToolOutcome[]
  accessRequests: readonly string[]
  budget: Budget
  modelCalls: readonly ModelCall[]
  retries: readonly string[]
  aliases: readonly string[]
  provider: string
  model: string
  waitedMs: number
  startedAt: string
  endedAt: string
}

/** What can be watched while a turn runs. Never unchecked text of a model. */
export type TurnEvent =
  | { type: 'turn.queued'; position: number }
  | { type: 'turn.started'; kind: TurnKind }
  | { type: 'turn.progress'; sub: 'call' | 'tool' | 'decision' | 'final' | 'validate' | 'retry'; bytes: number }
  | { type: 'tool.started'; toolId: string }
  | { type: 'tool.finished'; toolId: string; receiptId: string; ok: boolean; duration_ms: number }
  | { type: 'turn.retry'; reason: string }

export interface TurnWatch {
  signal?: AbortSignal
  onEvent?: (event: TurnEvent) => void
  /** Keeps the texts of all model calls in the outcome, as `debug.keepPrompts` does. */
  keepTexts?: boolean
  /** Stores the outcome; the next turn of the project begins only after it. */
  store?: (outcome: TurnOutcome) => Promise<void>
  /** Takes over waiting for the observers; without it the turn is over only when they are done. */
  waitForObservers?: (done: Promise<void>) => void
}

/** Called for every turn that ended, on every surface: telemetry, tiers, credits, memory, notifications, activity. */
export interface TurnObserver {
  (spec: TurnSpec, outcome: TurnOutcome): Promise<void>
  /** The next turn of the agent depends on what it writes, so the turn waits for it. */
  mustFinishFirst?: boolean
  /** Called when a turn has left the queue and begins. */
  begun?(spec: TurnSpec): Promise<void>
}

/** Of a turn that ended before its model was asked. */
export const nothingAsked = {
  accessRequests: [],
  modelCalls: [],
  retries: [],
  aliases: [],
  provider: '',
  model: '',
  waitedMs: 0,
}

/** A muted agent was not activated; every other turn that ended counts once for its agent. */
export function isActivation({ state }: Pick<TurnOutcome, 'state'>): boolean {
  return state !== 'skipped'
}

/** Why a turn was finally refused; undefined for turns that ended otherwise. */
export function refusalOf({ state, stopHook }: TurnOutcome): RejectionReason | RejectionCode | undefined {
  const code = state === 'rejected' ? stopHook?.code : undefined
  return [...rejectionReasons, ...rejectionCodes].find(each => each === code)
}

/** The results of tools this turn ran itself, not those it was shown. */
export function ownResults(spec: TurnSpec, { results }: TurnOutcome): ToolOutcome[] {
  const shown = new Set(spec.results?.map(({ receiptId }) => receiptId))
  return results.filter(({ receiptId }) => !shown.has(receiptId))
}

/** Finally refused because it cites a receipt or a file that is not there. */
export function citesNothingReal(outcome: TurnOutcome): boolean {
  const refusal = refusalOf(outcome)
  const detail = outcome.stopHook?.detail ?? ''
  if (refusal === 'missing-receipt') return detail === 'malformed-id' || detail.startsWith('rcpt_')
  return refusal === 'missing-file' && detail === 'file_not_found'
}

/** The issues a run of `search_issues` listed. */
export function listedIssues({ toolId, ok, text }: Pick<ToolOutcome, 'toolId' | 'ok' | 'text'>): number[] {
  if (toolId !== 'search_issues' || !ok) return []
  const listed = Listed.safeParse(jsonIn(text))
  return listed.success ? listed.data.issues.map(({ id }) => id) : []
}

const Listed = z.object({ issues: z.array(z.object({ id: z.int().min(1) })) })
