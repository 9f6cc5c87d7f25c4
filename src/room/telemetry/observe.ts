import type { Surface } from '../../receipts/receipt.ts'
import { type RejectionReason, rejectionReasons } from '../evidence/verdict.ts'
import { type RejectionCode, rejectionCodes } from '../protocol/rejection.ts'
import { toolNamed } from '../protocol/tool-policy.ts'
import {
  isActivation,
  listedIssues,
  type ModelCall,
  ownResults,
  refusalOf,
  type ToolOutcome,
  type TurnObserver,
  type TurnOutcome,
  type TurnSpec,
} from '../turns/turn.ts'
import { addCounters, type Counters, countAt, counters, countInConference, type Scopes, tallyOf } from './counters.ts'
import type { Telemetry } from './recorder.ts'

interface Counting {
  telemetry: Pick<Telemetry, 'count'>
}

/** Counts every turn that ended. */
export function telemetryObserver({ telemetry }: Counting): TurnObserver {
  return async (spec, outcome) => telemetry.count(countTurn(spec, outcome))
}

interface DirectRun extends Pick<ToolOutcome, 'toolId' | 'ok' | 'text'> {
  surface: Surface
  errorCode?: string | undefined
  /** The spelling that was used where it is not the id. */
  requested?: string | undefined
}

/** Counts a tool that was run outside of turns: over MCP, REST or the command line, or as a step of a run. */
export function countToolRun({ telemetry }: Counting, { surface, requested, errorCode, ...run }: DirectRun): void {
  const counted = {
    ...countResult({ ...run, ...(errorCode !== undefined && { errorCode }) }),
    alias_hits: tallyOf(requested === undefined ? [] : [foldSpelling(requested)]),
  }
  // A name that is not a tool is the caller's, and callers must not fill the counters.
  const tool = toolNamed(run.toolId)?.id ?? 'unknown'
  telemetry.count({ ...countAt({ surface }, counted), tools: { [tool]: counted } })
}

/** Counts a look at an issue that no tool took. */
export function countIssueAccess({ telemetry }: Counting, at: { surface: Surface; agentId?: string }): void {
  telemetry.count(countAt(at, counters({ issue_accesses: 1 })))
}

/** What one turn that ended adds to every counter. */
export function countTurn(spec: TurnSpec, outcome: TurnOutcome): Scopes {
  const results = ownResults(spec, outcome)
  const aliases = outcome.aliases.map(spelling => ({ alias: foldSpelling(spelling), tool: toolNamed(spelling)?.id }))
  const byTool = new Map<string, Counters>()
  const add = (tool: string, more: Counters) => byTool.set(tool, addCounters(byTool.get(tool) ?? counters(), more))
  for (const result of results) add(result.toolId, countResult(result))
  for (const { alias, tool } of aliases) if (tool) add(tool, counters({ alias_hits: { [alias]: 1 } }))
  const ofTools = [...byTool.values()].reduce(addCounters, counters())
  return {
    ...countAt(
      { surface: spec.surface, agentId: spec.agent.id, conferenceId: spec.conferenceId },
      addCounters(countOutcome(outcome), ofTools),
    ),
    tools: Object.fromEntries(byTool),
  }
}

/** One run of a tool, in a turn or asked for directly. */
function countResult(result: Pick<ToolOutcome, 'toolId' | 'ok' | 'errorCode' | 'text'>): Counters {
  return counters({
    tool_runs: 1,
    tool_errors: result.ok ? 0 : 1,
    errors: result.ok ? {} : { [result.errorCode ?? 'internal']: 1 },
    issue_accesses: listedIssues(result).length,
  })
}

/** A name of the table however it was spelled, so that spellings of models cannot fill the counters. */
function foldSpelling(spelling: string): string {
  return spelling.trim().toLowerCase().replace(/[- ]/g, '_')
}

function countOutcome(outcome: TurnOutcome): Counters {
  const { state, stopHook, modelCalls, retries } = outcome
  const refusal = refusalOf(outcome)
  return counters({
    activations: isActivation(outcome) ? 1 : 0,
    model_calls: modelCalls.length,
    tokens_in: sumOf(modelCalls, ({ usage, prompt }) => usage?.input ?? tokensIn(prompt.bytes)),
    tokens_out: sumOf(modelCalls, ({ usage, reply }) => usage?.output ?? tokensIn(reply?.bytes ?? 0)),
    retries: tallyOf(retries),
    abstains: state === 'abstained' ? 1 : 0,
    accepted: state === 'accepted' ? 1 : 0,
    errors: state === 'error' ? { [stopHook?.code ?? 'internal']: 1 } : {},
    stop_hooks: stopHook ? { [stopHook.type]: 1 } : {},
    ...(refusal && { [bucketOf(refusal)]: 1, codes: { [refusal]: 1 } }),
  })
}

function sumOf(calls: readonly ModelCall[], of: (call: ModelCall) => number): number {
  return calls.reduce((sum, call) => sum + of(call), 0)
}

/** What is assumed where a provider does not say. */
function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 4)
}

interface ReportedRefusal {
  conferenceId: string
  agentId?: string | undefined
  /** A bucket, or the code of a refusal. */
  type: string
}

/** One refusal that a page saw, in the conference it saw it in; undefined for an unknown type. */
export function countReported({ conferenceId, agentId, type }: ReportedRefusal): Scopes | undefined {
  const counted = countersOf(type)
  return counted && countInConference(conferenceId, agentId, { ...counted, client_reported: { [type]: 1 } })
}

function countersOf(type: string): Counters | undefined {
  const bucket = buckets.find(each => each === type)
  if (bucket) return counters({ [bucket]: 1 })
  const code = [...rejectionReasons, ...rejectionCodes].find(each => each === type)
  return code && counters({ [bucketOf(code)]: 1, codes: { [code]: 1 } })
}

export const buckets = ['evidence_invalid', 'quote_not_found', 'tool_syntax', 'cot_leak', 'format_error'] as const
type Bucket = (typeof buckets)[number]

/** Under which counter a refusal is filed, of a reply or of a call. */
export function bucketOf(code: RejectionReason | RejectionCode): Bucket {
  return named[code] ?? 'evidence_invalid'
}

const named: { readonly [code: string]: Bucket } = {
  'quote-not-found': 'quote_not_found',
  'tool-syntax': 'tool_syntax',
  'cot-leak': 'cot_leak',
  multiple: 'format_error',
  format: 'format_error',
  tool_call_invalid_format: 'tool_syntax',
  tool_call_unknown_tool: 'tool_syntax',
  tool_call_invalid_args: 'tool_syntax',
  tool_call_multiple: 'format_error',
  tool_call_nonce_invalid: 'format_error',
  tool_call_output_limit: 'format_error',
}
