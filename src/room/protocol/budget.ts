import type { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { codePoints, cutTo } from '../../kernel/text.ts'
import type { TurnBudget } from '../schema.ts'

export const maxToolSteps = 6
const conferenceToolFloor = 6

/** How much a turn may use of its tools. */
export interface BudgetLimits {
  steps: number
  bytesPerStep: number
  bytesPerTurn: number
  source: Budget['source']
}

/** As responses and the journal show it; bytes limit, characters inform. */
export type Budget = z.output<typeof TurnBudget>

/** `tierSteps` is what the agent's tier allows with its model, absent where nothing is known of them. */
export function budgetLimits({ conference, tierSteps }: { conference: boolean; tierSteps?: number }): BudgetLimits {
  const steps = tierSteps ?? maxToolSteps
  const source = tierSteps === undefined ? 'fallback' : 'tier'
  if (!conference) return { steps, source, bytesPerStep: 8000, bytesPerTurn: 16_000 }
  const raised = steps < conferenceToolFloor
  return {
    steps: raised ? conferenceToolFloor : steps,
    source: raised ? 'conference-floor' : source,
    bytesPerStep: 12_000,
    bytesPerTurn: 48_000,
  }
}

export function freshBudget(limits: BudgetLimits): Budget {
  return {
    steps_used: 0,
    steps_max: limits.steps,
    bytes_used: 0,
    bytes_max: limits.bytesPerTurn,
    chars_used: 0,
    source: limits.source,
  }
}

/** One tool has run and this text of it was injected. */
export function spendStep(budget: Budget, injected: string): Budget {
  return {
    ...budget,
    steps_used: budget.steps_used + 1,
    bytes_used: budget.bytes_used + Buffer.byteLength(injected),
    chars_used: budget.chars_used + codePoints(injected),
  }
}

/** Below this a piece of an output tells nothing. */
const minPieceBytes = 512

/** What of an output a model gets to see. */
export interface InjectedOutput {
  text: string
  form: 'whole' | 'cut' | 'marker'
  fullBytes: number
}

/** An output within the bytes that are left: whole, or its beginning and the marker, or the marker alone. */
export function injectedOutput(output: string, left: number): InjectedOutput {
  const fullBytes = Buffer.byteLength(output)
  if (fullBytes <= left) return { text: output, form: 'whole', fullBytes }
  const marker = truncationMarker(output)
  if (left < minPieceBytes) return { text: marker, form: 'marker', fullBytes }
  const ending = `\n${marker}`
  return { text: `${cutTo(output, left - Buffer.byteLength(ending))}${ending}`, form: 'cut', fullBytes }
}

export function truncationMarker(output: string): string {
  return `[truncated: ${Buffer.byteLength(output)} bytes, sha256=${sha256(output)}]`
}
