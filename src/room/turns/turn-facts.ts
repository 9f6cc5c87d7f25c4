import { z } from 'zod'
import { jsonIn } from '../../kernel/json.ts'
import { type RejectionReason, rejectionReasons } from '../evidence/verdict.ts'
import { type RejectionCode, rejectionCodes } from '../protocol/rejection.ts'
import type { ToolOutcome, TurnOutcome, TurnSpec } from './turn.ts'

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
