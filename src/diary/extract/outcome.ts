import type { OutcomeCategory } from '../schema.ts'

/** What came of a turn, with the lines that show it. */
export interface Outcome {
  category: OutcomeCategory
  summary: string
  lines: number[]
}
