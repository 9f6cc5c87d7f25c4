import type { z } from 'zod'
import { codePoints } from '../../kernel/text.ts'
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
