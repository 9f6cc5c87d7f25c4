import { incompleteWords } from '../../incomplete.ts'
import type { DailyReport } from '../schema.ts'

/** Whether anything can still come to the day, and what is missing of it. */
export function stateText({ status, certificate }: Pick<DailyReport, 'status' | 'certificate'>): string {
  if (status === 'final') return 'final'
  const missing = certificate?.incomplete ?? []
  return missing.length > 0 ? `not final: ${incompleteWords(missing)}` : 'the day is not over yet'
}
